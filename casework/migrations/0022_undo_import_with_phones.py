"""An import that is taken back takes the phones back that it wrote; they have a table of their own now."""

from importlib import import_module

from django.db import migrations

before = import_module("casework.migrations.0009_undo_import")

REFUSALS = before.REFUSALS.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION").replace(
    "'casework_identitydocument',", "'casework_identitydocument', 'casework_phone',"
)
UNDO = before.UNDO.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION").replace(
    "    DELETE FROM public.casework_identitydocument",
    "    DELETE FROM public.casework_phone p WHERE p.individual_id = ANY (made_people);\n"
    "    DELETE FROM public.casework_identitydocument",
)


class Migration(migrations.Migration):
    dependencies = [("casework", "0021_people_situation")]

    operations = [
        migrations.RunSQL(REFUSALS, migrations.RunSQL.noop),
        migrations.RunSQL(UNDO, migrations.RunSQL.noop),
    ]
