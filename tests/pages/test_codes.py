"""Codes of papers: dictated on a phone, typed anyhow, and those of before."""

import hashlib
import math

import pytest

from pages.codes import CHARACTERS, GROUPS, LENGTH_OF_A_GROUP, NO_CODE, code_in, fresh_code, hash_of


def test_a_code_can_be_dictated_and_nobody_guesses_it():
    assert set("0O1ILUV").isdisjoint(CHARACTERS)
    assert CHARACTERS.upper() == CHARACTERS
    assert GROUPS * LENGTH_OF_A_GROUP * math.log2(len(CHARACTERS)) >= 80
    code = fresh_code()
    assert ([len(group) for group in code.split("-")], code != fresh_code()) == ([4] * 5, True)
    assert len(code) == len(NO_CODE)


@pytest.mark.parametrize("typed", ["{}", " {} ", "https://amparo.example/slip/{}/"])
@pytest.mark.parametrize("written", [str, str.lower, lambda code: code.replace("-", " ")])
def test_a_code_is_the_same_however_it_is_typed(typed, written):
    code = fresh_code()
    sent = typed.format(written(code))
    assert (code_in(sent), hash_of(sent)) == (code, hash_of(code))


@pytest.mark.parametrize("former", ["7K3M-9QRT-WXYZ-2345", "aB3_" * 8, "-Zz9" * 8])
def test_a_code_of_before_stays_what_it_was(former):
    assert code_in(f"https://amparo.example/slip/{former}/") == former
    assert hash_of(former) == hashlib.sha256(former.encode()).hexdigest()


@pytest.mark.parametrize(
    "typed", ["", "Ana", NO_CODE, "José Gregorio Pérez Soto", "7K3M-9QRT-WXYZ"]
)
def test_what_is_no_code_is_none(typed):
    assert code_in(typed) == ""
