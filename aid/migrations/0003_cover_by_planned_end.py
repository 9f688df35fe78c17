"""Cover names the planned end of a stay, which ends it while it is still to come."""

from pathlib import Path

from django.db import migrations

HERE = Path(__file__).parent
COVER = (HERE / "cover_by_planned_end.sql").read_text(encoding="utf-8")
COVER_BEFORE = (HERE / "cover_by_contract_and_arrival.sql").read_text(encoding="utf-8")
WITHOUT = "DROP VIEW aid_cover;\n"


class Migration(migrations.Migration):

    dependencies = [('aid', '0002_cover_by_contract_and_arrival'), ('shelters', '0012_overstay')]

    operations = [migrations.RunSQL(WITHOUT + COVER, WITHOUT + COVER_BEFORE)]
