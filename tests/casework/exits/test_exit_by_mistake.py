"""Undoing an exit that was a mistake restores the membership that it ended."""

import datetime

import pytest
from django.urls import reverse

from casework.cases.actions import close_case
from casework.exits.actions import record_exit, settle_exit
from casework.families.actions.builder import bring_back
from casework.families.actions.family import add_member
from casework.families.actions.moves import undo_family_change
from casework.families.models import FamilyChange
from casework.register.choices import AfterExit, EndReason, ExitType
from casework.register.models.exit import Exit
from casework.register.querysets.individual import case_of
from tests.build import a_row, an_arrival, people_of
from tests.cast import as_
from tests.page import page_of

ARRIVED, LATER = datetime.date(2019, 3, 1), datetime.date(2019, 3, 5)


def gone(cast, person, on=LATER) -> Exit:
    return record_exit(person, type=ExitType.ONWARD, on=on, by=cast.ana)


def by_the_form(cast, leaving):
    told = {"what": "mistake", "reason": "Era otra persona"}
    answer = as_(cast.ana).post(reverse("exit-back", args=[leaving.pk]), told, follow=True)
    return page_of(answer)


@pytest.mark.parametrize("on", [ARRIVED, LATER])
def test_the_person_belongs_to_the_family_again_also_after_the_day_of_arrival(cast, on):
    case = an_arrival(cast, on=ARRIVED)
    child = people_of(case)[-1]
    before = case.members.get(individual=child).relation_to_principal
    leaving = gone(cast, child, on)
    assert case.members.get(individual=child).left_on == on
    page = by_the_form(cast, leaving)
    assert page.says("La persona pertenece a la familia como antes")
    member = case.members.get(individual=child)
    assert (member.left_on, member.relation_to_principal) == (None, before)
    number = child.number
    file = page_of(as_(cast.ana).get(reverse("case-part", args=[case.number, "people"])))
    assert reverse("individual-detail", args=[number]) in file.links


def test_what_happened_to_others_of_the_family_since_stays_and_can_be_undone(cast):
    case = an_arrival(cast, on=ARRIVED)
    leaving = gone(cast, people_of(case)[-1])
    added = add_member(case, row=a_row(given_names="Petra"), joined_on=LATER, by=cast.ana)
    by_the_form(cast, leaving)
    assert case.members.get(individual=leaving.individual).left_on is None
    assert case.members.get(pk=added.pk).left_on is None
    undo_family_change(FamilyChange.objects.get(step="added"), by=cast.ana)
    assert FamilyChange.objects.filter(undone_at=None).count() == 0


def test_who_is_in_another_family_by_now_stays_there_and_the_page_says_so(cast):
    case, other = an_arrival(cast, on=ARRIVED), an_arrival(cast, on=ARRIVED)
    leaving = gone(cast, people_of(case)[-1])
    settle_exit(leaving, what=AfterExit.BACK, back_on=LATER, reason="Volvió", by=cast.ana)
    bring_back(other, individual=leaving.individual, joined_on=LATER, by=cast.ana)
    page = by_the_form(cast, leaving)
    assert page.says(f"pertenece ya a {other.number}")
    assert case.members.get(individual=leaving.individual).left_on == LATER
    assert case_of(leaving.individual, cast.ana.today()) == other


def test_nobody_is_put_into_a_case_that_was_closed(cast):
    case = an_arrival(cast, on=ARRIVED)
    leaving = gone(cast, people_of(case)[-1])
    close_case(case, reason=EndReason.ONWARD, on=LATER, by=cast.ana)
    assert by_the_form(cast, leaving).says("La persona no pertenece a ninguna familia")
    assert case.members.get(individual=leaving.individual).left_on == LATER


def test_who_came_back_joins_a_family_in_a_step_of_their_own(cast):
    case = an_arrival(cast, on=ARRIVED)
    leaving = gone(cast, people_of(case)[-1])
    settle_exit(leaving, what=AfterExit.BACK, back_on=LATER, reason="Volvió", by=cast.ana)
    assert case.members.get(individual=leaving.individual).left_on == LATER
