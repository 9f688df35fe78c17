"""A claim goes back to where it stood once its last step is on file as a mistake."""

import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations

from asylum.pathways.loading import load_pathways


def load(apps, schema_editor):
    """Every stage leads to "recorded by mistake"."""
    load_pathways(
        apps.get_model("asylum", "PathwayStage"),
        apps.get_model("asylum", "PathwayPaper"),
        using=schema_editor.connection.alias,
    )


class Migration(migrations.Migration):

    dependencies = [
        ('asylum', '0002_moot_terms_end'),
    ]

    operations = [
        pgtrigger.migrations.RemoveTrigger(
            model_name='asylumapplication',
            name='lawful_moves',
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='asylumapplication',
            trigger=pgtrigger.compiler.Trigger(name='lawful_moves', sql=pgtrigger.compiler.UpsertTriggerSql(func='\n            IF OLD.status IS DISTINCT FROM NEW.status AND NOT EXISTS (\n                SELECT FROM asylum_pathwaystage AS here\n                WHERE here.stage = OLD.status AND NEW.status = ANY(here.leads_to)\n                    AND here.country = COALESCE(\n                        (SELECT min(country) FROM asylum_pathwaystage WHERE country = OLD.country),\n                        \'ZZ\'\n                    )\n            ) AND (\n                NOT EXISTS (\n                    SELECT FROM asylum_applicationstatuschange AS step\n                    JOIN casework_correction AS said\n                        ON said.about_id = step.id AND said.fields @> \'["is_mistake"]\'\n                    WHERE step.application_id = OLD.id AND step.status = OLD.status\n                ) OR NEW.status IS DISTINCT FROM (\n                    SELECT step.status FROM asylum_applicationstatuschange AS step\n                    WHERE step.application_id = OLD.id AND NOT EXISTS (\n                        SELECT FROM casework_correction AS said\n                        WHERE said.about_id = step.id AND said.fields @> \'["is_mistake"]\'\n                    )\n                    ORDER BY step.at DESC LIMIT 1\n                )\n            ) THEN\n                RAISE EXCEPTION \'Invalid transition of an application from "%" to "%" in %\',\n                    OLD.status, NEW.status, OLD.country;\n            END IF;\n            IF OLD.country <> NEW.country AND OLD.status <> \'draft\' THEN\n                RAISE EXCEPTION \'Invalid transition: an application stays in its country\';\n            END IF;\n            RETURN NEW;\n        ', hash='074275415ff833da1787431276119e5a80e2c50f', operation='UPDATE OF "status", "country"', pgid='pgtrigger_lawful_moves_f07fc', table='asylum_asylumapplication', when='BEFORE')),
        ),
        migrations.RunPython(load, migrations.RunPython.noop),
    ]
