"""Since when somebody waits for a bed: by their own days, whichever case they are in and however they came there."""

import datetime

from django.urls import reverse

from casework.exits.actions import record_exit, settle_exit
from casework.families.actions.builder import split_family
from casework.register.choices import ExitType, Relation
from casework.register.models.case import Case
from tests.build import a_case, an_arrival, people_of
from tests.cast import as_
from tests.shelters.build import a_site
from worklist.today.facts import TodayFacts

DAY = datetime.timedelta(days=1)


def since(user) -> dict[str, datetime.date]:
    """By number of the case, in the order of the list."""
    page = as_(user).get(reverse("family-without-bed-list")).context["page_obj"]
    return {case.number: case.waiting_since for case in page}


def test_who_was_split_off_waits_since_they_came(cast):
    today = cast.ana.today()
    a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    between = a_case(cast, on=today - 5 * DAY)
    family = an_arrival(cast, on=today - 9 * DAY)
    split_family(
        family, relations={people_of(family)[3]: Relation.PRINCIPAL}, on=today, by=cast.ana
    )
    new = Case.objects.get(opened_on=today)
    came = today - 9 * DAY
    found = {family.number: came, new.number: came, between.number: today - 5 * DAY}
    assert since(cast.carla) == found
    assert list(since(cast.carla))[-1] == between.number
    assert {each.number: each.since for each in TodayFacts(cast.carla).without_bed} == found
    assert [each.number for each in TodayFacts(cast.carla).without_bed][-1] == between.number


def test_the_days_away_are_none_of_waiting(cast):
    today = cast.ana.today()
    a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    case = a_case(cast, on=today - 9 * DAY)
    leaving = record_exit(people_of(case)[0], type=ExitType.ONWARD, on=today - 5 * DAY, by=cast.ana)
    told = {"what": "back", "reason": "Está aquí", "back_on": today - 2 * DAY}
    settle_exit(leaving, **told, by=cast.ana)
    assert since(cast.carla) == {case.number: today - 2 * DAY}
    [family] = TodayFacts(cast.carla).without_bed
    assert family.since == today - 2 * DAY
