"""Who accompanies a child, who stands alone and whose age is asked is worked out twice: of fetched rows, and in SQL."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casework.children import querysets
from casework.children.choices import NO_CARE, OFFSPRING, PARENTS
from casework.register.choices import BirthPrecision, Category, Relation
from casework.register.models.case import FamilyMember
from casework.register.models.individual import Individual
from tests.build import a_row
from tests.casework.children.build import born, came

pytestmark = pytest.mark.django_db

# Mostly of an age that nobody wrote down, or on the edge of the rule: beside somebody surely of age nothing is asked.
AGES = st.sampled_from([None, None, 17, 18, 19])
# As often of each kind that the rule tells apart as of any other.
RELATIONS = st.one_of(
    *(st.sampled_from(sorted(kind)) for kind in (NO_CARE, OFFSPRING, PARENTS)),
    st.sampled_from([each for each in Relation if each != Relation.PRINCIPAL]),
)
CATEGORIES = st.sampled_from([Category.RELATIVE, Category.RELATIVE, Category.FORMER_MEMBER])
IS_HERE = st.sampled_from([True, True, True, False])
ONE = st.tuples(AGES, RELATIONS, CATEGORIES, IS_HERE)
FAMILIES = 6


@pytest.fixture
def families(cast):
    """Of who leads and two more each; several, so that what one has could answer for another."""
    rows = [a_row("Deisy"), a_row("Yulimar"), a_row("Wilmer")]
    return [came(cast, rows) for _each in range(FAMILIES)]


def written(cast, families, drawn):
    """Makes the families what was drawn; by family, who is here of it, each with the relation."""
    members = FamilyMember.objects.filter(case__in=families).select_related("individual")
    rows, found = list(members.order_by("pk")), {case.pk: {} for case in families}
    for member, (age, relation, category, is_here) in zip(rows, drawn, strict=True):
        person, is_leader = member.individual, not found[member.case_id]
        person.birth_precision = BirthPrecision.UNKNOWN if age is None else BirthPrecision.YEAR
        person.birth_year = None if age is None else born(cast, age)
        person.category = category
        member.relation_to_principal = Relation.PRINCIPAL if is_leader else relation
        member.left_on = None if is_here or is_leader else cast.cucuta.today()
        if member.left_on is None:
            found[member.case_id][person] = member.relation_to_principal
    FamilyMember.objects.bulk_update(rows, ["relation_to_principal", "left_on"])
    facts = ["birth_precision", "birth_year", "category"]
    Individual.objects.bulk_update([member.individual for member in rows], facts)
    return found


@pytest.mark.parametrize(
    ("of_rows", "in_sql"),
    [
        (querysets._perhaps_adults_among, querysets._perhaps_adults),
        (querysets.ages_to_ask_among, querysets.ages_to_ask),
        (querysets.alone_among, querysets.children_alone),
    ],
    ids=["who may be an adult", "whose age is asked", "who stands alone"],
)
def test_rows_and_sql_agree(cast, families, of_rows, in_sql):
    today = cast.cucuta.today()

    @settings(max_examples=30)
    @given(drawn=st.tuples(*[ONE] * 3 * FAMILIES))
    def agree(drawn):
        by_family = written(cast, families, drawn)
        found = [{person.pk for person in of_rows(each, today)} for each in by_family.values()]
        for cases, expected in ((None, set().union(*found)), ([families[0].pk], found[0])):
            assert {member.individual_id for member in in_sql(today, cases)} == expected

    agree()
