"""Given names, and their everyday forms.

Read from `tables/given_names.csv`: name, then its everyday forms separated by blanks. One form may belong to several
names: Beto is Alberto, Roberto or Humberto."""

import csv
import functools
from pathlib import Path

from vault.sounds import sounded_words

TABLE = Path(__file__).parents[1] / "tables" / "given_names.csv"


@functools.cache
def everyday_forms() -> dict[str, frozenset[str]]:
    """Returns the everyday forms of each name, all by sound."""
    with TABLE.open(encoding="utf-8", newline="") as table:
        return {
            "".join(sounded_words(row["name"])): frozenset(sounded_words(row["goes_by"]))
            for row in csv.DictReader(table)
        }


@functools.cache
def _names_of_forms() -> dict[str, list[str]]:
    """Returns the names, as they are written, that each everyday form may mean. The key is the form by sound."""
    with TABLE.open(encoding="utf-8", newline="") as table:
        forms = [
            (form, row["name"])
            for row in csv.DictReader(table)
            for form in sounded_words(row["goes_by"])
        ]
    return {form: [name for other, name in forms if other == form] for form, _name in forms}


def names_behind(form: str) -> list[str]:
    """Returns the names that an everyday form may mean, for example Jesús for Chucho. Empty for a full name."""
    return _names_of_forms().get("".join(sounded_words(form)), [])


def is_given_name(word: str) -> bool:
    """Returns whether the word, by sound, is a given name: María and Mario are, Chucho is not."""
    return word in everyday_forms()


def goes_by(one: str, other: str) -> bool:
    """Returns whether one of the two, by sound, is an everyday form of the other."""
    forms = everyday_forms()
    return one in forms.get(other, ()) or other in forms.get(one, ()) or _is_diminutive(one, other)


def _is_diminutive(one: str, other: str) -> bool:
    """Returns whether one is a diminutive of the other: Luisito for Luis, Rosita for Rosa, Carlitos for Carlos."""
    if one[:2] != other[:2]:
        return False
    short, long = sorted((one, other), key=len)
    stem = short.rstrip("aos") if len(short) > 3 else short
    return len(stem) > 1 and any(
        long == stem + ending
        for ending in ("ito", "ita", "itos", "itas", "iko", "ika", "sito", "sita")
    )
