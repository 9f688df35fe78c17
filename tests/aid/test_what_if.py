"""What if a site closed, or an agreement ended on another day: the forecast answers as if it were so, and changes nothing."""

import datetime

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from aid.actions.commitments import end_commitment
from aid.choices import AidKind
from aid.falls import falls
from aid.forecast_page import outlook
from aid.forecasts import family_forecasts, forecast
from aid.models import Cover
from aid.querysets.cover import WhatIf
from shelters.models import Site
from tests.aid.build import a_commitment, an_agreement
from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of

TODAY = datetime.date(2019, 3, 1)
DAY = datetime.timedelta(days=1)
CLOSES = TODAY + 3 * DAY


@pytest.fixture(autouse=True)
def _on_the_first_of_march() -> object:
    with time_machine.travel(datetime.datetime(2019, 3, 1, 15, tzinfo=datetime.UTC), tick=False):
        yield


@pytest.fixture(params=["promised", "paid", "two contracts", "nobody pays"])
def hotel(request, cast):
    """A hotel with a family of two, one person who is to come, and one with a promise of rent; and another site."""
    hotel, other = (a_site(cast.cucuta, beds=[6], run_by=cast.carla) for _each in range(2))
    together, to_come, with_rent = (a_family(cast.norte, size) for size in (2, 1, 1))
    for person, bed in zip(people_of(together), beds_of(hotel), strict=False):
        a_stay(person, hotel, bed, by=cast.carla)
    days = {"starts_on": CLOSES + DAY}
    a_stay(people_of(to_come)[0], hotel, beds_of(hotel)[2], by=cast.carla, **days)
    a_stay(people_of(with_rent)[0], hotel, beds_of(hotel)[3], by=cast.carla)
    a_stay(people_of(a_family(cast.norte))[0], other, beds_of(other)[0], by=cast.carla)
    for site in (hotel, other):
        if request.param == "promised":
            a_commitment(site, by=cast.carla)
            a_commitment(site, by=cast.carla, kind=AidKind.MEALS, until=TODAY + 9 * DAY)
        elif request.param != "nobody pays":
            Site.objects.filter(pk=site.pk).update(paid_until=TODAY + 60 * DAY)
    a_commitment(with_rent, by=cast.ana, until=TODAY + 40 * DAY)
    if request.param == "two contracts":
        gap = f"[{TODAY + 6 * DAY},{TODAY + 8 * DAY})"
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE shelters_site SET contract_gaps = ARRAY[%s::daterange] WHERE id = %s",
                [gap, hotel.pk],
            )
    return hotel


@pytest.mark.parametrize("days", [2, 14, 90])
def test_a_site_that_closes_in_the_question_takes_what_its_closing_takes(cast, hotel, days):
    asked = {"within_days": days, "on": TODAY}
    question = WhatIf(site=hotel.pk, closes_on=CLOSES)
    supposed = answers(cast.sonia, **asked, what_if=question)
    agreed = answers(cast.sonia, **asked)
    Site.objects.filter(pk=hotel.pk).update(closed_on=CLOSES)
    assert supposed == answers(cast.sonia, **asked)
    is_paid = Cover.objects.filter(reach_id__in=hotel.placements.values("pk")).exists()
    assert (supposed != agreed) is (is_paid or hotel.commitments.exists())


@pytest.mark.parametrize("days", [2, 14, 90])
def test_what_ends_concerns_exactly_those_who_lose_something(cast, hotel, days):
    asked = {"within_days": days, "on": TODAY}
    for what_if in (None, WhatIf(site=hotel.pk, closes_on=CLOSES)):
        ahead = forecast(cast.sonia, **asked, what_if=what_if)
        families = family_forecasts([each.case_id for each in ahead], **asked, what_if=what_if)
        lost = {
            (person, loss.kind, loss.on, loss.resumes_on)
            for family in families for loss in family.losses for person in loss.individual_ids
        }  # fmt: skip
        found = falls(cast.sonia, **asked, what_if=what_if)
        assert lost == {
            (each.person, fall.kind, fall.on, each.back_on) for fall in found for each in fall.lost
        }


def answers(user, **asked):
    ahead = forecast(user, **asked)
    details = family_forecasts([each.case_id for each in ahead], **asked)
    # A bed that nobody pays is left on the day of leaving; a closed site states none, and its people still sleep there.
    facts = [(each.losses, each.kinds_now, each.kinds_left, each.lacking_left) for each in details]
    return ahead, facts, outlook(user, **asked)


def test_who_sleeps_unpaid_at_a_site_that_closes_in_the_question_has_nothing_then(cast):
    parish = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    case = a_family(cast.norte)
    a_stay(people_of(case)[0], parish, beds_of(parish)[0], by=cast.carla)
    closing = WhatIf(site=parish.pk, closes_on=CLOSES)
    for days, sleeps_there in ((2, True), (3, False)):
        [family] = family_forecasts([case.pk], within_days=days, on=TODAY, what_if=closing)
        assert family.unpaid_now
        assert bool(family.unpaid_left) is sleeps_there


def test_the_page_asks_for_a_site_and_shows_what_is_agreed_beside_the_answer(cast):
    hotel, case = a_site(cast.cucuta, beds=[3], run_by=cast.carla), a_family(cast.norte, 2)
    for person, bed in zip(people_of(case), beds_of(hotel), strict=False):
        a_stay(person, hotel, bed, by=cast.carla)
    Site.objects.filter(pk=hotel.pk).update(paid_until=TODAY + 60 * DAY)
    client, address = as_(cast.sonia), reverse("forecast")
    a_commitment(other := a_family(cast.norte), by=cast.ana, until=CLOSES)
    asked = {"site": str(hotel.pk), "closes_on": f"{CLOSES:%d/%m/%Y}", "days": "14"}
    page = page_of(client.get(address, asked))
    assert page.says(case.number, "distinto de lo acordado", "Alojamiento")
    assert page.says("Según lo acordado: 1 familia con alguien que queda sin ayuda esencial;")
    [as_before] = [row.text for row in page.root.all("tr") if other.number in row.text]
    assert "distinto de lo acordado" not in as_before
    assert Site.objects.get(pk=hotel.pk).closed_on is None
    assert not page_of(client.get(address, {"days": "14"})).holds(case.number)
    for missing, said in (("closes_on", "Falta la fecha"), ("site", "Si este sitio")):
        assert page_of(client.get(address, {**asked, missing: ""})).says(said)


def test_a_promise_that_stops_in_the_question_takes_what_its_end_takes(cast, hotel):
    meals = hotel.commitments.filter(kind=AidKind.MEALS).first() or a_commitment(
        hotel, by=cast.carla, kind=AidKind.MEALS
    )
    asked, question = {"within_days": 14, "on": TODAY}, WhatIf(commitment=meals.pk, stops_on=CLOSES)
    agreed, supposed = answers(cast.sonia, **asked), answers(cast.sonia, **asked, what_if=question)
    lost = falls(cast.sonia, **asked, what_if=question)
    end_commitment(meals, until=CLOSES, by=cast.carla)
    assert agreed != supposed == answers(cast.sonia, **asked)
    assert lost == falls(cast.sonia, **asked)
    assert [(fall.people, fall.target) for fall in lost if fall.on == CLOSES] == [(3, hotel)]


def test_the_pages_of_a_promise_and_of_a_site_lead_to_the_question_about_them(cast):
    hotel = a_site(cast.cucuta, beds=[3], run_by=cast.carla, paid_until=TODAY + 60 * DAY)
    [case, _other] = [a_family(cast.norte) for _each in range(2)]
    a_stay(people_of(case)[0], hotel, beds_of(hotel)[0], by=cast.carla)
    meals = a_commitment(case, by=cast.ana, kind=AidKind.MEALS)
    client = as_(cast.sonia)
    for address, said in (
        (
            reverse("site-detail", args=[hotel.pk]),
            f"{hotel.name} cierra; la última noche es la del 1 mar 2019.",
        ),
        (
            reverse("commitment-detail", args=[meals.pk]),
            f"Comidas ({case.number}) dura hasta el 1 mar 2019.",
        ),
    ):
        [link] = [each for each in page_of(client.get(address)).links if "forecast/?" in each]
        answer = page_of(client.get(link))
        assert answer.says(said, case.number, "distinto de lo acordado")


def test_an_agreement_cut_by_a_third_lasts_a_third_fewer_of_the_days_to_come(cast):
    agreement = an_agreement(cast, ends_on=TODAY + 30 * DAY)
    open_end = an_agreement(cast)
    case = a_family(cast.norte)
    a_commitment(case, by=cast.ana, agreement=agreement)
    client, address = as_(cast.sonia), reverse("forecast")
    asked = {"agreement": str(agreement.pk), "cut": "3", "days": "30"}
    page = page_of(client.get(address, asked))
    assert page.says(
        f"{agreement.reference} está pagado hasta el 20 mar 2019.", "distinto de lo acordado"
    )
    [fall] = falls(
        cast.sonia, within_days=30, on=TODAY, what_if=WhatIf(agreement.pk, TODAY + 20 * DAY)
    )
    assert fall.on == TODAY + 20 * DAY
    for wrong, said in (
        ({"ends_on": "09/03/2019"}, "Diga un día o un recorte"),
        ({"agreement": ""}, "Si este convenio"),
        ({"agreement": str(open_end.pk)}, "no tiene un final"),
    ):
        assert page_of(client.get(address, asked | wrong)).says(said)


def test_a_forecast_from_a_later_day_says_who_loses_what_after_it(cast):
    hotel = a_site(cast.cucuta, beds=[3], run_by=cast.carla, paid_until=TODAY + 20 * DAY)
    stays, leaves = a_family(cast.norte), a_family(cast.norte)
    planned = {"planned_end_on": TODAY + 5 * DAY}
    for case, bed, plan in zip((stays, leaves), beds_of(hotel), ({}, planned), strict=False):
        a_stay(people_of(case)[0], hotel, bed, by=cast.carla, **plan)
    client, later = as_(cast.sonia), TODAY + 10 * DAY
    asked = {"days": "14", "since": f"{later:%d/%m/%Y}"}
    [lost] = falls(cast.sonia, within_days=14, on=later, today=TODAY)
    assert (lost.on, [each.case for each in lost.lost]) == (TODAY + 20 * DAY, [stays.pk])
    page = page_of(client.get(reverse("forecast"), asked))
    assert page.says("Contado desde el 11 mar 2019", stays.number, leaves.number)
    ahead = outlook(cast.sonia, within_days=14, on=later, today=TODAY)
    assert (ahead.lacking, ahead.people) == (1, 1)
    [left, stayed] = [
        family_forecasts([case.pk], within_days=14, on=later, today=TODAY)[0]
        for case in (leaves, stays)
    ]
    assert (left.losses, left.has_nothing_now, stayed.has_nothing_now) == ([], True, False)
    assert page_of(client.get(reverse("fall-list"), asked)).says("25 mar 2019", hotel.name)
    early = asked | {"since": f"{TODAY - DAY:%d/%m/%Y}"}
    assert page_of(client.get(reverse("forecast"), early)).says("Elija hoy o un día posterior")


def test_a_promise_out_of_sight_is_no_promise_to_ask_for(cast):
    elsewhere = a_commitment(a_family(cast.sur), by=cast.bruno)
    asked = {"commitment": str(elsewhere.pk), "stops_on": f"{CLOSES:%d/%m/%Y}"}
    assert as_(cast.bruno).get(reverse("forecast"), asked).context["form"].is_valid()
    for key in (elsewhere.pk, "nonsense"):
        answer = as_(cast.ana).get(reverse("forecast"), asked | {"commitment": str(key)})
        assert answer.context["form"].errors["commitment"]
        assert answer.status_code == 200


def test_a_site_of_another_office_is_no_site_to_ask_for(cast):
    elsewhere = a_site(cast.arauca, beds=[1])
    asked = {"site": str(elsewhere.pk), "closes_on": f"{CLOSES:%d/%m/%Y}"}
    answer = as_(cast.carla).get(reverse("forecast"), asked)
    assert answer.context["form"].errors["site"]
    assert not page_of(answer).holds(elsewhere.name)


def test_a_question_costs_one_query_more_however_many_families_it_concerns(cast):
    def queries(**asked):
        client = as_(cast.sonia)
        client.get(reverse("forecast"), asked)
        with CaptureQueriesContext(
            connection,
        ) as asked_for:
            client.get(reverse("forecast"), asked)
        return len(asked_for)

    hotel = a_site(cast.cucuta, beds=[5], run_by=cast.carla)
    Site.objects.filter(pk=hotel.pk).update(paid_until=TODAY + 60 * DAY)
    agreement = an_agreement(cast, ends_on=TODAY + DAY * 60)
    a_commitment(hotel, by=cast.carla, kind=AidKind.MEALS, agreement=agreement)
    asked = {
        "site": str(hotel.pk), "closes_on": f"{CLOSES:%d/%m/%Y}",
        "agreement": str(agreement.pk), "ends_on": f"{CLOSES:%d/%m/%Y}",
    }  # fmt: skip
    counts = []
    for bed in beds_of(hotel)[:4]:
        a_stay(people_of(a_family(cast.norte))[0], hotel, bed, by=cast.carla)
        counts.append(queries(**asked))
    assert counts[0] == counts[3]
