"""The page of a group shows its people in the cases in which they are now: split off, joined, merged."""

from typing import Any

import pytest
from django.urls import reverse

from casework.arrivals.actions.arrivals import log_arrival
from casework.families.models import FamilyChange
from casework.merges.actions import merge_individuals
from casework.register.choices import Relation
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from tests.build import a_row, people_of, reference
from tests.casework.arrivals.test_log_group_arrival import bus
from tests.cast import as_
from tests.page import Page, page_of


@pytest.fixture
def group(cast) -> Any:
    """Seven people in three families: Yorman, Marleny, Ángel; Rosa, Iker; Kevin, Yulimar."""
    reference()
    as_(cast.ana).post(reverse("arrival-log"), bus(cast.norte))
    return Arrival.objects.values_list("group", flat=True).first()


def member(name: str) -> FamilyMember:
    here = FamilyMember.objects.filter(left_on=None).select_related("individual", "case")
    [found] = [each for each in here if each.individual.given_names == name]
    return found


def number_of(name: str) -> str:
    return member(name).case.number


def split(cast, name: str) -> str:
    """Splits people off through the pages; returns the number of the new case."""
    gone = member(name)
    typed = {f"goes_{gone.pk}": "on", "on": cast.ana.today().isoformat(), "sure": "yes"}
    answer = as_(cast.ana).post(reverse("family-split", args=[gone.case.number]), typed)
    assert answer.status_code == 302
    return number_of(name)


def join(cast, name: str, into: str) -> None:
    gone = member(name)
    typed = {
        f"goes_{gone.pk}": "on",
        f"as_{gone.pk}": Relation.OTHER,
        "on": cast.ana.today().isoformat(),
    }
    address = reverse("family-join", args=[into, gone.case.number])
    assert as_(cast.ana).post(address, typed | {"sure": "yes"}).status_code == 302


def page(user, group) -> Page:
    return page_of(as_(user).get(reverse("arrival-group", args=[group])))


def waiting(user, group) -> Page:
    return page_of(as_(user).get(f"{reverse('family-without-bed-list')}?group={group}"))


def test_whoever_is_split_off_stays_on_the_page_of_the_bus_and_in_its_acts(cast, group):
    old = number_of("Yulimar")
    new = split(cast, "Yulimar")
    seen = page(cast.ana, group)
    assert seen.says("4 familias, 7 personas", "7 sin cama", f"separada de {old}", "Yulimar Páez")
    assert reverse("case-detail", args=[new]) in seen.links
    for user in (cast.ana, cast.sonia):
        assert waiting(user, group).holds(new)
        assert (
            f'name="case" value="{new}"'
            in as_(user).get(reverse("arrival-group", args=[group])).content.decode()
        )
    beds = page_of(as_(cast.sonia).get(reverse("group-place", args=[group])))
    assert beds.says("Yulimar Páez")
    builder = page_of(as_(cast.ana).get(reverse("family-builder", args=[new])))
    assert builder.says("Kevin Páez")
    # A second split, of the same family.
    again = split(cast, "Marleny")
    assert page(cast.ana, group).says("5 familias, 7 personas", "Marleny Rodríguez")
    assert waiting(cast.ana, group).holds(again)


def test_undoing_the_split_puts_the_row_back(cast, group):
    new = split(cast, "Yulimar")
    change = FamilyChange.objects.get()
    as_(cast.ana).post(reverse("family-undo", args=[change.case.number, change.pk]), {})
    seen = page(cast.ana, group)
    assert seen.says("3 familias, 7 personas", "Kevin Páez, Yulimar Páez")
    assert not seen.holds(new)


def test_whoever_joined_another_case_is_counted_there_and_strangers_are_not(cast, group):
    other = log_arrival(
        team=cast.norte, rows=[a_row("Wilmer"), a_row("Luz")], on=cast.ana.today(), by=cast.ana
    )
    join(cast, "Yulimar", other.number)
    seen = page(cast.ana, group)
    assert seen.says("4 familias, 7 personas", "7 sin cama", "Yulimar Páez")
    assert not seen.holds("Luz")
    assert waiting(cast.ana, group).holds(other.number)
    # A person who joined a family of the group did not arrive with it.
    join(cast, "Luz", number_of("Rosa"))
    assert page(cast.ana, group).says("4 familias, 7 personas", "7 sin cama")
    assert not page(cast.ana, group).holds("Luz")


def test_whoever_is_merged_with_somebody_on_file_is_counted_where_they_are(cast, group):
    before = log_arrival(
        team=cast.norte, rows=[a_row("Yulimar"), a_row("Luz")], on=cast.ana.today(), by=cast.ana
    )
    survivor = people_of(before)[0]
    merged = Individual.objects.filter(arrival__group=group).order_by("number").last()
    assert merged.given_names == survivor.given_names
    merge_individuals(survivor, merged=merged, by=cast.sonia)
    assert page(cast.ana, group).says("4 familias, 7 personas")
    assert Case.objects.filter(arrivals__group=group).count() == 3
