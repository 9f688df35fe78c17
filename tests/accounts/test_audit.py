"""The audit log: written before anything is shown, never changed, read without content."""

import pytest
from django.db import ProgrammingError, connection, transaction
from django.test import Client
from django.utils import timezone

from accounts.audit import record, record_read
from accounts.models import AuditEvent
from tests.cast import Cast, log_in


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE accounts_auditevent SET verb = 'x'",
        "DELETE FROM accounts_auditevent",
        "TRUNCATE accounts_auditevent",
    ],
)
def test_the_applications_database_role_adds_events_and_changes_none(
    cast: Cast, statement: str
) -> None:
    event = record("office.opened", by=cast.adela, about=cast.cucuta)
    with (
        pytest.raises(ProgrammingError, match="permission denied"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    assert AuditEvent.objects.get().pk == event.pk


def test_the_database_says_when_something_happened(cast: Cast) -> None:
    """Whoever holds the application's password adds no event of another day."""
    began = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO accounts_auditevent"
            " (id, at, verb, is_read, about_type, about_id, details)"
            " VALUES (gen_random_uuid(), '2020-01-01', 'case.read', true, '', '', '{}')"
        )
    assert began <= AuditEvent.objects.get().at <= timezone.now()


def test_an_event_names_the_actor_the_office_and_the_row(cast: Cast) -> None:
    event = record_read("user.read", by=cast.adela, about=cast.ana)
    event.refresh_from_db()
    assert (event.actor, event.office, event.verb, event.is_read) == (
        cast.adela,
        cast.cucuta,
        "user.read",
        True,
    )
    assert (event.about_type, event.about_id, event.details) == (
        "accounts.user",
        str(cast.ana.pk),
        {},
    )


def test_if_the_look_cannot_be_written_nothing_is_shown(cast: Cast) -> None:
    browser = log_in(cast.aurelio)
    browser.raise_request_exception = False
    assert browser.get("/audit/").status_code == 200
    AuditEvent._meta.db_table, table = "no_such_table", AuditEvent._meta.db_table
    try:
        with transaction.atomic():
            answer = browser.get("/audit/")
            transaction.set_rollback(True)
    finally:
        AuditEvent._meta.db_table = table
    assert answer.status_code == 500
    assert b"Aurelio" not in answer.content


def shown(browser: Client, path: str) -> set[str]:
    return {event.verb for event in browser.get(path).context["page_obj"]}


def test_auditor_supervisor_and_administrator_each_read_their_part(cast: Cast) -> None:
    record("case.closed", by=cast.ana)
    record("case.reopened", by=cast.mara)
    record("account.invited", by=cast.adela, about=cast.ana)
    assert {"case.closed", "case.reopened", "account.invited"} <= shown(
        log_in(cast.aurelio), "/audit/"
    )
    assert shown(log_in(cast.sonia), "/audit/office/") == {
        "case.closed",
        "account.invited",
        "audit.read",
    }
    assert shown(log_in(cast.mara), "/audit/office/") == {"case.reopened", "audit.read"}
    assert shown(log_in(cast.adela), "/audit/accounts/") == {"account.invited"}


@pytest.mark.parametrize(
    ("path", "readers"),
    [
        ("/audit/", {"aurelio"}),
        ("/audit/office/", {"sonia", "mara"}),
        ("/audit/accounts/", {"adela"}),
    ],
)
def test_everybody_else_finds_no_audit_log(cast: Cast, path: str, readers: set[str]) -> None:
    found = {name for name, user in cast.users.items() if log_in(user).get(path).status_code == 200}
    assert found == readers
