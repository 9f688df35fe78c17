"""What must hold for any value at all."""

import datetime

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vault.models import Person
from vault import cipher
from vault.errors import Tampered
from vault.fields import padded, unpadded
from vault.keys import issue_key
from vault.seals import Ciphertext
from vault.sounds import sounded_words, trigrams_by_word

KEY = AESGCM(b"k" * 32)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(st.binary(max_size=300), st.binary(max_size=30))
def test_what_is_sealed_is_unsealed_in_its_place_alone(plain, place):
    sealed = cipher.seal(KEY, plain, place)
    assert cipher.unseal(KEY, sealed, place) == plain
    for key, where in ((KEY, place + b"x"), (AESGCM(b"o" * 32), place)):
        with pytest.raises(Tampered):
            cipher.unseal(key, sealed, where)


@given(st.binary(max_size=80), st.data())
def test_any_changed_bit_is_noticed(plain, data):
    sealed = bytearray(cipher.seal(KEY, plain, b"here"))
    at = data.draw(st.integers(0, len(sealed) * 8 - 1))
    sealed[at // 8] ^= 1 << at % 8
    with pytest.raises(Tampered):
        cipher.unseal(KEY, bytes(sealed), b"here")


@given(st.lists(st.binary(max_size=4)), st.lists(st.binary(max_size=4)))
def test_two_places_never_look_alike(one, other):
    assert (cipher.binding(*one) == cipher.binding(*other)) is (one == other)


@given(st.binary(max_size=200))
def test_padding_is_taken_off_again(plain):
    assert unpadded(padded(plain)) == plain
    assert len(padded(plain)) % 32 == 0


@pytest.mark.django_db
@settings(max_examples=40, deadline=None)
@given(
    name=st.text(min_size=1, max_size=60),
    born_on=st.none() | st.dates(datetime.date(1, 1, 1)),
    phones=JSON,
)
def test_any_value_is_read_as_it_was_written(name, born_on, phones):
    written = Person(key_id=issue_key(), given_names=name, born_on=born_on, phones=phones)
    written.save()
    read = Person.objects.get(pk=written.pk)
    assert (read.given_names, read.born_on) == (name, born_on)
    assert read.phones == (None if phones == "" else phones)
    assert all(
        value is None or isinstance(value, Ciphertext)
        for value in Person.objects.values_list("given_names", "born_on", "phones").get(pk=read.pk)
    )


@given(st.text(max_size=80))
def test_any_text_has_sounds(text):
    for word, letters in zip(sounded_words(text), trigrams_by_word(text), strict=True):
        assert word
        assert letters


@given(st.lists(st.sampled_from(["José", "Yorman", "Peña", "Güerere", "Llovera"]), max_size=4))
def test_the_order_of_words_and_accents_do_not_matter(words):
    forwards = sorted(map(sorted, trigrams_by_word(" ".join(words))))
    assert forwards == sorted(map(sorted, trigrams_by_word("  ".join(reversed(words)).upper())))


@given(st.uuids(), st.uuids())
def test_each_row_and_column_is_a_place_of_its_own(one, other):
    fields = Person.sealed_fields()
    places = {field.associated_data(row) for field in fields for row in (one, other)}
    assert len(places) == len(fields) * len({one, other})
