"""A bond that never was counts nowhere; its days are put right; the line stays readable."""

import datetime

import pytest
import time_machine
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.bonds.actions import (
    correct_relationship,
    end_relationship,
    relate,
)
from casework.bonds.choices import Bond
from casework.bonds.models import Relationship
from casework.corrections.models import Correction
from casework.exits.actions import record_exit
from casework.families.slots import relationship_extract
from casework.merges.actions import merge_individuals
from casework.register.choices import ExitType
from casework.rights.actions import erase_individual
from casework.rights.choices import ErasureReason
from tests.build import a_case, an_arrival, people_of
from tests.cast import as_
from tests.refusals import refused

pytestmark = pytest.mark.django_db
D = datetime.date
LATER = datetime.timedelta(hours=25)


@pytest.fixture
def family(cast):
    return an_arrival(cast)


def test_a_wrong_bond_counts_nowhere_and_stays_readable(cast, family):
    yorman, _marleny, son, wilmer = people_of(family)
    bond = relate(wilmer, other=son, kind=Bond.PARENT, by=cast.ana)
    client, today = as_(cast.ana), cast.ana.today()
    page = reverse("case-part", args=[family.number, "people"])
    address = reverse("relationship-correct", args=[bond.pk])
    assert address in client.get(page).content.decode()
    answer = client.post(address, {"is_mistake": "on"})
    assert answer.status_code == 302, answer.context["form"].errors
    shown = client.get(page).content.decode()
    assert "<del>" in shown
    assert address in shown
    assert reverse("relationship-end", args=[bond.pk]) not in shown
    rows = Relationship.objects
    assert not rows.on(today).exists()
    assert not rows.open().exists()
    assert rows.ancestors_of(son) == set()
    assert list(relationship_extract.rows(son)) == []
    assert not rows.on(today).touching([son.pk]).exists()
    relate(yorman, other=son, kind=Bond.PARENT, by=cast.ana)
    event = AuditEvent.objects.get(verb="relationship.corrected")
    assert event.details == {"people": [wilmer.number, son.number], "fields": ["is_mistake"]}
    with refused("recorded by mistake"):
        end_relationship(bond, ends_on=today, by=cast.ana)


def test_what_was_no_mistake_after_all_counts_again_unless_it_cannot(cast, family):
    yorman, _marleny, son, _wilmer = people_of(family)
    bond = relate(yorman, other=son, kind=Bond.SIBLING, by=cast.ana)
    correct_relationship(bond, is_mistake=True, by=cast.ana)
    correct_relationship(bond, is_mistake=False, by=cast.ana)
    assert Relationship.objects.open().get() == bond
    correct_relationship(bond, is_mistake=True, by=cast.ana)
    relate(yorman, other=son, kind=Bond.PARENT, by=cast.ana)
    with refused("something else to each other"):
        correct_relationship(bond, is_mistake=False, by=cast.ana)


def test_days_of_a_bond_are_put_right_and_cannot_be_what_they_cannot(cast, family):
    yorman, marleny, _son, _wilmer = people_of(family)
    apart = {"kind": Bond.APART, "reason": "La amenazó."}
    bond = relate(yorman, other=marleny, **apart, starts_on=D(2019, 3, 1), by=cast.ana)
    with refused("step of its own", field="ends_on"):
        correct_relationship(bond, ends_on=D(2019, 4, 1), by=cast.ana)
    end_relationship(bond, ends_on=D(2019, 4, 1), by=cast.ana)
    with refused("end is before the beginning", field="ends_on"):
        correct_relationship(bond, ends_on=D(2019, 2, 1), by=cast.ana)
    with refused("future", field="starts_on"):
        day = cast.ana.today() + datetime.timedelta(days=1)
        correct_relationship(bond, starts_on=day, ends_on=None, by=cast.ana)
    address = reverse("relationship-correct", args=[bond.pk])
    assert "La amenazó." not in as_(cast.ana).get(address).content.decode()
    as_(cast.ana).post(address, {"starts_on": "2019-03-02"})
    bond.refresh_from_db()
    assert (bond.starts_on, bond.ends_on, bond.reason) == (D(2019, 3, 2), None, "La amenazó.")
    assert Relationship.objects.keeping_apart().open().get() == bond
    assert "La amenazó." not in Correction.objects.of(bond).get().changes


def test_who_may_not_is_refused_and_later_a_reason_is_asked(cast, family):
    yorman, _marleny, son, _wilmer = people_of(family)
    bond = relate(yorman, other=son, kind=Bond.SIBLING, by=cast.ana)
    with pytest.raises(NotAllowed):
        correct_relationship(bond, is_mistake=True, by=cast.bruno)
    address = reverse("relationship-correct", args=[bond.pk])
    assert as_(cast.bruno).get(address).status_code == 404
    with time_machine.travel(datetime.datetime.now(datetime.UTC) + LATER):
        with refused("say why it is put right", field="reason"):
            correct_relationship(bond, is_mistake=True, by=cast.ana)
        correct_relationship(bond, is_mistake=True, reason="Era su tío.", by=cast.ana)
    assert Correction.objects.of(bond).get().because == "Era su tío."


def test_a_mistaken_bond_follows_a_merge_beside_a_true_one(cast, family):
    yorman, _marleny, son, _wilmer = people_of(family)
    double = people_of(a_case(cast, name="Yorman"))[0]
    bond = relate(double, other=son, kind=Bond.PARENT, by=cast.ana)
    correct_relationship(bond, is_mistake=True, by=cast.ana)
    true = relate(yorman, other=son, kind=Bond.PARENT, by=cast.ana)
    merge_individuals(yorman, merged=double, by=cast.ana)
    bond.refresh_from_db()
    assert bond.individual_a == yorman
    assert Relationship.objects.open().get() == true


def test_why_a_bond_was_put_right_goes_with_the_second_person_too(cast, family):
    yorman, _marleny, _son, wilmer = people_of(family)
    bond = relate(yorman, other=wilmer, kind=Bond.SIBLING, by=cast.ana)
    correct_relationship(bond, is_mistake=True, reason="Wilmer es su cuñado.", by=cast.ana)
    record_exit(wilmer, type=ExitType.ONWARD, on=cast.ana.today(), by=cast.ana)
    erase_individual(wilmer, reason=ErasureReason.ORDER, by=cast.sonia)
    assert not Correction.objects.of(bond).get().because
