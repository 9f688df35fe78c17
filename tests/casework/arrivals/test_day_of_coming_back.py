"""The day of an arrival by which a person came back is corrected: the return moves too, or a sentence says why not."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import AuditEvent
from casework.arrivals.actions.duplicates import Choice, log_arrival_with_choices
from casework.corrections.models import Correction
from casework.exits.actions import record_exit, settle_exit
from casework.register.choices import AfterExit, ExitType
from casework.register.models.arrival import Arrival
from casework.register.models.exit import Exit
from tests.build import a_row, an_individual
from tests.cast import Cast, as_

pytestmark = pytest.mark.django_db
D = datetime.date
LEFT, AGAIN, RIGHT = D(2019, 3, 30), D(2019, 4, 2), D(2019, 4, 1)


@pytest.fixture
def back(cast: Cast) -> Exit:
    """The exit of a person who left and arrived again, which is the second arrival of the case."""
    person = an_individual(cast)
    leaving = record_exit(person, type=ExitType.OWN_MEANS, on=LEFT, by=cast.ana)
    told = Choice(0, person.number, True)
    rows = [a_row()]
    log_arrival_with_choices(choices=[told], team=cast.norte, rows=rows, on=AGAIN, by=cast.ana)
    leaving.refresh_from_db()
    assert leaving.back_on == AGAIN
    return leaving


def second(leaving: Exit) -> Arrival:
    arrival: Arrival = leaving.case.arrivals.latest("logged_at")
    return arrival


def send_correction(client: Client, leaving: Exit, on: datetime.date, **typed: str) -> list[str]:
    """Sends the form that corrects the arrival; returns the errors of the day."""
    address = reverse("arrival-correct", args=[second(leaving).pk])
    page = client.get(address).context["form"].initial
    sent = client.post(
        address, {"on": on, "entry_mode": "unknown", "version": page["version"], **typed}
    )
    leaving.refresh_from_db()
    return [] if sent.status_code == 302 else list(sent.context["form"].errors.get("on", []))


@pytest.mark.parametrize("right", [RIGHT, LEFT, D(2019, 4, 5)])
def test_the_return_moves_with_the_arrival_that_wrote_it(cast, back, right):
    assert send_correction(as_(cast.ana), back, right) == []
    assert (second(back).on, back.back_on) == (right, right)
    [kept] = Correction.objects.of(back)
    assert (kept.fields, kept.individual, kept.by) == (["back_on"], back.individual, cast.ana)
    assert f"{AGAIN:%-d}" in kept.changes
    assert AuditEvent.objects.filter(verb="exit.return_corrected", actor=cast.ana).exists()


def test_a_day_before_they_left_is_refused_and_says_why(cast, back):
    [why] = send_correction(as_(cast.ana), back, LEFT - datetime.timedelta(days=1))
    assert "Nadie vuelve antes de irse" in why
    assert (second(back).on, back.back_on) == (AGAIN, AGAIN)


def test_a_day_after_they_left_again_is_refused_and_says_why(cast, back):
    record_exit(back.individual, type=ExitType.OWN_MEANS, on=AGAIN, by=cast.ana)
    [why] = send_correction(as_(cast.ana), back, AGAIN + datetime.timedelta(days=3))
    assert "volvió a ir antes de ese día" in why
    assert (second(back).on, back.back_on) == (AGAIN, AGAIN)


def test_a_return_whose_day_somebody_said_stays(cast, back):
    said = {"what": AfterExit.BACK, "back_on": RIGHT, "reason": "La vio Ana"}
    settle_exit(back, by=cast.ana, **said)
    assert send_correction(as_(cast.ana), back, AGAIN + datetime.timedelta(days=1)) == []
    assert back.back_on == RIGHT


def test_a_return_that_was_typed_by_hand_is_no_arrivals(cast, back):
    """A return that was typed by hand belongs to no arrival, and does not move with one of the same day."""
    Exit.objects.filter(pk=back.pk).update(back_with=None)
    assert send_correction(as_(cast.ana), back, RIGHT) == []
    assert back.back_on == AGAIN
