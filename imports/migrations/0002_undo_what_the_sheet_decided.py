"""Taking an import back takes back what its page decided about pairs: both functions anew."""

from pathlib import Path

from django.db import migrations

UNDO = Path(__file__).with_name("undo.sql").read_text(encoding="utf-8")


class Migration(migrations.Migration):

    dependencies = [
        ('imports', '0001_initial'),
    ]

    operations = [migrations.RunSQL(UNDO, migrations.RunSQL.noop)]
