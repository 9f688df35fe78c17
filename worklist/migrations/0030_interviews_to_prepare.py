"""Interviews and what the checklist of a claim lacks are followed: what falls due of them is kept, too."""

from django.db import migrations

OF_A_CLAIM = (
    "SELECT DISTINCT NULL::uuid, application.individual_id, '''' FROM changed"
    " JOIN asylum_asylumapplication application ON application.id = changed.application_id"
)
OF_ALL = "SELECT DISTINCT NULL::uuid, NULL::uuid, ''interview_to_prepare'' FROM changed"
TABLES = {
    "asylum_claiminterview": OF_A_CLAIM,
    "asylum_checklistmark": OF_A_CLAIM,
    "asylum_pathwaypaper": OF_ALL,
}
SEEN_AS = {
    "insert": "NEW TABLE AS changed",
    "delete": "OLD TABLE AS changed",
    "update": "OLD TABLE AS was NEW TABLE AS became",
}
FOLLOWED = "\n".join(
    f"CREATE TRIGGER due_touched_by_{what} AFTER {what.upper()} ON {table} REFERENCING {rows}"
    f" FOR EACH STATEMENT EXECUTE FUNCTION worklist_touch('{question}');"
    for table, question in TABLES.items()
    for what, rows in SEEN_AS.items()
)
NO_LONGER = "\n".join(
    f"DROP TRIGGER due_touched_by_{what} ON {table};" for table in TABLES for what in SEEN_AS
)


class Migration(migrations.Migration):
    dependencies = [
        ("asylum", "0034_checklists"),
        ("worklist", "0020_measures"),
    ]

    operations = [migrations.RunSQL(FOLLOWED, NO_LONGER)]
