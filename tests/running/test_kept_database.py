"""The migrated database that is kept for the tests is made anew with whatever it depends on."""

from typing import Any

import pytest
from django.db import connection

from casework.consents.models import Consent
from config import schema
from tests import database


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("permissions", [("be_new", "May be new")]),
        ("default_permissions", ("view", "print")),
    ],
)
def test_a_permission_that_is_new_asks_for_another(
    name: str, value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = database.fingerprint()
    assert database.fingerprint() == before

    monkeypatch.setattr(Consent._meta, name, value)

    assert database.fingerprint() != before


def test_a_migration_that_is_new_asks_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    before = database.fingerprint()

    monkeypatch.setattr(schema, "fingerprint", lambda *_where: "of other migrations")

    assert database.fingerprint() != before


def test_a_copy_holds_every_migration_and_the_applications_rights(db: None) -> None:
    """However this run's database was made."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FILTER (WHERE name = '0001_initial'),"
            " has_table_privilege('casework_consent', 'INSERT'),"
            " has_table_privilege('django_migrations', 'INSERT'),"
            " current_setting('random_page_cost') FROM django_migrations"
        )
        first, may_write, may_migrate, page_cost = cursor.fetchone()
    assert first > 10
    assert (may_write, may_migrate, page_cost) == (True, False, "1.1")
