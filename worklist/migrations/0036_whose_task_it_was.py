"""A task that is handed over can be given back to whose it was."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


# Tasks that were handed over before: they become the colleague's.
HANDED = """
UPDATE worklist_duedecision AS decision SET taken_from_id = task.assigned_to_id FROM casework_casetask AS task
WHERE decision.kind = 'task_due' AND decision.what = 'handed' AND decision.undone_at IS NULL
    AND task.id::text = decision.about_id AND task.status = 'open' AND task.due_on = decision.due_on;
UPDATE casework_casetask AS task SET assigned_to_id = decision.to_id FROM worklist_duedecision AS decision
WHERE decision.taken_from_id IS NOT NULL AND task.id::text = decision.about_id;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('casework', '0001_initial'),
        ('worklist', '0035_kept_nights'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='duedecision',
            name='taken_from',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.RunSQL(HANDED, migrations.RunSQL.noop),
    ]
