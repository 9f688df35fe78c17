"""Lodging also ends with a notice to leave, and is missing between two contracts."""

from django.db import migrations
from pathlib import Path

COVER = Path(__file__).with_name("cover_between_contracts.sql").read_text(encoding="utf-8")
BEFORE = (
    Path(__file__)
    .with_name("cover.sql")
    .read_text(encoding="utf-8")
    .replace("CREATE VIEW", "CREATE OR REPLACE VIEW")
)


class Migration(migrations.Migration):

    dependencies = [('aid', '0001_initial'), ('shelters', '0002_contracts')]

    operations = [migrations.RunSQL(COVER, BEFORE)]
