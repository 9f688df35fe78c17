"""A letter of which the ground is gone falls due: letters are followed, and the identity papers on which some rest."""

from django.db import migrations

FOLLOWED = ("asylum_letter", "casework_identitydocument")
CHANGES = {
    "INSERT": "NEW TABLE AS changed",
    "DELETE": "OLD TABLE AS changed",
    "UPDATE": "OLD TABLE AS was NEW TABLE AS became",
}
QUESTION = "SELECT DISTINCT NULL::uuid, individual_id, '''' FROM changed"
FOLLOW = ";\n".join(
    f"CREATE TRIGGER due_touched_by_{change.lower()} AFTER {change} ON {table} REFERENCING {rows}"
    f" FOR EACH STATEMENT EXECUTE FUNCTION worklist_touch('{QUESTION}', 'case_id, person_id, kind')"
    for table in FOLLOWED
    for change, rows in CHANGES.items()
)
UNFOLLOW = ";\n".join(
    f"DROP TRIGGER due_touched_by_{change.lower()} ON {table}"
    for table in FOLLOWED
    for change in CHANGES
)


class Migration(migrations.Migration):
    dependencies = [
        ("worklist", "0001_initial"),
        ("asylum", "0006_hour_and_place"),
    ]

    operations = [migrations.RunSQL(FOLLOW, UNFOLLOW)]
