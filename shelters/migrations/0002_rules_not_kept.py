"""What of the rules is not kept stands beside who is asked about: what is kept of the night is worked out anew."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("shelters", "0001_initial"), ("worklist", "0001_initial")]

    operations = [
        migrations.AddField("keptoccupancy", "not_kept", models.JSONField(default=dict)),
        migrations.RunSQL(
            "INSERT INTO worklist_toucheddue (kind) VALUES ('nights')", migrations.RunSQL.noop
        ),
    ]
