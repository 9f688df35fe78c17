"""What has ended, or was recorded by mistake, stays in the file, with the way to put it right."""

import datetime

import pytest
from django.urls import reverse

from casework.contact.actions import add_phone, end_phone
from casework.home.actions import (
    correct_incident,
    correct_relative,
    record_detention,
    record_incident,
    record_relative,
)
from casework.home.choices import DetentionEnd, IncidentType, RelativeEnd
from casework.identity.actions.onward import (
    add_contact_abroad,
    end_contact_abroad,
    record_onward_plan,
)
from casework.identity.choices import OnwardStatus
from casework.register.choices import Relation
from pages.dates import short_date
from tests.build import an_arrival, people_of
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.django_db
DAYS = datetime.timedelta(days=1)


@pytest.fixture
def case(cast):
    return an_arrival(cast)


@pytest.fixture
def person(case):
    return people_of(case)[0]


@pytest.fixture
def mother(cast, person):
    return record_relative(person, relation=Relation.MOTHER, name="Carmen Alicia", by=cast.ana)


@pytest.fixture
def detention(cast, mother):
    today = cast.ana.today()
    dates = {"since": today - 9 * DAYS, "review_on": today + 10 * DAYS}
    return record_detention(mother, **dates, by=cast.ana)


def home(case, user) -> str:
    answer = as_(user).get(reverse("case-part", args=[case.number, "home"]))
    return answer.content.decode()


def person_page(person, user) -> str:
    return as_(user).get(reverse("individual-detail", args=[person.number])).content.decode()


def ended_by(user, detention, how) -> None:
    address, client = reverse("detention-review", args=[detention.pk]), as_(user)
    typed = {"ended_on": str(user.today()), "ended_as": how}
    answer = client.post(address, page_of(client.get(address)).fields | typed)
    assert answer.status_code == 302, answer.context["form"].errors


def test_a_detention_says_in_words_where_it_is_asked_about_and_on_which_day(cast, case, detention):
    page = home(case, cast.ana)
    assert "Qué se sabe de esta detención" in page
    assert reverse("detention-review", args=[detention.pk]) in page
    assert f'datetime="{detention.review_on.isoformat()}"' in page


def test_who_ends_a_detention_is_told_so_and_the_timeline_says_who_did(
    cast, case, person, detention
):
    address, client = reverse("detention-review", args=[detention.pk]), as_(cast.ana)
    typed = {"ended_on": str(cast.ana.today()), "ended_as": DetentionEnd.RELEASED}
    form = page_of(client.get(address)).fields
    assert page_of(client.post(address, form | typed, follow=True)).says(
        "Quedó registrado que la detención terminó: Quedó en libertad"
    )
    page = page_of(client.get(reverse("case-timeline", args=[case.number])))
    assert page.says(
        f"Ana registró que terminó la detención de un familiar de {person.display_name}"
    )


def test_a_detention_that_ended_stays_beside_the_relative_with_its_days(cast, case, detention):
    ended_by(cast.ana, detention, DetentionEnd.RELEASED)
    page = home(case, cast.ana)
    assert "Quedó en libertad" in page
    assert short_date(detention.since) in page
    assert reverse("detention-review", args=[detention.pk]) in page
    assert reverse("detention-record", args=[detention.relative_id]) in page
    correct_relative(
        detention.relative, ended_on=cast.ana.today(), ended_as=RelativeEnd.SAFE, by=cast.ana
    )
    page = home(case, cast.ana)
    assert "Quedó en libertad" in page, "of who is no longer at home as well"
    assert reverse("detention-review", args=[detention.pk]) in page


def test_a_detention_that_was_none_is_struck_out_and_can_be_put_right(cast, case, detention):
    ended_by(cast.ana, detention, DetentionEnd.MISTAKE)
    page = home(case, cast.ana)
    assert "Registrado por error" in page
    assert "<del>" in page
    assert reverse("detention-review", args=[detention.pk]) in page


def test_an_incident_that_was_none_is_struck_out_and_can_be_put_right(cast, case, person):
    told = {"type": IncidentType.THREATENED, "source": "client"}
    incident = record_incident(person, **told, by=cast.ana)
    correct_incident(incident, is_mistake=True, by=cast.ana)
    page = home(case, cast.ana)
    assert "<del>Amenaza" in page
    assert "se queda en este expediente" not in page
    assert reverse("incident-correct", args=[incident.pk]) in page


def test_a_number_no_longer_used_is_reached_and_says_that_nobody_calls_it(cast, person):
    phone = add_phone(person, number="+57 300 123 4567", may_be_called=True, by=cast.ana)
    end_phone(phone, ended_on=cast.ana.today(), by=cast.ana)
    shown = reverse("phone-show", args=[person.number, phone.pk])
    assert shown in person_page(person, cast.ana)
    page = page_of(as_(cast.ana).get(shown))
    assert page.says("No llame")
    assert not page.says("Se puede llamar")


def test_a_contact_abroad_that_ended_is_reached_and_says_that_nobody_calls_it(cast, person):
    told = {"country": "CL", "phone": "+56 2 2345 6789", "may_be_called": True}
    contact = add_contact_abroad(person, **told, by=cast.ana)
    end_contact_abroad(contact, ended_on=cast.ana.today(), by=cast.ana)
    shown = reverse("contact-abroad-show", args=[person.number, contact.pk])
    assert shown in person_page(person, cast.ana)
    page = page_of(as_(cast.ana).get(shown))
    assert page.says("No llame")
    assert not page.says("Se puede llamar")


def test_a_plan_to_travel_on_stays_readable_behind_the_newer_one(cast, person):
    plan = {"country": "CL", "note": "Por la hermana."}
    record_onward_plan(person, status=OnwardStatus.WANTS, **plan, by=cast.ana)
    record_onward_plan(person, status=OnwardStatus.NONE, by=cast.ana)
    page = person_page(person, cast.ana)
    assert "Quiere quedarse" in page
    assert "Por la hermana." in page
