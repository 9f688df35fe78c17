"""Whether somebody is a child is never decided by whoever typed last: two ages around 18 are asked about, once."""

import pytest
from django.urls import reverse

from accounts.models import AuditEvent
from casework.identity.actions.individuals import correct_individual
from casework.merges.actions import merge_individuals
from casework.merges.values import MergeRefused
from casework.register.choices import BirthPrecision
from casework.register.rules import Birth, changes_majority
from tests.build import a_row, an_arrival, people_of
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused


def born(cast, age: int) -> Birth:
    return Birth(BirthPrecision.AGE, None, cast.ana.today().year - age)


def of_age(cast, age: int):
    return people_of(an_arrival(cast, people=[a_row(birth=born(cast, age))]))[0]


@pytest.mark.parametrize(
    ("was", "now", "crosses"),
    [
        (17, 18, True),
        (18, 17, True),
        (16, 17, False),
        (18, 40, False),
        (None, 17, False),
        (17, None, False),
    ],
)
def test_two_ages_are_asked_about_where_one_is_that_of_a_child(was, now, crosses):
    assert changes_majority(was, now) is crosses


@pytest.mark.parametrize(("logged", "recorded"), [(17, 18), (18, 17)])
@pytest.mark.parametrize("which", ["file", "new"])
def test_the_form_asks_once_which_is_right_and_chooses_none(cast, logged, recorded, which):
    person = of_age(cast, logged)
    client, address = as_(cast.ana), reverse("individual-correct", args=[person.number])
    opened = client.get(address)
    assert "which_age" not in opened.context["form"].fields
    typed = page_of(opened).fields | {"birth": str(recorded), "given_names": "Yorman A."}
    asked = client.post(address, typed | {"how_name": "wrong"}).context["form"]
    assert asked.errors.keys() == {"which_age"}
    assert not asked["which_age"].value()
    assert [words.rsplit(" ", 1)[1] for _value, words in asked.fields["which_age"].choices] == [
        str(logged),
        str(recorded),
    ]
    answer = client.post(address, typed | {"how_name": "wrong", "which_age": which})
    assert answer.status_code == 302
    person.refresh_from_db()
    assert person.age_on(cast.ana.today()) == (logged if which == "file" else recorded)
    assert person.given_names == "Yorman A.", "what else was typed is saved"
    confirmed = AuditEvent.objects.filter(verb="individual.age_confirmed").exists()
    assert confirmed is (which == "file")


def test_no_door_writes_the_other_age_without_that_word(cast):
    child = of_age(cast, 17)
    with refused("say which is right", field="which_age"):
        correct_individual(child, birth=born(cast, 19), by=cast.ana)
    correct_individual(child, birth=born(cast, 16), by=cast.ana)


def test_a_merge_decides_it_for_nobody(cast):
    child, grown = of_age(cast, 17), of_age(cast, 18)
    with pytest.raises(MergeRefused, match="menor de edad"):
        merge_individuals(child, merged=grown, by=cast.sonia)
    correct_individual(grown, birth=born(cast, 17), which_age="new", by=cast.sonia)
    merge_individuals(child, merged=grown, by=cast.sonia)


def test_an_age_beside_a_record_without_one_keeps_nothing_apart(cast):
    unknown = people_of(an_arrival(cast, people=[a_row(birth=Birth())]))[0]
    merge_individuals(unknown, merged=of_age(cast, 17), by=cast.sonia)
