"""How many people a misspelt, half-remembered name finds, and that counting rows costs nothing twice."""

import random

import pytest

from tests.bench.names import misspelt, names
from tests.conftest import kept_for_the_file
from tests.vault.models import Person
from vault.keys import issue_key
from vault.search import (
    SAMPLED_ROWS,
    Frequencies,
    forget_frequencies,
    frequencies,
    name_tokens,
    ranked,
    rare_pairs,
    token_of,
)
from vault.sounds import trigrams_in_order

PEOPLE = 3000
SEARCHES = 100


@pytest.fixture(scope="module")
def town_of_the_file(django_db_setup, django_db_blocker):
    with kept_for_the_file(django_db_blocker):
        key_id = issue_key()
        everybody = list(names(PEOPLE, seed=5))
        Person.objects.bulk_create(
            Person(key_id=key_id, given_names=name[:60], name_tokens=name_tokens(name))
            for name in everybody
        )
        yield everybody


@pytest.fixture
def town(town_of_the_file, db):
    forget_frequencies()
    yield town_of_the_file
    forget_frequencies()


def test_nineteen_of_twenty_misspelt_names_are_among_the_first_twenty(town):
    dice = random.Random(13)  # noqa: S311
    asked = [(name, misspelt(name, dice)) for name in dice.choices(town, k=SEARCHES)]
    missed = [
        (name, typed)
        for name, typed in asked
        if name not in {row.given_names for row in ranked(Person.objects.all(), typed)[:20]}
    ]
    assert len(missed) <= SEARCHES // 20, missed


def test_the_sample_of_a_large_table_is_taken_once(town, django_assert_num_queries):
    list(ranked(Person.objects.all(), "jorman rodriges")[:20])
    with django_assert_num_queries(1):
        assert list(ranked(Person.objects.all(), "jorman rodriges")[:20])
    assert frequencies("vault_test_person", "name_tokens", "default").rows == PEOPLE


def test_pairs_come_from_every_word_though_one_is_rarer(town):
    known = frequencies("vault_test_person", "name_tokens", "default")
    words = [[token_of(three) for three in word] for word in trigrams_in_order("Xzqwv González")]
    pairs = rare_pairs(words, known)
    assert any(set(pair) <= set(words[1]) for pair in pairs)
    assert any(set(pair) <= set(words[0]) for pair in pairs)


def test_a_word_that_many_have_is_not_asked_for_beside_two_others():
    """Rows 0 to 9 of a thousand carry the rare words, every other row the common one."""
    rare, common = 0b11_1111_1111, sum(1 << row for row in range(0, 1000, 2))
    carriers = dict.fromkeys([1, 2, 3, 4, 5, 6], rare) | dict.fromkeys([7, 8, 9], common)
    known = Frequencies(SAMPLED_ROWS, carriers, 0.0)
    pairs = rare_pairs([[1, 2, 3], [4, 5, 6], [7, 8, 9]], known)
    assert pairs
    assert not [pair for pair in pairs if set(pair) <= {7, 8, 9}]
    assert [pair for pair in rare_pairs([[1, 2, 3], [7, 8, 9]], known) if set(pair) <= {7, 8, 9}]


def test_a_slip_leaves_pairs_of_the_words_other_parts(town):
    known = frequencies("vault_test_person", "name_tokens", "default")
    meant, slipped = (
        [[token_of(three) for three in word] for word in trigrams_in_order(typed)]
        for typed in ("Villanueva", "Vqllanueva")
    )
    assert set(rare_pairs(meant, known)) & set(rare_pairs(slipped, known))


def test_shares_are_those_of_the_rows(town):
    known = frequencies("vault_test_person", "name_tokens", "default")
    stored = list(Person.objects.values_list("name_tokens", flat=True))
    one, other = name_tokens("Gon")[:2]
    both = sum(one in tokens and other in tokens for tokens in stored)
    assert both
    assert known.share(one, other) == both / PEOPLE
