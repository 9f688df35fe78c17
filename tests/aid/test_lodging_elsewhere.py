"""Whoever has a firm promise of lodging elsewhere waits for no bed, as long as the promise counts."""

import datetime
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aid.choices import AidKind, RenunciationAsked
from aid.coverage import coverage
from aid.forecasts import family_forecasts, forecast
from aid.models import Commitment
from aid.rules.spans import span_on
from casework.register.models.case import Case
from pages.remembered import forget_everything
from shelters.kept import is_kept
from shelters.models import KeptWaiting
from shelters.querysets.families import (
    members_in_their_own,
    members_without_bed,
    waiting_since,
)
from tests.aid.build import STARTS_ON, a_commitment, an_agreement
from tests.aid.test_conditional_aid import CLAUSE, asking, case_of, identify
from tests.asylum.build import a_paper, a_referred_family, a_submitted_paper, verify
from tests.cast import Cast, as_
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of
from worklist.today.facts import TodayFacts

DAY = datetime.timedelta(days=1)
LIST = "/families-without-bed/"


def waits(case: Case, cast: Cast) -> bool:
    """Whether the list says so; what is kept of the night, Today and the query anew say the same."""
    today = cast.sonia.today()
    is_listed = case.number in as_(cast.sonia).get(LIST).content.decode()
    is_waiting = members_without_bed(today).filter(case=case).exists()
    assert KeptWaiting.objects.filter(night=today, case_id=case.pk).exists() == is_waiting
    assert is_listed == is_waiting
    return is_listed


def commit(cast: Cast, target: object, **data: object) -> None:
    kind = "case" if isinstance(target, Case) else "individual"
    page = reverse("aid-commit", args=[kind, target.pk])
    sent = {"kind": "lodging", "starts_on": STARTS_ON, "is_firm": "on", **data}
    assert as_(cast.ana).post(page, sent).status_code == 302


def test_a_family_on_a_firm_rent_subsidy_waits_for_no_bed_until_the_subsidy_ends(cast):
    case, today = a_family(cast.norte, 2), cast.ana.today()
    assert waits(case, cast)
    commit(cast, case, until=today + DAY)
    assert not waits(case, cast)
    assert set(members_in_their_own(today).filter(case=case)) == set(case.members.all())
    assert members_without_bed(today + DAY).filter(case=case).count() == 2
    card = as_(cast.ana).get(reverse("case-detail", args=[case.number]))
    assert card.status_code == 200
    assert "sin cama" not in card.content.decode()
    subsidy = Commitment.objects.get(case=case)
    ended = {"until": today}
    as_(cast.ana).post(reverse("commitment-end", args=[subsidy.pk]), ended)
    subsidy.refresh_from_db()
    assert subsidy.until == today
    assert waits(case, cast)


def test_a_subsidy_of_one_person_houses_nobody_else(cast):
    case = a_family(cast.norte, 2)
    one, other = people_of(case)
    commit(cast, one)
    assert waits(case, cast)
    commit(cast, other)
    assert not waits(case, cast)


def test_who_lodges_a_waiting_family_elsewhere_goes_on_to_a_page_in_sight(cast):
    case = a_family(cast.norte)
    a_site(cast.cucuta, run_by=cast.carla)
    page = reverse("aid-commit", args=["case", case.pk])
    sent = {"kind": "lodging", "starts_on": STARTS_ON, "is_firm": "on"}
    after = as_(cast.carla).post(page, sent, follow=True)
    assert after.status_code == 200
    assert Commitment.objects.filter(case=case).exists()
    assert as_(cast.carla).get(reverse("case-card", args=[case.number])).status_code == 404


def test_a_family_on_a_subsidy_may_get_a_bed_again(cast):
    case = a_family(cast.norte, 1)
    commit(cast, case)
    a_site(cast.cucuta, beds=[1], run_by=cast.carla)
    page = as_(cast.sonia).get(reverse("placement-place", args=[case.pk])).content.decode()
    assert people_of(case)[0].number in page or people_of(case)[0].display_name in page


@pytest.mark.parametrize(
    "facts",
    [{"is_firm": ""}, {"kind": "meals"}, {"starts_on": "2099-01-01"}, {"until": "2019-02-02"}],
    ids=["only said", "another kind", "not yet", "over"],
)
def test_what_is_no_firm_promise_of_lodging_tonight_houses_nobody(cast, facts):
    case = a_family(cast.norte)
    commit(cast, case, **facts)
    assert Commitment.objects.filter(case=case).exists()
    assert waits(case, cast)


def test_a_promise_to_the_site_houses_only_who_sleeps_there(cast):
    case, site = a_family(cast.norte), a_site(cast.cucuta, beds=[1], run_by=cast.carla)
    a_commitment(site, by=cast.sonia)
    assert waits(case, cast)
    a_stay(people_of(case)[0], site, beds_of(site)[0], by=cast.carla)
    assert not waits(case, cast)


def test_a_subsidy_ends_with_its_agreement(cast):
    case, today = a_family(cast.norte), cast.ana.today()
    agreement = an_agreement(cast)
    a_commitment(case, by=cast.ana, agreement=agreement)
    assert not waits(case, cast)
    agreement.ends_on = today
    agreement.save(update_fields=["ends_on"])
    assert waits(case, cast)


def test_who_loses_a_subsidy_waits_since_its_end_and_not_since_the_arrival(cast):
    """By its own end or the agreement's, whichever is first; a promise that did not count moves nobody down the line."""
    today = cast.ana.today()
    ended, by_agreement, only_said = (a_family(cast.norte) for _each in range(3))
    arrived = since(cast, ended)
    agreement = an_agreement(cast, ends_on=today - DAY)
    a_commitment(ended, by=cast.ana, starts_on=arrived, until=today - 2 * DAY)
    [person] = people_of(by_agreement)
    a_commitment(person, by=cast.ana, starts_on=arrived, until=today, agreement=agreement)
    a_commitment(only_said, by=cast.ana, starts_on=arrived, until=today, is_firm=False)
    assert since(cast, ended) == today - 2 * DAY
    assert since(cast, by_agreement) == today - DAY
    assert since(cast, only_said) == arrived


def since(cast: Cast, case: Case) -> datetime.date:
    rows = waiting_since(Case.objects.filter(pk=case.pk), cast.ana.today())
    day: datetime.date = rows.get().waiting_since
    return day


def test_a_subsidy_counts_once_the_renunciation_that_it_asks_for_is_on_file(cast):
    fighter, *_family = a_referred_family(cast)
    case = case_of(fighter)
    a_commitment(case, by=cast.ana, agreement=asking(cast))
    a_commitment(case, by=cast.ana, agreement=asking(cast, RenunciationAsked.VERIFIED), until=None)
    identify(cast, fighter)
    today = cast.ana.today()
    assert {each.individual for each in members_without_bed(today).filter(case=case)} == {fighter}
    assert waits(case, cast)
    a_paper(cast, fighter)
    assert not waits(case, cast)


def test_a_subsidy_that_asks_for_the_verified_paper_waits_for_the_verification(cast):
    fighter = a_referred_family(cast)[0]
    case = case_of(fighter)
    identify(cast, fighter)
    agreement = an_agreement(cast, condition=RenunciationAsked.VERIFIED, condition_text=CLAUSE)
    a_commitment(case, by=cast.ana, agreement=agreement)
    paper = a_submitted_paper(cast, fighter)
    assert waits(case, cast)
    verify(paper, on=datetime.date(2019, 4, 1), by=cast.luis)
    assert not waits(case, cast)
    a_commitment(case, by=cast.ana)
    assert not waits(case, cast)


@st.composite
def families(draw: Any) -> list[dict[str, Any]]:
    """For each person of a family: where they sleep, until when, and what is promised to them or to the family."""
    days = st.one_of(st.none(), st.integers(-2, 3))
    person = st.fixed_dictionaries(
        {
            "site": st.sampled_from(["none", "paid", "unpaid"]),
            "planned": days,
            "promise": st.sampled_from(["none", "person", "case", "only said"]),
            "until": days,
        }
    )
    return draw(st.lists(person, min_size=1, max_size=2))


@pytest.mark.django_db
@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(world=st.lists(families(), min_size=1, max_size=3))
def test_list_today_forecast_and_cover_find_the_same_people_in_any_small_world(cast: Cast, world):
    with transaction.atomic():
        a_small_world_says_one_thing(cast, world)
        transaction.set_rollback(True)
    forget_everything()


def a_small_world_says_one_thing(cast: Cast, world: list[list[dict[str, Any]]]) -> None:
    today = cast.ana.today()
    sites = {
        "paid": a_site(cast.cucuta, beds=[8], run_by=cast.carla, paid_until=today + 2 * DAY),
        "unpaid": a_site(cast.cucuta, beds=[8], run_by=cast.carla),
    }
    free = {name: list(beds_of(site)) for name, site in sites.items()}
    cases = []
    for family in world:
        case = a_family(cast.norte, len(family))
        cases.append(case)
        for person, facts in zip(people_of(case), family, strict=True):
            if site := sites.get(facts["site"]):
                planned = None if facts["planned"] is None else today + DAY * facts["planned"]
                bed = free[facts["site"]].pop()
                a_stay(person, site, bed, by=cast.carla, planned_end_on=planned)
            if facts["promise"] != "none":
                a_commitment(
                    case if facts["promise"] == "case" else person,
                    by=cast.ana,
                    is_firm=facts["promise"] != "only said",
                    until=None if facts["until"] is None else today + DAY * facts["until"],
                )
    waiting = set(members_without_bed(today).values_list("individual", flat=True))
    kept_says(cast, {case for case in cases if waiting & {each.pk for each in people_of(case)}})
    people = [person for case in cases for person in people_of(case)]
    covered = coverage([person.pk for person in people], today)
    forecasts = {
        each.case_id: each
        for each in family_forecasts([c.pk for c in cases], within_days=3, on=today)
    }
    ahead = {each.case_id: each for each in forecast(cast.sonia, within_days=3, on=today)}
    for case in cases:
        unpaid = set(forecasts[case.pk].unpaid_now)
        lacking = set(forecasts[case.pk].lacking_now)
        assert lacking == {
            person.pk
            for person in people_of(case)
            if not span_on(covered.get(person.pk, {}).get(AidKind.LODGING, []), today)
        }
        assert waiting & {each.pk for each in people_of(case)} == lacking - unpaid
        assert (ahead[case.pk].lacking if case.pk in ahead else 0) == len(lacking)


def kept_says(cast: Cast, waiting: set[Case]) -> None:
    """The list, Today and what is kept of the night name these families and no others."""
    numbers = {case.number for case in waiting}
    assert is_kept(cast.sonia.today())
    kept = KeptWaiting.objects.filter(night=cast.sonia.today()).values("case_id")
    assert set(Case.objects.filter(pk__in=kept).values_list("number", flat=True)) == numbers
    page = as_(cast.sonia).get(LIST)
    assert {case.number for case in page.context["page_obj"]} == numbers
    assert TodayFacts(cast.sonia).number_without_bed == len(numbers)
