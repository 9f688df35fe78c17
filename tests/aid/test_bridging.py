"""What ends, and what it costs to bridge: counted by hand, right to the peso, and the sum is shown."""

import datetime
from decimal import Decimal

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from aid.actions.commitments import correct_commitment
from aid.choices import AidKind, CostPer
from aid.falls import falls, total_in_words
from aid.models import Commitment
from aid.querysets.cover import WhatIf
from aid.rules.bridging import Rate, bridged
from aid.rules.spans import Span
from shelters.contracts.choices import RatePer
from shelters.contracts.models import SiteContract
from tests.aid.build import a_commitment
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of

TODAY = datetime.date(2019, 3, 1)
DAY = datetime.timedelta(days=1)
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _on_the_first_of_march() -> object:
    with time_machine.travel(datetime.datetime(2019, 3, 1, 15, tzinfo=datetime.UTC), tick=False):
        yield


def a_hotel(cast, *, families=(2, 1), rate="35000", per=RatePer.BED, ends_on=TODAY + 5 * DAY):
    """A hotel under contract through 5 March, in which these families sleep, each person in a bed."""
    hotel = a_site(cast.cucuta, beds=[2, 6], run_by=cast.carla, contract_ends_on=ends_on)
    SiteContract.objects.filter(site=hotel).update(
        rate=Decimal(rate) if rate else None,
        rate_per=per if rate else "",
        currency="COP" if rate else "",
    )
    beds = iter(beds_of(hotel))
    for size in families:
        for person in people_of(a_family(cast.norte, size)):
            a_stay(person, hotel, next(beds), by=cast.carla)
    return hotel


@pytest.mark.parametrize(
    ("per", "sums"),
    [
        # 6 to 15 March are ten nights; the three sleep in two rooms.
        (RatePer.BED, ["3 camas × 10 noches × 35.000 COP = 1.050.000 COP"]),
        (RatePer.ROOM, ["2 habitaciones × 10 noches × 35.000 COP = 700.000 COP"]),
        (RatePer.SITE, ["10 noches × 35.000 COP = 350.000 COP"]),
    ],
)
def test_a_hotel_costs_what_its_contract_says_for_each_night_until_the_last_day(cast, per, sums):
    hotel = a_hotel(cast, per=per)
    page = page_of(as_(cast.sonia).get(reverse("fall-list"), {"days": "14"}))
    assert page.says(hotel.name, "3 personas", "2 familias", *sums)
    assert page.says("Alojamiento", "hasta")


def test_without_a_rate_the_cost_is_not_known_and_not_nought(cast):
    a_hotel(cast, rate="")
    page = page_of(as_(cast.sonia).get(reverse("fall-list"), {"days": "14"}))
    assert page.says("no se sabe: no hay tarifa registrada", "De 1 final no hay tarifa")
    assert not page.holds("0 COP")


def test_rent_of_a_family_costs_a_whole_month_once_it_has_begun(cast):
    case = a_family(cast.norte, 3)
    client, address = as_(cast.ana), reverse("aid-commit", args=["case", case.pk])
    asked = {"kind": "lodging", "starts_on": "01/02/2019", "until": "05/03/2019", "is_firm": "on"}
    cost = {"cost": "350.000", "currency": "COP", "cost_per": "all_month"}
    assert client.post(address, asked | cost | {"currency": ""}).context["form"].errors["cost"]
    assert client.post(address, asked | cost).status_code == 302
    fall = falls(cast.sonia, within_days=30, on=TODAY)[0]
    assert (fall.people, fall.sums) == (3, ["1 mes × 350.000 COP = 350.000 COP"])
    fall = falls(cast.sonia, within_days=90, on=TODAY)[0]
    assert fall.sums == ["3 meses × 350.000 COP = 1.050.000 COP"]
    commitment = Commitment.objects.get()
    correct_commitment(commitment, by=cast.ana, cost=Decimal(250), cost_per=CostPer.DAY)
    [fall] = falls(cast.sonia, within_days=7, on=TODAY)
    assert fall.sums == ["3 personas × 4 días × 250 COP = 3.000 COP"]
    with refused("A cost needs its currency", field="cost"):
        correct_commitment(commitment, by=cast.ana, currency="")


def test_what_comes_back_is_bridged_only_until_then(cast):
    case = a_family(cast.norte)
    meals = {"kind": AidKind.MEALS, "by": cast.ana}
    price = {"cost": Decimal("12000.50"), "cost_per": CostPer.DAY, "currency": "COP"}
    a_commitment(case, **meals, **price, until=TODAY + 2 * DAY)
    a_commitment(case, **meals, starts_on=TODAY + 5 * DAY)
    found = falls(cast.sonia, within_days=30, on=TODAY)
    assert [fall.sums for fall in found] == [["1 persona × 3 días × 12.000,50 COP = 36.001,50 COP"]]


def test_people_with_other_cover_lose_nothing_and_cost_nothing(cast):
    case = a_family(cast.norte)
    for until in (TODAY + 2 * DAY, None):
        a_commitment(case, by=cast.ana, kind=AidKind.MEALS, until=until)
    assert falls(cast.sonia, within_days=30, on=TODAY) == []


def test_a_question_says_what_its_answer_costs_and_what_is_agreed_costs(cast):
    hotel = a_hotel(cast, ends_on=TODAY + 60 * DAY)
    asked = {"site": str(hotel.pk), "closes_on": f"{TODAY + DAY:%d/%m/%Y}", "days": "7"}
    page = page_of(as_(cast.sonia).get(reverse("fall-list"), asked))
    assert page.says("3 camas × 7 noches × 35.000 COP = 735.000 COP", "Según lo acordado: nada.")
    closes = WhatIf(site=hotel.pk, closes_on=TODAY + DAY)
    assert (
        total_in_words(falls(cast.sonia, within_days=7, on=TODAY, what_if=closes)) == "735.000 COP"
    )


def test_nobody_outside_their_sight_is_counted(cast):
    a_hotel(cast)
    assert falls(cast.sonia, within_days=14, on=TODAY)
    assert falls(cast.bruno, within_days=14, on=TODAY) == []


def test_two_in_one_room_lack_it_once():
    rate = Rate(Decimal(100), RatePer.ROOM, "COP")
    early, late = Span(TODAY, TODAY + 4 * DAY), Span(TODAY + DAY, TODAY + 6 * DAY)
    assert bridged(rate, [("101", early), ("101", late), ("102", late)]) == [
        (1, 6, rate),
        (1, 5, rate),
    ]


@pytest.mark.parametrize(("days", "months"), [(1, 1), (31, 1), (32, 2), (61, 2), (62, 3)])
def test_a_month_begun_is_a_whole_one(days, months):
    rate = Rate(Decimal(7), CostPer.MONTH, "USD")
    [line] = bridged(rate, [("Petra", Span(TODAY, TODAY + days * DAY))])
    assert (line.times, line.amount) == (months, 7 * months)


def test_the_page_asks_as_often_for_many_ends_as_for_one(cast):
    client, counts = as_(cast.sonia), []
    for _each in range(3):
        a_hotel(cast)
        a_commitment(a_family(cast.norte), by=cast.ana, until=TODAY + 3 * DAY)
        client.get(reverse("fall-list"))
        with CaptureQueriesContext(connection) as asked:
            client.get(reverse("fall-list"))
        counts.append(len(asked))
    assert counts[0] == counts[2]
