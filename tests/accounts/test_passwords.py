"""Long passwords without composition rules, and none that a list would hold."""

import time

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from accounts.models import User
from accounts.rules.passwords import LONGEST_CHECKED, is_guessable

GUESSABLE = [
    "aaaaaaaaaaaaaaa",
    "123456789012345",
    "qwertyuiopasdfg",
    "contraseña12345",
    "P@ssw0rdP@ssw0rd",
    "amparo2026amparo",
    "Bienvenida2026!!",
    "abcabcabcabcabc",
    "1qaz2wsx3edc4rfv",
    "zyxwvutsrqponmlk",
    "Cucuta-Colombia-2026",
    "simonbolivar1830",
]
FINE = [
    "correct-horse-under-the-mango-tree",
    "tres gallinas azules beben",
    "nubes sobre el tejado verde",
    "kfj38dkwpq02mxnv",
    "ñandú limón ventana ártico",
]


@pytest.mark.parametrize("password", GUESSABLE)
def test_a_long_password_that_everybody_thinks_of_is_refused(password: str) -> None:
    assert is_guessable(password)
    with pytest.raises(ValidationError):
        validate_password(password)


@pytest.mark.parametrize("password", FINE)
def test_words_without_digits_or_capitals_are_welcome(password: str) -> None:
    assert not is_guessable(password)
    validate_password(password)


def test_fourteen_characters_are_too_few() -> None:
    validate_password("kfj38dkwpq02mxn")
    with pytest.raises(ValidationError):
        validate_password("kfj38dkwpq02mx")


def test_the_own_name_and_address_make_no_password() -> None:
    user = User(email="ana.rodriguez@amparo.example", full_name="Ana Rodríguez Peñaranda")
    with pytest.raises(ValidationError):
        validate_password("rodríguez peñaranda", user)


def test_a_password_that_is_longer_than_anybody_types_is_refused_before_it_is_looked_at() -> None:
    words = "tres gallinas azules beben "
    validate_password((words + "kfj38dkwpq02mxnv").ljust(LONGEST_CHECKED, "ñ"))
    began = time.process_time()
    with pytest.raises(ValidationError, match="128"):
        validate_password(words * 12_000)
    # Looking at it took 23 seconds of processor.
    assert time.process_time() - began < 2
