import pytest
from django.conf import settings
from django.db import ProgrammingError, connection, connections, transaction

from config.grants import append_only_tables
from tests.database import Snapshot

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


@pytest.mark.parametrize("verb", ["UPDATE {} SET id = id", "DELETE FROM {}", "TRUNCATE {}"])
def test_nobody_rewrites_the_audit_or_a_history_through_the_application(verb: str) -> None:
    assert "accounts_auditevent" in append_only_tables()
    for table in append_only_tables():
        statement = verb.format(connection.ops.quote_name(table))
        with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
            connection.cursor().execute(statement)


@pytest.mark.django_db(transaction=True)
def test_a_committing_test_leaves_the_database_as_the_migrations_made_it() -> None:
    """The next test proves it: it runs after this one and finds the reference rows still there."""
    with connections["default"].cursor() as cursor:
        cursor.execute("DELETE FROM auth_permission")


def test_reference_rows_are_back_after_a_committing_test() -> None:
    assert ask("SELECT count(*) > 0 FROM auth_permission") is True


def test_nothing_but_the_test_database_is_ever_emptied() -> None:
    """A snapshot outlives the test database by one hook; then its connection leads elsewhere."""
    with pytest.raises(RuntimeError, match="Refused to empty test_"):
        Snapshot("test_of_somebody_else", []).restore()
    with pytest.raises(RuntimeError, match="Refused to empty"):
        Snapshot(str(ask("SELECT current_database()")).removeprefix("test_"), []).restore()
