"""A word that is nobody's name finds nobody in an office of any size, and a misspelt name finds its person."""

import random

import pytest

from casework.identity.actions.aliases import add_alias
from casework.register.models.individual import Individual
from casework.search.querysets import search_people
from casework.search.rules import may_mean
from tests.bench.names import by_ear_or_slip, names
from tests.build import a_row, an_arrival, people_of
from vault.search import forget_frequencies, name_tokens, ranked

PEOPLE, FAMILY, ASKED = 300, 30, 80
NONSENSE = (
    "xqzzt qwerty asdfgh kjhgf trxwq brznk plokij mnbvcx hjkl foobar blorp zxcvb ghfdk pqrst wrtplk"
)


@pytest.fixture
def office(cast) -> list[str]:
    """Three hundred people of one team."""
    everybody = list(names(PEOPLE, seed=5))
    for start in range(0, PEOPLE, FAMILY):
        rows = [a_row(name, "") for name in everybody[start : start + FAMILY]]
        an_arrival(cast, people=rows)
    forget_frequencies()
    yield everybody
    forget_frequencies()


def test_nonsense_finds_nobody_and_a_misspelt_word_still_finds_its_person(cast, office):
    alike_by_chance = [word for word in NONSENSE.split() if ranked(Individual.objects.all(), word)]
    assert alike_by_chance
    assert [word for word in NONSENSE.split() if search_people(word, cast.ana)] == []
    dice = random.Random(13)  # noqa: S311
    asked = [
        (name, by_ear_or_slip(dice.choice(name.split()), dice))
        for name in dice.choices(office, k=ASKED)
    ]
    missed = [
        (name, typed)
        for name, typed in asked
        if name not in {hit.individual.full_name for hit in search_people(typed, cast.ana)}
    ]
    assert len(missed) <= ASKED // 8, missed


def test_tokens_that_are_alike_by_chance_are_not_enough(cast):
    person = people_of(an_arrival(cast, people=[a_row("Ana", "Li")]))[0]
    Individual.objects.filter(pk=person.pk).update(name_tokens=name_tokens("Ana Li xqzzt"))
    assert ranked(Individual.objects.all(), "xqzzt").get() == person
    assert search_people("xqzzt", cast.ana) == []
    add_alias(person, name="Xqzzt", by=cast.ana)
    assert [hit.individual for hit in search_people("xqzzt", cast.ana)] == [person]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("rod", "Yorman Rodríguez"), ("luis", "Joseluis"), ("joseluis", "José Luis"), ("jose luis", "Joseluis"),
        ("pena", "Peña"), ("piñango", "Pinango"), ("wilmar", "Wuilmer"), ("basques", "Vásquez"), ("li", "Ana Li"),
        ("محمد", "محمد علي"), ("marlenis xqzzt", "Marleny"),
    ],
)  # fmt: skip
def test_a_word_or_a_part_of_one_as_it_sounds_is_meant(typed, name):
    assert may_mean(typed, [name])


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("xqzzt", "Cristina"),
        ("los", "Carlos"),
        ("li", "Liliana"),
        ("ana", "Eva"),
        ("hjkl", "Kelly"),
    ],
)
def test_another_word_is_not_meant(typed, name):
    assert not may_mean(typed, [name])
