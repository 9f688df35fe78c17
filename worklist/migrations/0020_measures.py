"""Separations and restrictions of former fighters are followed: what falls due of them is kept, too."""

from django.db import migrations

OF_A_PERSON = "SELECT DISTINCT NULL::uuid, individual_id, '''' FROM changed"
SEEN_AS = {
    "insert": "NEW TABLE AS changed",
    "delete": "OLD TABLE AS changed",
    "update": "OLD TABLE AS was NEW TABLE AS became",
}
FOLLOWED = "\n".join(
    f"CREATE TRIGGER due_touched_by_{what} AFTER {what.upper()} ON asylum_measure REFERENCING {rows}"
    f" FOR EACH STATEMENT EXECUTE FUNCTION worklist_touch('{OF_A_PERSON}');"
    for what, rows in SEEN_AS.items()
)
NO_LONGER = "\n".join(f"DROP TRIGGER due_touched_by_{what} ON asylum_measure;" for what in SEEN_AS)


class Migration(migrations.Migration):
    dependencies = [
        ("asylum", "0040_measures"),
        ("worklist", "0010_renunciation_reviews"),
    ]

    operations = [migrations.RunSQL(FOLLOWED, NO_LONGER)]
