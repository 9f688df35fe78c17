"""The timeline names people who join or leave on the day on which a case opens."""

import datetime

import pytest
from django.urls import reverse
from django.utils import translation

from casework.arrivals.actions.arrivals import correct_arrival
from casework.cases.actions import close_case, reopen_case
from casework.exits.actions import record_exit, settle_exit
from casework.families.actions.builder import bring_back, join_family, split_family
from casework.families.actions.family import add_member
from casework.families.actions.moves import undo_family_change
from casework.families.models import FamilyChange
from casework.register.choices import AfterExit, ExitType, Relation
from casework.register.models.case import Case
from casework.slots.lines import days_of
from casework.slots.stream import stream
from casework.slots.timeline import Event, Question, sources_for
from tests.build import a_row, an_arrival, people_of
from tests.cast import Cast, as_
from tests.page import page_of

pytestmark = pytest.mark.django_db
BEFORE = "Antes pertenecieron a la familia:"


@pytest.fixture
def family(cast: Cast) -> Case:
    return an_arrival(cast, on=cast.ana.today())


def told(case: Case, cast: Cast) -> list[str]:
    """Returns the family's lines in the timeline, the newest first, each with its author."""
    sources = [each for each in sources_for(case, cast.ana) if each.kind == "people"]
    with translation.override("en"):
        return _lines(stream(sources, Question(case, cast.ana)))


def _lines(events: list[Event]) -> list[str]:
    days = days_of(events)
    lines = [line for day in days for line in day.lines]
    return [" · ".join(map(str, filter(None, (each.sentence, each.recorded_by)))) for each in lines]


def test_who_leaves_on_the_day_of_arrival_belonged_to_the_family_before(cast, family):
    son = people_of(family)[2]
    client, today = as_(cast.ana), cast.ana.today()
    typed = {"type": ExitType.ONWARD, "on": today, "destination_country": "EC", "is_sure": "on"}
    sent = client.post(reverse("exit-record", args=[son.number]), typed)
    assert sent.status_code == 302, sent.context["form"].errors
    for address in (
        reverse("case-detail", args=[family.number]),
        reverse("case-part", args=[family.number, "people"]),
    ):
        text = client.get(address).content.decode()
        assert son.display_name in text.split(BEFORE)[1][:600]
    assert told(family, cast) == [f"{son.display_name} left the family · {cast.ana}"]


def test_a_membership_of_a_day_moves_with_the_day_of_arrival(cast, family):
    son, before = people_of(family)[2], cast.ana.today() - datetime.timedelta(days=2)
    record_exit(
        son, type=ExitType.ONWARD, on=cast.ana.today(), destination_country="EC", by=cast.ana
    )
    correct_arrival(family.arrivals.get(), on=before, by=cast.ana)
    member = family.members.get(individual=son)
    assert (member.joined_on, member.left_on) == (before, cast.ana.today())


def test_who_is_added_on_the_day_of_opening_joined_the_family(cast, family):
    typed = {"given_names": "Yolimar", "relation": "SIS", "joined_on": cast.ana.today()}
    sent = as_(cast.ana).post(reverse("member-add", args=[family.number]), typed)
    assert sent.status_code == 302, sent.context["form"].errors
    assert told(family, cast) == [f"Yolimar joined the family · {cast.ana}"]


def test_a_step_that_was_undone_tells_whom_it_moved_by_number_alone(cast, family):
    today = cast.ana.today()
    add_member(family, row=a_row("Yolimar", ""), relation="SIS", joined_on=today, by=cast.ana)
    undo_family_change(FamilyChange.objects.get(), by=cast.ana)
    number = f"{family.number}-05"
    assert told(family, cast) == [
        f"{cast.ana} undid a step of the family: Somebody was added ({number})",
        f"{cast.ana} changed the family: Somebody was added",
    ]
    page = page_of(as_(cast.ana).get(reverse("case-detail", args=[family.number])))
    assert not page.holds(BEFORE)


def test_within_a_day_the_lines_stand_as_they_were_recorded(cast, family):
    son, today = people_of(family)[2], cast.ana.today()
    add_member(family, row=a_row("Yolimar", ""), relation="SIS", joined_on=today, by=cast.ana)
    gone = record_exit(son, type=ExitType.ONWARD, on=today, destination_country="EC", by=cast.ana)
    settle_exit(gone, what=AfterExit.BACK, back_on=today, reason="Volvió", by=cast.ana)
    bring_back(family, individual=son, joined_on=today, relation=Relation.SON, by=cast.ana)
    assert [line.split(" · ")[0] for line in told(family, cast)] == [
        f"{son.display_name} joined the family",
        f"{son.display_name} left the family",
        "Yolimar joined the family",
    ]


def test_joining_and_splitting_name_who_moved_in_both_cases(cast, family):
    today, son = cast.ana.today(), people_of(family)[2]
    split_family(family, relations={son: Relation.PRINCIPAL}, on=today, by=cast.sonia)
    own = Case.objects.exclude(pk=family.pk).get()
    assert told(family, cast) == [
        f"{son.display_name} left the family for a case of their own · {cast.sonia}"
    ]
    assert told(own, cast) == [
        f"{son.display_name} came from another case into one of their own · {cast.sonia}",
        f"{son.display_name} arrived, as another case says · {cast.ana}",
    ]
    join_family(family, other=own, relations={son: Relation.SON}, on=today, by=cast.ana)
    assert told(family, cast)[0] == (
        f"{son.display_name} came from another case into the family · {cast.ana}"
    )
    assert told(own, cast)[0] == (
        f"{son.display_name} left the family for another case · {cast.ana}"
    )


def test_the_undoing_of_a_join_is_told_in_the_case_that_is_open_again_too(cast, family):
    other = an_arrival(cast, people=[a_row()], on=cast.ana.today())
    roles = dict.fromkeys(people_of(other), Relation.OTHER)
    join_family(family, other=other, relations=roles, on=cast.ana.today(), by=cast.ana)
    undo_family_change(FamilyChange.objects.get(), by=cast.ana)
    address = reverse("case-timeline", args=[other.number])
    page = page_of(as_(cast.ana).get(address))
    assert page.says(f"{cast.ana} deshizo que la familia se uniera a {family.number}, y el caso")
    assert not page.says("reabrió el caso")
    close_case(other, reason="onward", on=cast.ana.today(), by=cast.ana)
    reopen_case(other, what=AfterExit.MISTAKE, by=cast.sonia)
    assert page_of(as_(cast.ana).get(address)).says(f"{cast.sonia} reabrió el caso")
