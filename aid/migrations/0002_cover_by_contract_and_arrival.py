"""Cover also ends with a notice to leave or between two contracts, and names the first night of a stay to come."""

from pathlib import Path

from django.db import migrations

HERE = Path(__file__).parent
COVER = (HERE / "cover_by_contract_and_arrival.sql").read_text(encoding="utf-8")
COVER_BEFORE = (HERE / "cover.sql").read_text(encoding="utf-8")
WITHOUT = "DROP VIEW aid_cover;\n"


class Migration(migrations.Migration):

    dependencies = [
        ('aid', '0001_initial'),
        ('shelters', '0002_contracts'),
    ]

    operations = [
        migrations.RunSQL(WITHOUT + COVER, WITHOUT + COVER_BEFORE),
    ]
