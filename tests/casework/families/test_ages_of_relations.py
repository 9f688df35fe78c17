"""New members and corrected relations whose ages are unlikely."""

import pytest
from django.urls import reverse

from casework.register.choices import Relation, Sex
from casework.register.models.case import FamilyMember
from tests.build import a_row, an_arrival, people_of
from tests.cast import Cast, as_
from tests.page import page_of

NAME = "are_ages_right"


def asks(answer) -> bool:
    return bool(list(page_of(answer).root.where("name", NAME)))


@pytest.mark.parametrize(("born", "relation", "asked"), [("36", "SON", True), ("5", "SON", False)])
def test_who_is_added_is_held_against_the_age_of_the_principal(
    cast: Cast, born: str, relation: str, asked: bool
) -> None:
    case = an_arrival(cast, people=[a_row(born=1991, sex=Sex.MALE)])
    add, client = reverse("member-add", args=[case.number]), as_(cast.ana)
    assert not asks(client.get(add))
    sent = {
        "given_names": "Luis",
        "birth": born,
        "relation": relation,
        "joined_on": cast.ana.today(),
    }
    answer = client.post(add, sent)
    assert case.members.count() == (1 if asked else 2)
    if asked:
        assert asks(answer)
        client.post(add, sent | {NAME: "on"})
    assert case.members.count() == 2


def test_a_relation_that_is_put_right_is_held_against_both_ages(cast: Cast) -> None:
    people = [
        a_row(born=1991, sex=Sex.MALE),
        a_row("Luis", born=1990, sex=Sex.MALE, relation=Relation.BROTHER),
    ]
    case = an_arrival(cast, people=people)
    member = FamilyMember.objects.get(individual=people_of(case)[1])
    change, client = reverse("member-relation", args=[case.number, member.pk]), as_(cast.ana)
    assert asks(client.post(change, {"relation": "SON", "how": "wrong"}))
    client.post(change, {"relation": "SON", "how": "wrong", NAME: "on"})
    member.refresh_from_db()
    assert member.relation_to_principal == Relation.SON
    client.post(change, {"relation": "COU", "how": "wrong"})
    member.refresh_from_db()
    assert member.relation_to_principal == Relation.COUSIN
