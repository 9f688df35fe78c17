"""Who runs a site reads the phones of its residents, the rule first, for as long as they sleep there."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import AuditEvent
from casework.cases.actions import restrict_case
from casework.contact.actions import add_phone, end_phone
from casework.contact.models import Phone
from casework.contact.rules import in_groups
from shelters.actions.cancelling import cancel
from shelters.actions.placements import place
from shelters.models import Placement, Posting
from tests.build import an_arrival, people_of
from tests.cast import log_in
from tests.shelters.acts import check_in, check_out
from tests.shelters.build import a_site, beds_of

ASK_FIRST = "Pregunte a la persona antes de cada llamada."
NUMBER = "+584147654321"
DAY = datetime.timedelta(days=1)


@pytest.fixture
def site(cast):
    return a_site(cast.cucuta, beds=(40,), run_by=cast.carla)


@pytest.fixture
def stay(cast, site) -> Placement:
    return a_resident(cast, site)


def a_resident(cast, site) -> Placement:
    """Somebody who sleeps here, with a number that may be called once they were asked."""
    person = people_of(an_arrival(cast))[0]
    add_phone(person, number="0414-7654321", may_be_called=True, asks_first=True, by=cast.ana)
    free = next(bed for bed in beds_of(site) if not bed.placements.exists())
    made = place(person, site=site, bed=free, starts_on=cast.carla.today(), by=cast.carla)
    return check_in(made, by=cast.carla)


def number_page(stay) -> str:
    return reverse("resident-phone-show", args=[stay.pk, stay.individual.phones.get().pk])


def text(client, address: str) -> str:
    return str(client.get(address).content.decode())


def shown_at(stay, client) -> dict[str, bool]:
    """Where the rule of the call stands, and whether the number itself stands there."""
    addresses = {
        "night": reverse("site-night", args=[stay.site_id]),
        "stay": reverse("placement-detail", args=[stay.pk]),
        "card": reverse("case-card", args=[stay.case.number]),
    }
    pages = {name: text(client, address) for name, address in addresses.items()}
    assert not [name for name, page in pages.items() if NUMBER in page.replace(" ", "")]
    return {name: number_page(stay) in page and ASK_FIRST in page for name, page in pages.items()}


def test_the_rule_stands_on_the_line_the_stay_and_the_card_and_the_number_behind_it(cast, stay):
    carla = log_in(cast.carla)
    assert shown_at(stay, carla) == {"night": True, "stay": True, "card": True}
    assert not AuditEvent.objects.filter(verb="phone.read").exists()
    page = text(carla, number_page(stay))
    assert page.index(ASK_FIRST) < page.index(in_groups(NUMBER))
    look = AuditEvent.objects.get(verb="phone.read")
    assert (look.actor, look.case_id, look.is_read) == (cast.carla, stay.case_id, True)


def test_nothing_of_the_rules_can_be_changed_from_a_stay(cast, stay):
    page = text(log_in(cast.carla), reverse("placement-detail", args=[stay.pk]))
    phone = stay.individual.phones.get()
    assert reverse("phone-change", args=[stay.individual.number, phone.pk]) not in page


@pytest.mark.parametrize("end", ["checks out", "posting ends", "is restricted", "number ends"])
def test_it_ends_when_the_person_no_longer_sleeps_there_or_is_no_longer_reached(cast, stay, end):
    carla, phone = log_in(cast.carla), stay.individual.phones.get()
    address = number_page(stay)
    assert carla.get(address).status_code == 200
    match end:
        case "checks out":
            check_out(stay, on=cast.carla.today(), by=cast.carla)
        case "posting ends":
            Posting.objects.update(ends_on=cast.carla.today())
        case "is restricted":
            restrict_case(stay.case, people=[cast.sonia], by=cast.sonia)
        case "number ends":
            end_phone(phone, ended_on=cast.carla.today(), by=cast.ana)
    assert carla.get(address).status_code == 404
    night = carla.get(reverse("site-night", args=[stay.site_id]))
    assert address not in night.content.decode()


def test_who_left_is_still_on_the_card_for_a_week_and_their_phone_is_not(cast, stay):
    check_out(stay, on=cast.carla.today(), by=cast.carla)
    carla = log_in(cast.carla)
    card = carla.get(reverse("case-card", args=[stay.case.number]))
    assert (card.status_code, ASK_FIRST in card.content.decode()) == (200, False)


def test_who_is_still_to_come_or_will_not_come_has_no_phone_yet(cast, site):
    person = people_of(an_arrival(cast))[0]
    add_phone(person, number="0414-7654321", by=cast.ana)
    on = cast.carla.today() + DAY
    stay = place(person, site=site, bed=beds_of(site)[0], starts_on=on, by=cast.carla)
    carla = log_in(cast.carla)
    assert carla.get(number_page(stay)).status_code == 404
    cancel(stay, reason="other", by=cast.carla)
    assert carla.get(number_page(stay)).status_code == 404


def test_only_who_runs_this_site_gets_the_number_from_the_stay(cast, stay):
    other = a_site(cast.cucuta, run_by=cast.carla)
    elsewhere = a_resident(cast, other)
    Posting.objects.filter(site=other).update(ends_on=cast.carla.today())
    assert log_in(cast.carla).get(number_page(elsewhere)).status_code == 404
    opened = [
        name
        for name, user in cast.users.items()
        if log_in(user).get(number_page(stay)).status_code == 200
    ]
    assert opened == ["carla"]


def test_the_phone_of_another_resident_is_not_reached_through_this_stay(cast, site, stay):
    other = a_resident(cast, site)
    address = reverse("resident-phone-show", args=[stay.pk, other.individual.phones.get().pk])
    assert log_in(cast.carla).get(address).status_code == 404


def test_a_relative_in_the_family_who_sleeps_elsewhere_stays_unread(cast, site, stay):
    relative = people_of(stay.case)[1]
    phone = add_phone(relative, number="0424-1112222", by=cast.ana)
    address = reverse("resident-phone-show", args=[stay.pk, phone.pk])
    assert log_in(cast.carla).get(address).status_code == 404
    assert Phone.objects.filter(individual=relative).count() == 1


def test_a_night_with_phones_costs_the_same_for_one_and_for_four(cast, site):
    carla, address = log_in(cast.carla), reverse("site-night", args=[site.pk])
    costs = []
    for wanted in (1, 4):
        while Placement.objects.count() < wanted:
            a_resident(cast, site)
        carla.get(address)
        with CaptureQueriesContext(connection) as queries:
            assert carla.get(address).content.decode().count(ASK_FIRST) == wanted
        costs.append(len(queries))
    assert costs[0] == costs[1]
