"""What is counted of a night, kept; and the triggers that say at which site something changed since."""

from pathlib import Path

from django.db import migrations, models

FOLLOWED = Path(__file__).with_name("kept_nights.sql").read_text(encoding="utf-8")
NO_LONGER = """
DROP TRIGGER due_touched_by_insert ON casework_relationship;
DROP TRIGGER due_touched_by_delete ON casework_relationship;
DROP TRIGGER due_touched_by_update ON casework_relationship;
DROP FUNCTION worklist_touch_sites() CASCADE;
DROP FUNCTION worklist_touch_nights() CASCADE;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('casework', '0001_initial'),
        ('shelters', '0003_kept_nights'),
        ('worklist', '0034_kept_losses'),
    ]

    operations = [
        migrations.AddField(
            model_name='toucheddue',
            name='site_id',
            field=models.UUIDField(null=True),
        ),
        migrations.RunSQL(FOLLOWED, NO_LONGER),
    ]
