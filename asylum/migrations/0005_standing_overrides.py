"""An admission by override counts as long as its step stands."""

import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('asylum', '0004_fighters_renounce_first'),
    ]

    operations = [
        pgtrigger.migrations.RemoveTrigger(
            model_name='asylumapplication',
            name='lawful_moves',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='asylumapplication',
            name='fighters_renounce_first',
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='asylumapplication',
            trigger=pgtrigger.compiler.Trigger(name='lawful_moves', sql=pgtrigger.compiler.UpsertTriggerSql(func='\n            IF OLD.status IS DISTINCT FROM NEW.status AND NOT EXISTS (\n                SELECT FROM asylum_pathwaystage AS here\n                WHERE here.stage = OLD.status AND NEW.status = ANY(here.leads_to)\n                    AND here.country = COALESCE(\n                        (SELECT min(country) FROM asylum_pathwaystage WHERE country = OLD.country),\n                        \'ZZ\'\n                    )\n            ) AND (\n                NOT EXISTS (\n                    SELECT FROM asylum_applicationstatuschange AS step\n                    WHERE step.application_id = OLD.id AND step.status = OLD.status\n                        AND NOT NOT EXISTS (\n                        SELECT FROM casework_correction AS said\n                        WHERE said.about_id = step.id AND said.fields @> \'["is_mistake"]\'\n                    )\n                ) OR NEW.status IS DISTINCT FROM (\n                    SELECT step.status FROM asylum_applicationstatuschange AS step\n                    WHERE step.application_id = OLD.id AND NOT EXISTS (\n                        SELECT FROM casework_correction AS said\n                        WHERE said.about_id = step.id AND said.fields @> \'["is_mistake"]\'\n                    )\n                    ORDER BY step.at DESC LIMIT 1\n                )\n            ) THEN\n                RAISE EXCEPTION \'Invalid transition of an application from "%" to "%" in %\',\n                    OLD.status, NEW.status, OLD.country;\n            END IF;\n            IF OLD.country <> NEW.country AND OLD.status <> \'draft\' THEN\n                RAISE EXCEPTION \'Invalid transition: an application stays in its country\';\n            END IF;\n            RETURN NEW;\n        ', hash='115ce7ae306674446f587dd5cf4eea7af1536f2d', operation='UPDATE OF "status", "country"', pgid='pgtrigger_lawful_moves_f07fc', table='asylum_asylumapplication', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='asylumapplication',
            trigger=pgtrigger.compiler.Trigger(name='fighters_renounce_first', sql=pgtrigger.compiler.UpsertTriggerSql(condition="WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.status = 'admitted')", constraint='CONSTRAINT', func='\n            IF EXISTS (\n                SELECT FROM asylum_pathwaystage AS here\n                WHERE here.stage = OLD.status AND \'admitted\' = ANY(here.leads_to)\n            ) AND NOT EXISTS (\n                SELECT FROM asylum_asylumapplication AS claim\n                WHERE claim.id = NEW.id AND claim.status = OLD.status\n            ) AND EXISTS (\n                SELECT FROM casework_individual AS person\n                WHERE person.id = NEW.individual_id AND person.category = \'former_member\'\n                    AND person.birth_year + 18 < extract(year FROM NEW.status_on)\n            ) AND NOT EXISTS (\n                SELECT FROM asylum_renunciation AS paper\n                WHERE paper.individual_id = NEW.individual_id AND paper.status = \'verified\'\n                    AND paper.wording = \'permanent\' AND paper.verified_on <= NEW.status_on\n            ) AND (\n                SELECT demand.is_asked FROM asylum_renunciationdemand AS demand\n                WHERE demand.individual_id = NEW.individual_id\n                ORDER BY demand.recorded_at DESC LIMIT 1\n            ) IS DISTINCT FROM false AND NOT EXISTS (\n                SELECT FROM asylum_applicationstatuschange AS step\n                WHERE step.application_id = NEW.id AND step.status = \'admitted\' AND step.is_override\n                    AND NOT EXISTS (\n                        SELECT FROM casework_correction AS said\n                        WHERE said.about_id = step.id AND said.fields @> \'["is_mistake"]\'\n                    )\n            ) THEN\n                RAISE EXCEPTION \'a former member is admitted without a verified renunciation\'\n                    USING ERRCODE = \'check_violation\', CONSTRAINT = \'fighters_renounce_first\';\n            END IF;\n            RETURN NULL;\n        ', hash='18671b4bd699101af40971624aa1ae6c5dc2539a', operation='UPDATE OF "status"', pgid='pgtrigger_fighters_renounce_first_06835', table='asylum_asylumapplication', timing='DEFERRABLE INITIALLY DEFERRED', when='AFTER')),
        ),
    ]
