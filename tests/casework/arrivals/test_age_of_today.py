"""A typed age is the age today, whatever the day of arrival; and nobody was born after arriving."""

import datetime
import uuid

import pytest
from django.urls import reverse

from casework.identity.birth_field import BirthField
from casework.register.models.individual import Individual
from casework.register.rules import parse_birth
from reference.rules import add_months
from tests.build import a_row, an_arrival, people_of
from tests.cast import Cast, as_

pytestmark = pytest.mark.django_db


def logged(cast: Cast, *, on: datetime.date, birth: str):
    """Sends a mother and her child by the grid."""
    typed = {
        "on": on.isoformat(),
        "team": cast.norte.pk,
        "submission": str(uuid.uuid4()),
        "entry_mode": "bridge",
        "is_stamped": "",
        "head-given_names": "Ana",
        "head-family_names": "Rojas",
        "head-birth": "29",
        "head-sex": "f",
        "head-force": "none",
        "member-TOTAL_FORMS": "1",
        "member-INITIAL_FORMS": "0",
        "member-0-given_names": "Mía",
        "member-0-family_names": "Rojas",
        "member-0-birth": birth,
        "member-0-relation": "DAU",
    }
    return as_(cast.ana).post(reverse("arrival-log"), typed)


def baby() -> Individual:
    return Individual.objects.get(number__endswith="-02")


@pytest.mark.parametrize("weeks", [0, 1, 11])
def test_months_are_counted_from_today_however_long_ago_the_family_came(cast: Cast, weeks) -> None:
    today = cast.ana.today()
    sent = logged(cast, on=today - datetime.timedelta(weeks=weeks), birth="8 m")
    assert sent.status_code == 302, sent.content.decode()
    assert baby().born_on == add_months(today, -8).replace(day=1)
    assert Individual.objects.get(number__endswith="-01").birth_year == today.year - 29


@pytest.mark.parametrize("days", [3, 10, 20])
def test_days_are_counted_back_from_today_and_keep_the_month(cast: Cast, days) -> None:
    today = cast.ana.today()
    sent = logged(cast, on=today - datetime.timedelta(days=2), birth=f"{days} días")
    assert sent.status_code == 302, sent.content.decode()
    assert baby().born_on == (today - datetime.timedelta(days=days)).replace(day=1)


def test_who_is_younger_than_the_arrival_did_not_arrive(cast: Cast) -> None:
    sent = logged(cast, on=cast.ana.today() - datetime.timedelta(days=70), birth="20 días")
    assert sent.status_code == 200
    assert not Individual.objects.exists()


@pytest.mark.parametrize(
    ("typed", "on", "by", "born"),
    [
        ("0 m", (2026, 11, 3), (2026, 10, 30), (2026, 10, 1)),
        ("8 m", (2026, 11, 27), (2026, 9, 10), (2026, 3, 1)),
        ("recién nacida", (2026, 11, 1), (2026, 10, 31), (2026, 10, 1)),
    ],
)
def test_an_age_leaves_open_what_the_day_of_arrival_settles(typed, on, by, born) -> None:
    field = BirthField(on=datetime.date(*on), by=datetime.date(*by))
    assert field.clean(typed).born_on == datetime.date(*born)


def test_a_year_of_age_that_lies_after_the_arrival_is_the_year_before() -> None:
    birth = parse_birth("0", on=datetime.date(2027, 1, 5), by=datetime.date(2026, 12, 20))
    assert birth.year == 2026


def test_each_form_says_of_which_day_the_age_is(cast: Cast) -> None:
    page = as_(cast.ana).get(reverse("arrival-log")).content.decode()
    assert "edad de hoy" in page
    case = an_arrival(cast, people=[a_row()])
    person = people_of(case)[0]
    for address in (
        reverse("member-add", args=[case.number]),
        reverse("individual-correct", args=[person.number]),
    ):
        assert "la de hoy" in as_(cast.ana).get(address).content.decode()


@pytest.mark.parametrize(("birth", "is_taken"), [("10 días", False), ("40 días", True)])
def test_who_joins_was_born_by_then(cast: Cast, birth, is_taken) -> None:
    today = cast.ana.today()
    case = an_arrival(cast, people=[a_row()], on=today - datetime.timedelta(days=60))
    joined = today - datetime.timedelta(days=35)
    typed = {"given_names": "Sol", "relation": "DAU", "birth": birth, "joined_on": joined}
    sent = as_(cast.ana).post(
        reverse("member-add", args=[case.number]), typed | {"are_ages_right": "on"}
    )
    assert (sent.status_code == 302) == is_taken
