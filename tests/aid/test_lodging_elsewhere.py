"""Whoever has a firm promise of lodging elsewhere waits for no bed, as long as the promise counts."""

import datetime

import pytest
from django.urls import reverse

from aid.choices import RenunciationAsked
from aid.models import Commitment
from casework.register.models.case import Case
from shelters.models import KeptWaiting
from shelters.querysets.families import members_in_their_own, members_without_bed
from tests.aid.build import STARTS_ON, a_commitment, an_agreement
from tests.aid.test_conditional_aid import CLAUSE, asking, case_of, identify
from tests.asylum.build import a_paper, a_referred_family, a_submitted_paper, verify
from tests.cast import Cast, as_
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of

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
    card = as_(cast.ana).get(reverse("case-detail", args=[case.pk])).content.decode()
    assert "sin cama" not in card
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
