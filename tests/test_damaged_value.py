"""A value that is not the one that was sealed: told as damaged, alarmed once, and nothing else is in its way."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from accounts.models import AuditEvent
from accounts.permissions import Permission
from casework.register.models.individual import Individual
from tests.build import a_row, an_arrival, people_of
from tests.cast import Cast, log_in
from vault.damage import DamagedValue, showing_placeholders
from vault.errors import Tampered


@pytest.fixture
def damaged(cast: Cast) -> Individual:
    """Somebody whose given names were pasted from another person's row."""
    victim, other = (
        people_of(an_arrival(cast, people=[a_row(name, surname)]))[0]
        for name, surname in (("Yorman", "Prueba"), ("Petra", "Pérez"))
    )
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE casework_individual SET given_names ="
            " (SELECT given_names FROM casework_individual WHERE id = %s) WHERE id = %s",
            [other.pk, victim.pk],
        )
    return Individual.objects.get(pk=victim.pk)


def ciphertext(person: Individual) -> bytes:
    return bytes(
        Individual.objects.filter(pk=person.pk).values_list("given_names", flat=True).get()
    )


def test_lists_and_pages_show_the_rest_and_say_what_is_damaged(
    cast: Cast, damaged: Individual
) -> None:
    browser = log_in(cast.ana)
    for address in ("/people/", f"/people/{damaged.number}/"):
        page = browser.get(address)
        text = page.content.decode()
        assert (page.status_code, "⚠ registro dañado" in text) == (200, True)
        assert "Prueba" in text
    assert "Petra" in browser.get("/people/").content.decode()
    cast.ana.language = "en"
    cast.ana.save(update_fields=["language"])
    assert "⚠ record damaged" in browser.get("/people/").content.decode()


def test_outside_a_page_reading_it_still_fails(damaged: Individual) -> None:
    with pytest.raises(Tampered):
        _ = damaged.given_names


def test_it_is_written_down_once_and_turns_the_machine_unready(
    cast: Cast, damaged: Individual
) -> None:
    assert Client().get("/readyz").json()["checks"]["records"]["ok"]
    for _look in range(2):
        log_in(cast.ana).get("/people/")
    event = AuditEvent.objects.get(verb="vault.value_damaged")
    assert (event.about_id, event.details) == (str(damaged.pk), {"field": "given_names"})
    for reader, permission in (
        (cast.sonia, Permission.AUDIT_OFFICE_READ),
        (cast.adela, Permission.USER_CHANGE),
    ):
        assert event in AuditEvent.objects.visible_to(reader, permission)
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["checks"]["records"]["ok"]) == (503, False)


def test_a_form_left_as_it_was_shown_keeps_the_ciphertext_and_a_new_name_mends_it(
    cast: Cast, damaged: Individual
) -> None:
    before = ciphertext(damaged)
    log_in(cast.ana).get("/people/")
    for left in ("⚠ registro dañado", "⚠ record damaged", "", None):
        with showing_placeholders():
            assert damaged.given_names
            damaged.given_names = left
        damaged.save()
        assert ciphertext(damaged) == before
    with pytest.raises(CommandError, match="1 values cannot be read"):
        call_command("vault", "check", "--all", stdout=StringIO())
    with showing_placeholders():
        damaged.given_names = "Yorman"
    damaged.save()
    told = StringIO()
    call_command("vault", "check", "--all", stdout=told)
    assert "1 values that pages met as damaged can be read again." in told.getvalue()
    assert not DamagedValue.objects.exists()
    assert Individual.objects.get(pk=damaged.pk).given_names == "Yorman"
