"""A sheet that takes long to read is read by a worker, and one that cannot be read says why."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("imports", "0002_undo")]

    operations = [
        migrations.AddField("importbatch", "asked_sheet", models.PositiveIntegerField(null=True)),
        migrations.AddField("importbatch", "fault", models.JSONField(default=dict)),
    ]
