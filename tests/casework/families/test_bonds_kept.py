"""Relations stay known as bonds when people leave the family of a principal: a baby stays her mother's child."""

import datetime

from django.urls import reverse

from casework.bonds.actions import relate
from casework.bonds.choices import Bond
from casework.bonds.models import Relationship
from casework.families.actions.builder import join_family, split_family
from casework.families.actions.family import change_principal
from casework.families.actions.moves import undo_family_change
from casework.register.choices import Relation, Sex
from casework.register.models.case import FamilyMember
from tests.build import a_row, an_arrival, people_of
from tests.cast import as_
from tests.page import page_of

ON = datetime.date(2019, 3, 10)


def bonds() -> set[tuple]:
    rows = Relationship.objects.values_list("individual_a", "kind", "individual_b")
    return set(rows)


def test_a_mother_and_her_baby_who_join_another_family_stay_mother_and_daughter(cast):
    family = an_arrival(cast)
    baby = a_row("Niña", sex=Sex.FEMALE, relation=Relation.DAUGHTER)
    other = an_arrival(cast, people=[a_row("Yusneidy", sex=Sex.FEMALE), baby])
    mother, daughter = people_of(other)
    said = {mother: Relation.SISTER, daughter: Relation.NIECE}
    change = join_family(family, other=other, relations=said, on=ON, by=cast.ana)
    assert bonds() == {(mother.pk, Bond.PARENT, daughter.pk)}
    page = as_(cast.ana).get(reverse("case-part", args=[family.number, "people"]))
    assert "padre o madre de" in page.content.decode()
    undo_family_change(change, by=cast.ana)
    # The bond was on file before the step, so there is still one.
    join_family(family, other=other, relations=said, on=ON, by=cast.ana)
    assert bonds() == {(mother.pk, Bond.PARENT, daughter.pk)}


def test_a_son_who_gets_a_case_of_his_own_stays_the_son_and_a_partner_the_partner(cast):
    family = an_arrival(cast)
    yorman, marleny, son, _wilmer = people_of(family)
    split_family(
        family, relations={marleny: Relation.PRINCIPAL, son: Relation.SON}, on=ON, by=cast.ana
    )
    couple = tuple(sorted((marleny.pk, yorman.pk)))
    assert {tuple(sorted((a, b))) for a, kind, b in bonds() if kind == Bond.PARTNER} == {couple}
    assert (yorman.pk, Bond.PARENT, son.pk) in bonds()
    page = page_of(as_(cast.ana).get(reverse("case-part", args=[family.number, "people"])))
    assert page.says("pareja de")


def test_what_others_were_to_the_former_principal_stays_and_what_is_on_file_is_not_contradicted(
    cast,
):
    family = an_arrival(cast)
    yorman, marleny, son, _wilmer = people_of(family)
    relate(marleny, other=yorman, kind=Bond.SIBLING, by=cast.ana)
    new = FamilyMember.objects.get(individual=marleny, left_on=None)
    change_principal(family, principal=new, by=cast.ana)
    assert bonds() == {
        (marleny.pk, Bond.SIBLING, yorman.pk),
        (yorman.pk, Bond.PARENT, son.pk),
    }
