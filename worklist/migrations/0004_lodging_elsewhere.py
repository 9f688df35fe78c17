"""A promise of lodging elsewhere, its agreement and the renunciation that the agreement requires say who waits for a bed."""

from django.db import migrations

TABLES = ('asylum_renunciation', 'asylum_renunciationdemand')
ROWS = {
    'insert': 'NEW TABLE AS changed',
    'delete': 'OLD TABLE AS changed',
    'update': 'OLD TABLE AS was NEW TABLE AS became',
}
OF_A_PERSON = (
    "'SELECT DISTINCT NULL::uuid, individual_id, '''' FROM changed', 'case_id, person_id, kind'"
)
TRIGGERS = [
    (
        f'CREATE TRIGGER due_touched_by_{act} AFTER {act.upper()} ON {table} REFERENCING {rows}'
        f' FOR EACH STATEMENT EXECUTE FUNCTION worklist_touch({OF_A_PERSON})',
        f'DROP TRIGGER due_touched_by_{act} ON {table}',
    )
    for table in TABLES
    for act, rows in ROWS.items()
]
OF_AN_AGREEMENT = """
CREATE TRIGGER due_touched_by_end AFTER UPDATE OF ends_on, condition ON aid_agreement
    FOR EACH ROW WHEN ((OLD.ends_on, OLD.condition) IS DISTINCT FROM (NEW.ends_on, NEW.condition))
    EXECUTE FUNCTION worklist_touch_nights()
"""


class Migration(migrations.Migration):

    dependencies = [('worklist', '0003_voice'), ('aid', '0001_initial'), ('asylum', '0001_initial')]

    operations = [
        *(migrations.RunSQL(made, taken) for made, taken in TRIGGERS),
        migrations.RunSQL(OF_AN_AGREEMENT, 'DROP TRIGGER due_touched_by_end ON aid_agreement'),
    ]
