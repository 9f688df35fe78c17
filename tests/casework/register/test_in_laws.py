"""Parents-in-law, children-in-law, brothers- and sisters-in-law are relations like any other."""

import pytest
from django.urls import reverse

from casework.identity.rules import relation_fault
from casework.register.choices import Relation, Sex
from casework.register.forms import RELATIONS
from casework.register.models.case import Case
from reporting.figures.households import households_of
from tests.build import a_row, an_arrival
from tests.cast import as_
from tests.page import page_of

IN_LAWS = {
    Relation.FATHER_IN_LAW: (Sex.MALE, "Suegro"),
    Relation.MOTHER_IN_LAW: (Sex.FEMALE, "Suegra"),
    Relation.SON_IN_LAW: (Sex.MALE, "Yerno"),
    Relation.DAUGHTER_IN_LAW: (Sex.FEMALE, "Nuera"),
    Relation.BROTHER_IN_LAW: (Sex.MALE, "Cuñado"),
    Relation.SISTER_IN_LAW: (Sex.FEMALE, "Cuñada"),
}


@pytest.mark.parametrize("relation", IN_LAWS)
def test_each_is_offered_and_said_of_one_sex(relation):
    sex, _word = IN_LAWS[relation]
    other = Sex.FEMALE if sex == Sex.MALE else Sex.MALE
    assert relation.value in [value for value, _label in RELATIONS]
    assert relation_fault(relation, age=40, sex=sex) == ""
    assert relation_fault(relation, age=40, sex=Sex.UNKNOWN) == ""
    assert relation_fault(relation, age=40, sex=other)


@pytest.mark.django_db
def test_each_stands_on_the_page_in_the_figures_and_in_the_api(cast):
    case = an_arrival(
        cast,
        people=[
            a_row(sex=Sex.MALE, born=1991),
            *(
                a_row(f"Persona {word}", sex=sex, born=1970, relation=relation)
                for relation, (sex, word) in IN_LAWS.items()
            ),
        ],
    )
    page = page_of(as_(cast.ana).get(reverse("case-detail", args=[case.number])))
    assert page.says(*(word for _sex, word in IN_LAWS.values()))
    counted = households_of(Case.objects.all(), on=case.opened_on).relations
    assert {label for label, number in counted if number == 1} >= {
        str(relation.label) for relation in IN_LAWS
    }
    shown = as_(cast.ana).get(f"/api/v1/cases/{case.number}/").json()["people"]
    assert {row["relation_to_principal"] for row in shown} >= {each.value for each in IN_LAWS}
    schema = as_(cast.ana).get("/api/v1/schema/?format=json").content.decode()
    assert all(f'"{each.value}"' in schema for each in IN_LAWS)
