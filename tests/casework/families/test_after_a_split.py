"""Facts about a person go with them into a new case: arrival, partner, who looks after them."""

import datetime

import pytest
from django.urls import reverse

from aid.actions.commitments import commit_aid
from aid.choices import AidKind
from casework.duplicates.actions import decide_pair, point_out_pair
from casework.families.actions.builder import split_family
from casework.families.actions.moves import undo_family_change
from casework.families.models import FamilyChange
from casework.handovers.actions import assign_case
from casework.merges.actions import merge_individuals, undo_merge
from casework.register.choices import Relation
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case
from tests.aid.build import an_agreement
from tests.build import a_case, an_arrival, people_of
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

DAY = datetime.timedelta(days=1)


@pytest.fixture
def family(cast) -> Case:
    return an_arrival(cast, on=cast.ana.today() - 4 * DAY)


@pytest.fixture
def new(cast, family) -> Case:
    wife = people_of(family)[1]
    relations = {wife: Relation.PRINCIPAL}
    split_family(family, relations=relations, on=cast.ana.today(), by=cast.ana)
    return FamilyChange.objects.get().other_case


def people_page(case, user):
    return page_of(as_(user).get(reverse("case-part", args=[case.number, "people"])))


def test_the_arrival_is_read_printed_and_put_right_from_the_new_case(cast, family, new):
    arrival, wife = Arrival.objects.get(), people_of(new)[0]
    page = people_page(new, cast.ana)
    assert page.says(f"{wife.display_name}: llegó el", f"registrado en el caso {family.number}")
    assert not page.says("No hay ninguna llegada registrada")
    for name in ("arrival-slip", "arrival-correct"):
        address = reverse(name, args=[arrival.pk])
        assert address in page.links
        assert as_(cast.ana).get(address).status_code == 200
    timeline = page_of(as_(cast.ana).get(reverse("case-timeline", args=[new.number])))
    assert timeline.says(f"{wife.display_name} llegó (registrado en otro caso)")


def test_whoever_does_not_see_the_old_case_reads_the_day_without_its_number(cast, family, new):
    Case.objects.filter(pk=family.pk).update(is_restricted=True)
    page = people_page(new, cast.ana)
    assert page.says("llegó el")
    assert not page.says("registrado en el caso")
    assert reverse("arrival-slip", args=[Arrival.objects.get().pk]) not in page.links


def test_whoever_looks_after_the_family_and_splits_it_looks_after_both(cast, family):
    assign_case(family, caseworker=cast.ana, by=cast.ana)
    wife, brother = people_of(family)[1], people_of(family)[3]
    for person, by, looks in ((wife, cast.ana, [cast.ana]), (brother, cast.sonia, [])):
        change = split_family(
            family, relations={person: Relation.PRINCIPAL}, on=cast.ana.today(), by=by
        )
        rows = change.other_case.assignments.all()
        assert [each.caseworker for each in rows] == looks


def test_an_undo_that_is_refused_says_in_which_case_something_is_open(cast, family, new):
    """Aid to the whole family stays with the case; a task would go back with the person whom it is about."""
    commit_aid(
        new,
        kind=AidKind.MEALS,
        is_firm=True,
        starts_on=cast.ana.today(),
        agreement=an_agreement(cast),
        by=cast.ana,
    )
    change = FamilyChange.objects.get()
    with refused(new.number):
        undo_family_change(change, by=cast.ana)


def test_a_merge_that_was_undone_stands_in_the_timelines_of_both(cast, family):
    other = a_case(cast, name="Wilmer")
    twin, brother = people_of(other)[0], people_of(family)[3]
    merge = merge_individuals(twin, merged=brother, by=cast.sonia, grounds="one card")
    page = people_page(other, cast.sonia)
    assert page.says("Fichas unidas a personas de este caso estaban en:")
    undo_merge(merge, by=cast.sonia)
    for case in (family, other):
        page = page_of(as_(cast.sonia).get(reverse("case-timeline", args=[case.number])))
        assert page.says(f"{brother.number} y")


def test_a_pair_that_was_said_to_be_two_is_found_from_either_person(cast, family):
    other = people_of(a_case(cast, name="Wilmer"))[0]
    pair = point_out_pair(people_of(family)[3], other=other, by=cast.sonia)
    decide_pair(pair, status="different", by=cast.sonia, grounds="person_said", reason="x")
    for person in (people_of(family)[3], other):
        page = page_of(as_(cast.sonia).get(reverse("duplicates-of", args=[person.number])))
        assert page.says("Se dijo que no es la misma persona")
        assert reverse("duplicate-decide", args=[pair.pk]) in page.links
