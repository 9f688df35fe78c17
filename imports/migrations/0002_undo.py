"""What takes an import back; it reads tables of casework and the audit log."""

from pathlib import Path

from django.db import migrations

UNDO = Path(__file__).with_name("undo.sql").read_text(encoding="utf-8")


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("casework", "0001_initial"),
        ("imports", "0001_initial"),
        ("vault", "0001_initial"),
    ]

    operations = [
        migrations.RunSQL(
            UNDO,
            "DROP FUNCTION public.imports_undo(uuid); DROP FUNCTION public.imports_refusals(uuid)",
        )
    ]
