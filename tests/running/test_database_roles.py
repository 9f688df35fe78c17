import pytest
from django.conf import settings
from django.db import ProgrammingError, connection, connections, transaction

from accounts.models import Office
from config.grants import PLANNER, append_only_tables, kept_tables, never_deleted_tables
from tests.conftest import pytest_runtest_teardown
from tests.database import Snapshot
from vault.keys import destroy_key, issue_key
from vault.models import SubjectKey

pytestmark = pytest.mark.django_db


def ask(query: str, using: str = "default") -> object:
    with connections[using].cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchone()[0]


def test_tests_run_as_the_applications_role_on_a_test_database() -> None:
    assert ask("SELECT current_user") == settings.DATABASES["default"]["USER"]
    assert ask("SELECT current_user", "owner") != ask("SELECT current_user")
    assert str(ask("SELECT current_database()")).startswith("test_")
    assert ask("SELECT current_database()") == ask("SELECT current_database()", "owner")


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE mine (a int)",
        "CREATE TEMPORARY TABLE mine (a int)",
        "CREATE SCHEMA mine",
        "ALTER TABLE accounts_user ADD COLUMN mine int",
        "DROP TABLE accounts_user",
        "CREATE TABLE vault.mine (a int)",
        "DELETE FROM django_migrations",
    ],
)
def test_the_applications_role_changes_no_table(statement: str) -> None:
    with pytest.raises(ProgrammingError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_the_planner_is_told_what_things_cost() -> None:
    for name, value in PLANNER.items():
        assert ask(f"SHOW {name}") == value


@pytest.mark.parametrize("verb", ["UPDATE {} SET id = id", "DELETE FROM {}", "TRUNCATE {}"])
def test_nobody_rewrites_the_audit_or_a_history_through_the_application(verb: str) -> None:
    assert "accounts_auditevent" in append_only_tables()
    for table in append_only_tables():
        statement = verb.format(connection.ops.quote_name(table))
        with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
            connection.cursor().execute(statement)


KEPT_WHEN_MISTAKEN = {
    '"vault"."subject_key"',
    "accounts_grant",
    "asylum_asylumapplication",
    "asylum_evidence",
    "asylum_evidencereply",
    "asylum_observation",
    "asylum_renunciation",
    "asylum_standingreview",
    "reporting_fundertable",
}


@pytest.mark.parametrize("verb", ["DELETE FROM {}", "TRUNCATE {}"])
def test_nobody_deletes_through_the_application_what_stays_on_file(verb: str) -> None:
    assert set(never_deleted_tables()) >= KEPT_WHEN_MISTAKEN
    for table in never_deleted_tables():
        statement = verb.format(connection.ops.quote_name(table))
        with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
            connection.cursor().execute(statement)


def test_the_application_counts_for_the_planner_only_what_is_kept() -> None:
    kept = kept_tables()
    assert {"worklist_keptdue", "shelters_keptoccupancy"} <= set(kept)
    for table in ("casework_case", "accounts_auditevent", *kept):
        asked = f"SELECT has_table_privilege('{table}', 'MAINTAIN')"
        assert ask(asked) == (table in kept), table


@pytest.mark.django_db(transaction=True)
def test_what_a_committing_test_deletes_and_adds_is_put_right(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pytest asks conftest.py for it after every such test; here it is asked in the middle of one."""
    count = "SELECT count(*) FROM auth_permission"
    before, owner = ask(count), connections["owner"]
    assert before
    Office.objects.create(name="Cúcuta")
    connection.cursor().execute("DELETE FROM auth_permission")
    assert (ask(count), Office.objects.count()) == (0, 1)
    with monkeypatch.context() as free:
        # Inside a committing test Django forbids the owner's connection.
        for name in ("connect", "cursor"):
            free.setattr(owner, name, getattr(owner, name).wrapped)
        assert list(pytest_runtest_teardown(request.node)) == [None]
    assert (ask(count), Office.objects.count()) == (before, 0)


def test_nothing_but_the_test_database_is_ever_emptied() -> None:
    """A snapshot outlives the test database by one hook; then its connection leads elsewhere."""
    with pytest.raises(RuntimeError, match="Refused to empty test_"):
        Snapshot("test_of_somebody_else", []).restore()
    with pytest.raises(RuntimeError, match="Refused to empty"):
        Snapshot(str(ask("SELECT current_database()")).removeprefix("test_"), []).restore()


def test_a_subjects_key_is_emptied_and_never_deleted() -> None:
    """Lost and erased stay two different things."""
    key_id = issue_key()
    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        SubjectKey.objects.filter(id=key_id).delete()
    assert destroy_key(key_id)
