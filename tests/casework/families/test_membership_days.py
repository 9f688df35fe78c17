"""A wrong day of joining or leaving is corrected, in the first day without a reason."""

import datetime

import pytest
import time_machine
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from aid.choices import AidKind
from aid.coverage import coverage
from aid.rules.spans import Span
from casework.cases.actions import close_case
from casework.corrections.models import Correction
from casework.exits.actions import record_exit
from casework.families.actions.builder import bring_back, join_family
from casework.families.actions.days import correct_membership
from casework.families.actions.family import add_member, end_membership
from casework.families.actions.moves import undo_family_change
from casework.families.models import FamilyChange
from casework.identity.actions.individuals import PersonRow
from casework.register.choices import EndReason, ExitType
from casework.register.models.case import FamilyMember
from tests.aid.build import a_commitment
from tests.build import a_case, an_arrival, people_of
from tests.cast import as_
from tests.refusals import refused

pytestmark = pytest.mark.django_db
D = datetime.date
LATER = datetime.timedelta(hours=25)
LEFT = D(2019, 5, 10)


@pytest.fixture
def family(cast):
    return an_arrival(cast)


def left(family, cast, on=LEFT):
    """Wilmer, who left the family that day."""
    member = family.members.get(individual=people_of(family)[3])
    return end_membership(member, left_on=on, by=cast.ana)


def test_the_day_on_which_somebody_left_is_put_right_on_its_page(cast, family):
    member, client = left(family, cast), as_(cast.ana)
    address = reverse("member-correct", args=[family.number, member.pk])
    assert (
        address in client.get(reverse("case-part", args=[family.number, "people"])).content.decode()
    )
    answer = client.post(address, {"joined_on": member.joined_on, "left_on": "2019-05-01"})
    assert answer.status_code == 302, answer.context["form"].errors
    assert FamilyMember.objects.on(D(2019, 5, 3)).filter(case=family).count() == 3
    kept = Correction.objects.of(member).get()
    assert (kept.individual, kept.fields) == (member.individual, ["left_on"])
    assert "→" in kept.changes
    assert kept.changes in client.get(address).content.decode()
    event = AuditEvent.objects.get(verb="member.corrected")
    assert (event.case_id, event.details["fields"]) == (family.pk, ["left_on"])


def test_the_step_can_still_be_undone(cast, family):
    member = left(family, cast)
    correct_membership(member, joined_on=member.joined_on, left_on=D(2019, 5, 1), by=cast.ana)
    assert FamilyChange.objects.get().on == D(2019, 5, 1)
    undo_family_change(FamilyChange.objects.get(), by=cast.ana)
    member.refresh_from_db()
    assert member.left_on is None


def test_the_day_on_which_a_child_joined_is_put_right(cast, family):
    child = PersonRow(given_names="Luz")
    member = add_member(family, row=child, joined_on=D(2019, 4, 20), by=cast.ana)
    page = as_(cast.ana).get(reverse("case-part", args=[family.number, "people"])).content.decode()
    came = family.members.get(individual=people_of(family)[1])
    addresses = [reverse("member-correct", args=[family.number, row.pk]) for row in (member, came)]
    assert [address in page for address in addresses] == [True, False]
    correct_membership(member, joined_on=D(2019, 4, 2), by=cast.ana)
    assert FamilyMember.objects.on(D(2019, 4, 3)).filter(case=family).count() == 5
    with refused("opened after this day", field="joined_on"):
        correct_membership(member, joined_on=D(2019, 1, 1), by=cast.ana)
    with refused("future", field="joined_on"):
        day = cast.ana.today() + datetime.timedelta(days=1)
        correct_membership(member, joined_on=day, by=cast.ana)
    with refused("step of its own", field="left_on"):
        correct_membership(member, joined_on=D(2019, 4, 2), left_on=LEFT, by=cast.ana)


def test_after_a_day_it_says_why(cast, family):
    member = left(family, cast)
    days = {"joined_on": member.joined_on, "left_on": D(2019, 5, 1)}
    with time_machine.travel(datetime.datetime.now(datetime.UTC) + LATER):
        with refused("say why it is put right", field="reason"):
            correct_membership(member, **days, by=cast.ana)
        correct_membership(member, **days, reason="Se leyó mal la planilla.", by=cast.ana)
    assert Correction.objects.of(member).get().because == "Se leyó mal la planilla."


def test_a_move_from_one_family_into_another_has_one_day(cast, family):
    single, wilmer = a_case(cast, name="Jonder"), people_of(family)[3]
    join_family(single, other=family, relations={wilmer: "COU"}, on=LEFT, by=cast.ana)
    before, after = wilmer.memberships.order_by("joined_on")
    for day in (D(2019, 5, 1), D(2019, 5, 20)):
        correct_membership(after, joined_on=day, by=cast.ana)
        before.refresh_from_db()
        after.refresh_from_db()
        assert (before.left_on, after.joined_on) == (day, day)
        assert FamilyChange.objects.get().on == day
    correct_membership(before, joined_on=before.joined_on, left_on=LEFT, by=cast.ana)
    after.refresh_from_db()
    assert after.joined_on == LEFT
    undo_family_change(FamilyChange.objects.get(), by=cast.ana)
    before.refresh_from_db()
    assert before.left_on is None


def test_days_that_two_acts_wrote_stay_apart_and_never_overlap(cast, family):
    member, single = left(family, cast), a_case(cast, name="Jonder")
    joined = {"individual": member.individual, "joined_on": D(2019, 5, 20)}
    back = bring_back(single, **joined, by=cast.ana)
    with refused("in another case on that day", field="joined_on"):
        correct_membership(back, joined_on=D(2019, 5, 5), by=cast.ana)
    correct_membership(back, joined_on=LEFT, by=cast.ana)
    correct_membership(back, joined_on=D(2019, 5, 12), by=cast.ana)
    member.refresh_from_db()
    assert member.left_on == LEFT


def test_days_of_arrivals_and_exits_are_put_right_there(cast, family):
    wilmer, marleny = people_of(family)[3], people_of(family)[1]
    record_exit(wilmer, type=ExitType.ONWARD, on=LEFT, by=cast.ana)
    gone = family.members.get(individual=wilmer)
    with refused("take the exit back", field="left_on"):
        correct_membership(gone, joined_on=gone.joined_on, left_on=D(2019, 5, 1), by=cast.ana)
    member = family.members.get(individual=marleny)
    with refused("correct the arrival", field="joined_on"):
        correct_membership(member, joined_on=D(2019, 3, 1), by=cast.ana)


def test_strangers_closed_cases_and_turned_days_are_refused(cast, family):
    member = left(family, cast)
    days = {"joined_on": member.joined_on, "left_on": D(2019, 5, 1)}
    with pytest.raises(NotAllowed):
        correct_membership(member, **days, by=cast.bruno)
    address = reverse("member-correct", args=[family.number, member.pk])
    assert as_(cast.bruno).get(address).status_code == 404
    assert as_(cast.lucia).get(address).status_code == 404
    with refused("comes after the day of joining", field="left_on"):
        correct_membership(member, joined_on=LEFT, left_on=LEFT, by=cast.ana)
    with refused("Nothing was changed"):
        correct_membership(member, joined_on=member.joined_on, left_on=LEFT, by=cast.ana)
    close_case(family, reason=EndReason.ONWARD, on=cast.ana.today(), by=cast.ana)
    with refused("closed"):
        correct_membership(member, **days, by=cast.ana)
    assert Correction.objects.count() == 0


def test_the_nights_that_are_paid_for_follow_the_days(cast, family):
    member = left(family, cast)
    commitment = a_commitment(family, by=cast.ana, kind=AidKind.MEALS, starts_on=D(2019, 3, 1))
    [span] = coverage([member.individual_id], cast.ana.today())[member.individual_id][AidKind.MEALS]
    assert span == Span(commitment.starts_on, LEFT)
    correct_membership(member, joined_on=member.joined_on, left_on=D(2019, 5, 1), by=cast.ana)
    [span] = coverage([member.individual_id], cast.ana.today())[member.individual_id][AidKind.MEALS]
    assert span == Span(commitment.starts_on, D(2019, 5, 1))


def test_a_day_that_cannot_be_put_right_here_is_told_with_the_way_to_where_it_can(cast, family):
    wilmer = people_of(family)[3]
    gone = left(family, cast)
    client = as_(cast.ana)
    address = reverse("member-correct", args=[family.number, gone.pk])
    page = client.get(address)
    assert set(page.context["form"].fields) == {"left_on", "reason"}
    text = page.content.decode()
    assert reverse("arrival-correct", args=[wilmer.arrival_id]) in text
    assert client.post(address, {"left_on": "2019-05-01"}).status_code == 302
    gone.refresh_from_db()
    assert gone.left_on == D(2019, 5, 1)


def test_where_no_day_can_be_put_right_no_form_is_offered(cast, family):
    wilmer = people_of(family)[3]
    record_exit(wilmer, type=ExitType.ONWARD, on=LEFT, by=cast.ana)
    gone = family.members.get(individual=wilmer)
    client = as_(cast.ana)
    address = reverse("member-correct", args=[family.number, gone.pk])
    case = client.get(reverse("case-part", args=[family.number, "people"])).content.decode()
    assert address not in case
    text = client.get(address).content.decode()
    assert reverse("exit-detail", args=[wilmer.exits.get().pk]) in text
    assert reverse("arrival-correct", args=[wilmer.arrival_id]) in text
    assert 'name="reason"' not in text
