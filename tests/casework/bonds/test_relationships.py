"""How two persons belong together: seen from both sides, never against itself, and flags without reasons."""

import datetime
import uuid

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.bonds.actions import end_relationship, relate
from casework.bonds.choices import DESCENT, INVERSE, Bond
from casework.bonds.models import Relationship
from casework.bonds.rules import contradiction
from casework.home.actions import record_relative
from casework.home.models import RelativeAbroad
from casework.merges.actions import merge_individuals
from casework.merges.values import MergeRefused
from shelters.actions.placements import place
from tests.build import a_case, an_arrival, people_of
from tests.cast import as_
from tests.refusals import refused
from tests.shelters.build import a_site, beds_of

D = datetime.date
PEOPLE = [uuid.UUID(int=number) for number in range(1, 6)]


@pytest.fixture
def family(cast):
    return an_arrival(cast)


@given(
    st.lists(
        st.tuples(st.sampled_from(Bond.values), st.sampled_from(PEOPLE), st.sampled_from(PEOPLE)),
        max_size=20,
    )
)
def test_whatever_is_told_nobody_descends_from_themselves_nor_is_two_things_to_one_other(told):
    known: list[tuple[str, uuid.UUID, uuid.UUID]] = []

    def ancestors(person: uuid.UUID) -> set[uuid.UUID]:
        found: set[uuid.UUID] = set()
        todo = {person}
        while todo:
            todo = {one for kind, one, two in known if kind in DESCENT and two in todo} - found
            found |= todo
        return found

    for kind, one, two in told:
        if not contradiction(kind, one, two, known=known, ancestors_of_first=ancestors(one)):
            known.append((kind, one, two))
    assert all(person not in ancestors(person) for person in PEOPLE)
    kin = [
        frozenset({one, two}) for kind, one, two in known if kind not in {Bond.APART, Bond.GUARDIAN}
    ]
    assert len(kin) == len(set(kin))
    assert all(one != two for _kind, one, two in known)


def test_a_bond_reads_from_both_sides(cast, family):
    yorman, _marleny, son, _wilmer = people_of(family)
    row = relate(yorman, other=son, kind=Bond.PARENT, by=cast.ana)
    assert row.seen_from(yorman.pk) == (Bond.PARENT.label, son)
    assert row.seen_from(son.pk) == (INVERSE[Bond.PARENT], yorman)
    page = as_(cast.ana).get(reverse("case-part", args=[family.number, "people"]))
    text = page.content.decode()
    assert str(Bond.PARENT.label) in text
    assert str(INVERSE[Bond.PARENT]) in text
    event = AuditEvent.objects.get(verb="relationship.recorded")
    assert (event.case_id, event.details["people"]) == (family.pk, [yorman.number, son.number])


def test_contradictions_are_refused(cast, family):
    yorman, marleny, son, wilmer = people_of(family)
    relate(yorman, other=son, kind=Bond.PARENT, by=cast.ana)
    relate(marleny, other=yorman, kind=Bond.PARTNER, by=cast.ana)
    relate(son, other=wilmer, kind=Bond.PARENT, by=cast.ana)
    for one, two, kind, says in (
        (yorman, yorman, Bond.SIBLING, "Nobody is related to themselves"),
        (yorman, son, Bond.PARENT, "This is on file already"),
        (son, yorman, Bond.PARENT, "as something else to each other"),
        (yorman, son, Bond.SIBLING, "as something else to each other"),
        (yorman, marleny, Bond.PARTNER, "This is on file already"),
        (wilmer, yorman, Bond.PARENT, "Nobody is the parent of their own parent"),
        (wilmer, yorman, Bond.GRANDPARENT, "Nobody is the parent of their own parent"),
    ):
        with refused(says):
            relate(one, other=two, kind=kind, by=cast.ana)
    relate(yorman, other=marleny, kind=Bond.APART, by=cast.ana)
    assert Relationship.objects.count() == 4


def test_what_ended_makes_room_for_something_else(cast, family):
    yorman, marleny, *_others = people_of(family)
    row = relate(yorman, other=marleny, kind=Bond.PARTNER, starts_on=D(2019, 2, 1), by=cast.ana)
    with refused("The end is before the beginning"):
        end_relationship(row, ends_on=D(2019, 1, 1), by=cast.ana)
    end_relationship(row, ends_on=D(2019, 3, 1), by=cast.ana)
    with refused("This ended already"):
        end_relationship(row, ends_on=D(2019, 3, 2), by=cast.ana)
    relate(yorman, other=marleny, kind=Bond.SIBLING, by=cast.ana)
    assert Relationship.objects.open().count() == 1


def test_two_cases_are_bound_only_by_who_sees_both(cast, family):
    yorman = people_of(family)[0]
    near, far = people_of(a_case(cast))[0], people_of(a_case(cast, by=cast.bruno))[0]
    with pytest.raises(NotAllowed):
        relate(yorman, other=far, kind=Bond.SIBLING, by=cast.ana)
    relate(yorman, other=far, kind=Bond.SIBLING, by=cast.sonia)
    relate(yorman, other=near, kind=Bond.SIBLING, by=cast.ana)
    seen = {user: Relationship.objects.visible_to(user).count() for user in cast.users.values()}
    assert {user.full_name: count for user, count in seen.items() if count} == {
        "Ana": 1,
        "Sonia": 2,
    }


def test_who_gives_out_beds_sees_who_is_kept_apart_and_never_why(cast, family):
    today = cast.carla.today()
    yorman, _marleny, son, wilmer = people_of(family)
    hotel = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    place(yorman, site=hotel, bed=beds_of(hotel)[0], starts_on=today, by=cast.carla)
    relate(wilmer, other=yorman, kind=Bond.APART, reason="Lo golpeó en el cuartel.", by=cast.ana)
    relate(yorman, other=son, kind=Bond.PARENT, by=cast.ana)
    card = as_(cast.carla).get(reverse("case-card", args=[family.number])).content.decode()
    assert str(Bond.APART.label) in card
    assert "cuartel" not in card
    assert str(Bond.PARENT.label) not in card
    page = as_(cast.ana).get(reverse("case-part", args=[family.number, "people"]))
    assert "Lo golpeó en el cuartel." in page.content.decode()


def test_a_bond_is_recorded_and_ended_on_its_pages(cast, family):
    yorman, _marleny, son, _wilmer = people_of(family)
    client = as_(cast.ana)
    address = reverse("relationship-record", args=[son.number])
    assert "other" in client.post(address, {"kind": "sibling"}).context["form"].errors
    sent = {"kind": "turned-parent", "other": yorman.pk}
    assert client.post(address, sent).status_code == 302
    row = Relationship.objects.get()
    assert (row.individual_a, row.individual_b, row.kind) == (yorman, son, Bond.PARENT)
    assert "kind" in client.post(address, sent).context["form"].errors
    near = people_of(a_case(cast))[0]
    assert client.post(address, {"kind": "guardian", "number": near.number}).status_code == 302
    far = people_of(a_case(cast, by=cast.bruno))[0]
    typed = {"kind": "guardian", "number": far.number}
    assert "number" in client.post(address, typed).context["form"].errors
    end = reverse("relationship-end", args=[row.pk])
    for user in (cast.bruno, cast.carla, cast.lucia):
        assert as_(user).get(address).status_code == 404
        assert as_(user).get(end).status_code == 404
    assert client.get(end).status_code == 200
    assert client.post(end, {"ends_on": "1/3/2019"}).status_code == 302
    assert client.get(end).status_code == 404


def test_the_page_about_people_asks_as_often_for_four_bonds_as_for_one(
    cast, family, django_assert_max_num_queries
):
    yorman = people_of(family)[0]

    def one_more() -> None:
        relate(yorman, other=people_of(a_case(cast))[0], kind=Bond.APART, reason="x", by=cast.ana)

    client = as_(cast.ana)
    address = reverse("case-part", args=[family.number, "people"])
    one_more()
    client.get(address)
    with django_assert_max_num_queries(26) as one:
        client.get(address)
    for _bond in range(3):
        one_more()
    with django_assert_max_num_queries(26) as four:
        client.get(address)
    assert len(one) == len(four)


def test_two_records_that_are_related_to_each_other_are_not_merged_without_a_word(cast):
    one, two = people_of(a_case(cast))[0], people_of(a_case(cast))[0]
    row = relate(one, other=two, kind=Bond.APART, by=cast.ana)
    with pytest.raises(MergeRefused, match="dos personas"):
        merge_individuals(one, merged=two, by=cast.sonia)
    row.refresh_from_db()
    assert (row.individual_a, row.individual_b) == (one, two)


def test_what_hangs_on_a_merged_record_follows_to_the_one_that_stays(cast, family):
    yorman = people_of(family)[0]
    one, two = people_of(a_case(cast))[0], people_of(a_case(cast))[0]
    relate(yorman, other=two, kind=Bond.SIBLING, by=cast.ana)
    record_relative(two, relation="MOT", by=cast.ana)
    merge_individuals(one, merged=two, by=cast.sonia)
    assert Relationship.objects.get().individual_b == one
    assert RelativeAbroad.objects.get().individual == one
