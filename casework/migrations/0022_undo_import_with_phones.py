"""An import that is taken back takes its phones back, which have a table of their own now, and the pairs
of possible duplicates that nobody has decided on: the house found them by itself."""

from importlib import import_module

from django.db import migrations

before = import_module("casework.migrations.0009_undo_import")

REFUSALS = before.REFUSALS.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION").replace(
    "'casework_identitydocument',", "'casework_identitydocument', 'casework_phone',"
)
REFUSALS = REFUSALS.replace(
    "ARRAY['worklist_notice']", "ARRAY['worklist_notice', 'casework_duplicatepair']"
)
REFUSALS = REFUSALS.replace(
    "    -- 4. No row of any other table",
    """    RETURN QUERY
        SELECT DISTINCT c.number::text, 'casework_duplicatepair'
          FROM public.casework_duplicatepair d
          JOIN public.casework_individual i ON i.id IN (d.first_id, d.second_id)
          JOIN public.casework_arrival a ON a.id = i.arrival_id
          JOIN public.casework_case c ON c.id = a.case_id
         WHERE c.id = ANY (made_cases) AND d.status <> 'open';
    -- 4. No row of any other table""",
)
UNDO = before.UNDO.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION").replace(
    "    DELETE FROM public.casework_identitydocument",
    "    DELETE FROM public.casework_duplicatepair d\n"
    "     WHERE d.first_id = ANY (made_people) OR d.second_id = ANY (made_people);\n"
    "    DELETE FROM public.casework_phone p WHERE p.individual_id = ANY (made_people);\n"
    "    DELETE FROM public.casework_identitydocument",
)


class Migration(migrations.Migration):
    dependencies = [("casework", "0021_people_situation")]

    operations = [
        migrations.RunSQL(REFUSALS, migrations.RunSQL.noop),
        migrations.RunSQL(UNDO, migrations.RunSQL.noop),
    ]
