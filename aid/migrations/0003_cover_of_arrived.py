"""Cover says of a stay that nobody checked in on which night it was to begin."""

from pathlib import Path

from django.db import migrations

HERE = Path(__file__).parent
COVER = (HERE / "cover_of_arrived.sql").read_text(encoding="utf-8")
COVER_BEFORE = (HERE / "cover_between_contracts.sql").read_text(encoding="utf-8")
WITHOUT = "DROP VIEW aid_cover;\n"


class Migration(migrations.Migration):

    dependencies = [
        ('aid', '0002_cover_between_contracts'),
    ]

    operations = [
        migrations.RunSQL(WITHOUT + COVER, WITHOUT + COVER_BEFORE),
    ]
