"""Where somebody goes who is checked out, and why."""

import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('casework', '0001_initial'),
        ('shelters', '0006_plan'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        pgtrigger.migrations.RemoveTrigger(
            model_name='placement',
            name='insert_insert',
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name='placement',
            name='update_update',
        ),
        migrations.AddField(
            model_name='placement',
            name='left_because',
            field=models.CharField(blank=True, max_length=10),
        ),
        migrations.AddField(
            model_name='placement',
            name='left_to',
            field=models.CharField(blank=True, max_length=10),
        ),
        migrations.AddField(
            model_name='placementevent',
            name='left_because',
            field=models.CharField(blank=True, max_length=10),
        ),
        migrations.AddField(
            model_name='placementevent',
            name='left_to',
            field=models.CharField(blank=True, max_length=10),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='placement',
            trigger=pgtrigger.compiler.Trigger(name='insert_insert', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO "shelters_placementevent" ("bed_id", "cancel_reason", "cancelled_at", "case_id", "checked_in_at", "checked_out_at", "ends_on", "id", "individual_id", "left_because", "left_to", "pgh_context", "pgh_created_at", "pgh_label", "pgh_obj_id", "placed_at", "placed_by_id", "planned_end_on", "previous_id", "site_id", "starts_on") VALUES (NEW."bed_id", NEW."cancel_reason", NEW."cancelled_at", NEW."case_id", NEW."checked_in_at", NEW."checked_out_at", NEW."ends_on", NEW."id", NEW."individual_id", NEW."left_because", NEW."left_to", COALESCE(NULLIF(CURRENT_SETTING(\'pghistory.context_metadata\', TRUE), \'\'), NULL)::JSONB, NOW(), \'insert\', NEW."id", NEW."placed_at", NEW."placed_by_id", NEW."planned_end_on", NEW."previous_id", NEW."site_id", NEW."starts_on"); RETURN NULL;', hash='104c7d3f077b84c1edf96b5bd69c78ac77476025', operation='INSERT', pgid='pgtrigger_insert_insert_01eb0', table='shelters_placement', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='placement',
            trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.* IS DISTINCT FROM NEW.*)', func='INSERT INTO "shelters_placementevent" ("bed_id", "cancel_reason", "cancelled_at", "case_id", "checked_in_at", "checked_out_at", "ends_on", "id", "individual_id", "left_because", "left_to", "pgh_context", "pgh_created_at", "pgh_label", "pgh_obj_id", "placed_at", "placed_by_id", "planned_end_on", "previous_id", "site_id", "starts_on") VALUES (NEW."bed_id", NEW."cancel_reason", NEW."cancelled_at", NEW."case_id", NEW."checked_in_at", NEW."checked_out_at", NEW."ends_on", NEW."id", NEW."individual_id", NEW."left_because", NEW."left_to", COALESCE(NULLIF(CURRENT_SETTING(\'pghistory.context_metadata\', TRUE), \'\'), NULL)::JSONB, NOW(), \'update\', NEW."id", NEW."placed_at", NEW."placed_by_id", NEW."planned_end_on", NEW."previous_id", NEW."site_id", NEW."starts_on"); RETURN NULL;', hash='469e181341f2092a00d969f543793b0896f0906f', operation='UPDATE', pgid='pgtrigger_update_update_2b13d', table='shelters_placement', when='AFTER')),
        ),
        migrations.AddConstraint(
            model_name='placement',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('left_because', ''), ('left_to', '')), ('ends_on__isnull', False), _connector='OR'), name='who_is_here_has_gone_nowhere'),
        ),
    ]
