"""The view behind aid.models.Cover."""

from pathlib import Path

from django.db import migrations

COVER = Path(__file__).with_name("cover.sql").read_text(encoding="utf-8")


class Migration(migrations.Migration):
    dependencies = [
        ("aid", "0001_initial"),
        ("casework", "0001_initial"),
        ("shelters", "0001_initial"),
    ]

    operations = [migrations.RunSQL(COVER, "DROP VIEW aid_cover")]
