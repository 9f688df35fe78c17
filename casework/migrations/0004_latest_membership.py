"""The latest membership of each person is marked, by triggers that follow every change; the history as known keeps what was told."""

from pathlib import Path

import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models

MARKED = Path(__file__).with_name("latest_membership.sql").read_text(encoding="utf-8")
NO_LONGER = (
    "DROP FUNCTION casework_follow_latest() CASCADE; DROP FUNCTION casework_mark_latest(uuid[])"
)


class Migration(migrations.Migration):
    dependencies = [("casework", "0003_into_confidence")]

    operations = [
        pgtrigger.migrations.RemoveTrigger(
            model_name='familymember',
            name='update_update',
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='familymember',
            trigger=pgtrigger.compiler.Trigger(name='update_update', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."case_id" IS DISTINCT FROM (NEW."case_id") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."individual_id" IS DISTINCT FROM (NEW."individual_id") OR OLD."joined_on" IS DISTINCT FROM (NEW."joined_on") OR OLD."left_on" IS DISTINCT FROM (NEW."left_on") OR OLD."relation_to_principal" IS DISTINCT FROM (NEW."relation_to_principal"))', func='INSERT INTO "casework_familymemberevent" ("case_id", "id", "individual_id", "joined_on", "left_on", "pgh_context", "pgh_created_at", "pgh_label", "pgh_obj_id", "relation_to_principal") VALUES (NEW."case_id", NEW."id", NEW."individual_id", NEW."joined_on", NEW."left_on", COALESCE(NULLIF(CURRENT_SETTING(\'pghistory.context_metadata\', TRUE), \'\'), NULL)::JSONB, NOW(), \'update\', NEW."id", NEW."relation_to_principal"); RETURN NULL;', hash='1544ae7dc8735cfb31bd81405b9db80d74ed7268', operation='UPDATE', pgid='pgtrigger_update_update_26d5d', table='casework_familymember', when='AFTER')),
        ),
        migrations.AddField(
            model_name="familymember",
            name="is_latest",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddIndex(
            model_name="familymember",
            index=models.Index(
                condition=models.Q(("is_latest", True)),
                fields=["individual", "case"],
                name="latest_membership_of_person",
            ),
        ),
        migrations.RunSQL(MARKED, NO_LONGER),
    ]
