"""About aid that ends one can commit more, plan the moves, or record that nothing can be done: the next reader sees it."""

import datetime

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from aid.actions.gaps import correct_gap, record_gap
from aid.models import OpenGap
from casework.corrections.models import Correction
from tests.aid.build import a_commitment
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of

TODAY = datetime.date(2019, 3, 1)
DAY = datetime.timedelta(days=1)
ENDS = TODAY + 5 * DAY
SAID = {"on": "28/02/2019", "said": "La alcaldía no tiene más plata.", "told": "Los tres padres"}
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _on_the_first_of_march() -> object:
    with time_machine.travel(datetime.datetime(2019, 3, 1, 15, tzinfo=datetime.UTC), tick=False):
        yield


@pytest.fixture
def hotel(cast):
    hotel = a_site(cast.cucuta, beds=[3], run_by=cast.carla, paid_until=ENDS)
    a_stay(people_of(a_family(cast.norte))[0], hotel, beds_of(hotel)[0], by=cast.carla)
    return hotel


def falls_page(user):
    return page_of(as_(user).get(reverse("fall-list")))


def link(page, words):
    [address] = [address for address, text in page.links.items() if text == words]
    return address


def test_from_the_forecast_two_links_and_a_button_lead_to_the_plan(cast, hotel):
    client = as_(cast.carla)
    forecast = page_of(client.get(reverse("forecast")))
    falls = page_of(client.get(link(forecast, "Qué termina y cuánto cuesta cubrirlo")))
    plan = link(falls, "Planear a dónde van")
    assert plan == reverse("move-plan-make", args=[hotel.pk])
    assert client.get(plan).status_code == 200


def test_that_nothing_can_be_done_stands_beside_the_end_until_it_is_taken_back(cast, hotel):
    client = as_(cast.sonia)
    address = link(falls_page(cast.sonia), "No se puede hacer nada")
    assert client.post(address, SAID | {"told": ""}).context["form"].errors["told"]
    assert client.post(address, SAID | {"on": "02/03/2019"}).context["form"].errors["on"]
    assert client.post(address, SAID).status_code == 302
    page = falls_page(cast.carla)
    assert page.says("28 feb 2019 · Sonia", SAID["said"], f"Se lo dijo a: {SAID['told']}")
    gap = OpenGap.objects.get()
    assert (gap.site, gap.kind, gap.lost_on) == (hotel, "lodging", ENDS)
    event = AuditEvent.objects.get(verb="gap.recorded")
    assert event.details == {"kind": "lodging", "lost_on": "2019-03-06"}
    correct = link(page, "Corregir")
    put_right = SAID | {"on": "01/03/2019"}
    assert as_(cast.carla).post(correct, put_right).status_code == 302
    assert falls_page(cast.sonia).says("1 mar 2019 · Sonia")
    assert as_(cast.carla).post(correct, put_right | {"is_mistake": "on"}).status_code == 302
    assert not falls_page(cast.sonia).holds(SAID["said"])
    assert Correction.objects.of(gap).count() == 2
    assert as_(cast.carla).get(correct).status_code == 404
    with refused("recorded by mistake"):
        correct_gap(gap, said="Sí hay.", by=cast.carla)


def test_it_is_said_of_one_end_and_not_of_a_later_one(cast):
    case = a_family(cast.norte)
    a_commitment(case, by=cast.ana, kind="meals", until=ENDS)
    a_commitment(case, by=cast.ana, until=ENDS + DAY)
    said = {"on": TODAY, "said": "No hay.", "told": "La madre", "by": cast.ana}
    record_gap(case, "lodging", ENDS, **said)
    assert not falls_page(cast.ana).holds("No hay.")
    record_gap(case, "meals", ENDS, **said)
    [row] = [row for row in falls_page(cast.ana).rows if "No hay." in str(row)]
    assert "Comidas" in str(row)


def test_what_was_said_of_a_family_is_read_by_who_reads_its_file(cast, hotel):
    case = hotel.placements.get().case
    a_commitment(case, by=cast.ana, kind="meals", until=ENDS)
    gap = record_gap(case, "meals", ENDS, on=TODAY, said="No hay.", told="La madre", by=cast.ana)
    assert falls_page(cast.ana).says("1 mar 2019 · Ana", "No hay.", "La madre")
    page = falls_page(cast.carla)
    assert page.says("1 mar 2019 · Ana")
    assert not page.holds("No hay.")
    assert not page.holds("La madre")
    assert as_(cast.carla).get(reverse("gap-correct", args=[gap.pk])).status_code == 404


def test_who_does_not_see_the_family_neither_reads_nor_writes_it(cast):
    case = a_family(cast.norte)
    with pytest.raises(NotAllowed):
        record_gap(case, "meals", ENDS, on=TODAY, said="No hay.", told="La madre", by=cast.bruno)
    gap = record_gap(case, "meals", ENDS, on=TODAY, said="No.", told="La madre", by=cast.ana)
    with pytest.raises(NotAllowed):
        correct_gap(gap, said="Sí.", by=cast.bruno)
    asked = ["case", case.pk, "meals", "2019-03-06"]
    for address in (reverse("gap-record", args=asked), reverse("gap-correct", args=[gap.pk])):
        assert as_(cast.bruno).get(address).status_code == 404
        assert as_(cast.ana).get(address).status_code == 200
    for wrong in (
        ["case", case.pk, "gold", "2019-03-06"],
        ["case", case.pk, "meals", "March"],
        ["bed", *asked[1:]],
    ):
        assert as_(cast.ana).get(reverse("gap-record", args=wrong)).status_code == 404


def test_who_gives_no_beds_is_offered_no_plan(cast, hotel):
    page = falls_page(cast.ana)
    assert page.holds(hotel.name)
    assert not page.holds("Planear a dónde van")


def test_the_page_asks_as_often_for_many_words_as_for_one(cast):
    client, counts = as_(cast.sonia), []
    for _each in range(3):
        case = a_family(cast.norte)
        a_commitment(case, by=cast.ana, until=ENDS)
        record_gap(case, "lodging", ENDS, on=TODAY, said="No.", told="La madre", by=cast.ana)
        client.get(reverse("fall-list"))
        with CaptureQueriesContext(connection) as asked:
            client.get(reverse("fall-list"))
        counts.append(len(asked))
    assert counts[0] == counts[2]
