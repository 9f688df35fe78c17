"""What the database itself keeps of roles and of the audit log."""

from pathlib import Path

from django.db import migrations

GUARDS = Path(__file__).with_name("guards.sql").read_text(encoding="utf-8")
WITHOUT = """
DROP TRIGGER accounts_audit_now ON accounts_auditevent;
DROP TRIGGER accounts_grant_stands ON accounts_grant;
DROP FUNCTION public.accounts_audit_now();
DROP FUNCTION public.accounts_grant_stands();
"""


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [migrations.RunSQL(GUARDS, WITHOUT)]
