"""Pairs of persons of whom we know whether they are one: to measure the matcher, not to tune it.

`python -m tests.bench.labelled_pairs [how many] [seed] > pairs.csv` writes the file that
`tests.bench.match_quality` reads. The names are drawn with another seed than the search benchmark's,
and spoiled by another error model: what a hurried registrar does (keys that lie side by side, letters
heard wrong, second names left out, names in the wrong column, initials, ages remembered a year or two
off), while the matcher's weights were set by hand on `misspelt`. Hard negatives are brothers and
sisters with one phone and one mother, homonyms, and fathers with the same name.
"""

import csv
import datetime
import random
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import TextIO

from tests.bench.names import GIVEN, SURNAMES, names

SEED = 20190223
TODAY = datetime.date(2019, 6, 1)
SAME_SHARE = 0.4
# Who stands beside whom among the pairs that are two people.
NEGATIVES = {"sibling": 0.3, "homonym": 0.25, "parent": 0.1, "near_name": 0.2, "stranger": 0.15}
KEYBOARD = ["qwertyuiop", "asdfghjklñ", "zxcvbnm"]
HEARD = [
    ("b", "v"), ("s", "c"), ("ll", "y"), ("g", "j"), ("rr", "r"), ("m", "n"),
    ("k", "c"), ("ie", "e"), ("u", "o"), ("th", "t"), ("ei", "ey"),
]  # fmt: skip
TWO_LETTER_ENDS = ["", "a", "o", "is", "ys", "er"]


@dataclass(frozen=True)
class Person:
    """One side of a pair, as a sheet holds it. `birth` is written as people state it."""

    given_names: str
    family_names: str
    sex: str
    birth: str
    document: str
    phone: str
    relatives: str
    other_names: str = ""


COLUMNS = [
    *(f"{side}_{name}" for side in ("left", "right") for name in Person.__dataclass_fields__),
    "is_same",
    "kind",
]


def labelled_pairs(
    count: int, seed: int = SEED, *, longer_known: bool = False
) -> Iterator[dict[str, str]]:
    """Rows with left_*, right_*, is_same (1 or 0) and the kind of pair.

    With `longer_known` the left side has been on file for a while: a later phone stands beside the first,
    and some go by a nickname that took the place of their name.
    """
    later = random.Random(seed + 1)  # noqa: S311
    dice = random.Random(seed)  # noqa: S311
    pool = list(names(count * 2 + 500, seed=seed))
    for _pair in range(count):
        left = _person(pool.pop(), dice)
        if dice.random() < SAME_SHARE:
            kind, right = "same", _told_again(left, dice)
        else:
            kind = dice.choices([*NEGATIVES], weights=[*NEGATIVES.values()])[0]
            right = _somebody_else(kind, left, pool, dice)
        left, right = (_as_recorded(person, dice) for person in (left, right))
        left = _longer_known(left, later) if longer_known else left
        row = {f"left_{name}": value for name, value in asdict(left).items()}
        row |= {f"right_{name}": value for name, value in asdict(right).items()}
        yield row | {"is_same": "1" if kind == "same" else "0", "kind": kind}


def _person(name: str, dice: random.Random) -> Person:
    """The truth about somebody: an exact birth date, a card, a phone, a family of two."""
    words = name.split()
    cut = max(1, len(words) - 2) if len(words) > 2 else 1
    born = TODAY - datetime.timedelta(days=int(dice.triangular(1, 60, 27) * 365.25))
    surname = words[cut] if cut < len(words) else dice.choice(SURNAMES)
    return Person(
        given_names=" ".join(words[:cut]),
        family_names=" ".join(words[cut:]) or surname,
        sex=dice.choice("mf"),
        birth=born.isoformat(),
        document=str(dice.randrange(8_000_000, 31_000_000)),
        phone=str(dice.randrange(3_000_000_000, 3_250_000_000)),
        relatives=";".join(f"{dice.choice(GIVEN)} {surname}" for _each in range(2)),
    )


def _longer_known(person: Person, dice: random.Random) -> Person:
    if dice.random() < 0.4:
        later = str(dice.randrange(3_000_000_000, 3_250_000_000))
        person = replace(person, phone=";".join(filter(None, (person.phone, later))))
    if dice.random() < 0.15:
        name = f"{person.given_names} {person.family_names}".strip()
        person = replace(person, given_names=dice.choice(GIVEN), other_names=name)
    return person


def _told_again(person: Person, dice: random.Random) -> Person:
    """The same person at another desk on another day."""
    again = replace(
        person,
        given_names=_rewritten(person.given_names, dice),
        family_names=_rewritten(person.family_names, dice),
    )
    if dice.random() < 0.06:
        again = replace(again, given_names=again.family_names, family_names=again.given_names)
    if dice.random() < 0.35:
        again = replace(again, phone=str(dice.randrange(3_000_000_000, 3_250_000_000)))
    if dice.random() < 0.05:
        again = replace(again, document=_key_slip(again.document, dice, "0123456789"))
    if dice.random() < 0.5:
        again = replace(again, relatives=again.relatives.split(";")[0])
    return again


def _rewritten(name: str, dice: random.Random) -> str:
    words = name.split()
    if len(words) > 1 and dice.random() < 0.4:
        words = words[:1]
    elif len(words) > 1 and dice.random() < 0.1:
        words[1] = f"{words[1][0]}."
    return " ".join(_mistyped(_misheard(word, dice), dice) for word in words)


def _misheard(word: str, dice: random.Random) -> str:
    if dice.random() > 0.35:
        return word
    swaps = [pair for one, other in HEARD for pair in ((one, other), (other, one))]
    possible = [(one, other) for one, other in swaps if one in word.lower()]
    if not possible:
        return word
    one, other = dice.choice(possible)
    return word.lower().replace(one, other, 1).capitalize()


def _mistyped(word: str, dice: random.Random) -> str:
    return word if dice.random() > 0.12 or len(word) < 4 else _key_slip(word, dice)


def _key_slip(word: str, dice: random.Random, keys: str = "") -> str:
    """A letter beside the right one, two keys in the wrong order, or one left out."""
    at = dice.randrange(1, len(word) - 1)
    row = keys or next((row for row in KEYBOARD if word[at].lower() in row), KEYBOARD[1])
    place = max(row.find(word[at].lower()), 0)
    beside = row[min(len(row) - 1, place + 1)] if dice.random() < 0.5 else row[max(0, place - 1)]
    return dice.choice(
        [
            word[:at] + beside + word[at + 1 :],
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + word[at + 1 :],
        ]
    )


def _somebody_else(kind: str, person: Person, pool: list[str], dice: random.Random) -> Person:
    other = _person(pool.pop(), dice)
    if kind == "sibling":
        years = dice.choice([0, 1, 1, 2, 2, 3, 4, 5, 7])
        shift = datetime.timedelta(days=dice.choice([-1, 1]) * int(365 * years))
        given = other.given_names
        if dice.random() < 0.25:
            # Brothers and sisters share a second name, or a beginning: Yorman and Yormary.
            given = f"{given.split()[0]} {person.given_names.split()[-1]}"
        born = min(TODAY, datetime.date.fromisoformat(person.birth) + shift)
        relatives = f"{person.relatives.split(';')[0]};{person.given_names} {person.family_names}"
        return replace(
            other,
            given_names=given,
            family_names=person.family_names,
            birth=born.isoformat(),
            phone=person.phone if dice.random() < 0.7 else other.phone,
            relatives=relatives,
        )
    if kind == "homonym":
        # As two people called José González are: one first name, one surname, perhaps all four.
        names, surnames = person.given_names.split(), person.family_names.split()
        if dice.random() < 0.5:
            names, surnames = names[:1], surnames[:1]
        return replace(
            other, given_names=" ".join(names), family_names=" ".join(surnames), sex=person.sex
        )
    if kind == "parent":
        born = datetime.date.fromisoformat(person.birth)
        return replace(
            other,
            given_names=person.given_names,
            family_names=person.family_names.split()[0],
            sex=person.sex,
            birth=(born - datetime.timedelta(days=dice.randrange(17, 35) * 365)).isoformat(),
            phone=person.phone,
        )
    if kind == "near_name":
        first = person.given_names.split()[0]
        near = first[: max(3, len(first) - 2)] + dice.choice(TWO_LETTER_ENDS)
        return replace(
            other, given_names=f"{near} {' '.join(other.given_names.split()[1:])}".strip()
        )
    return other


def _as_recorded(person: Person, dice: random.Random) -> Person:
    """What a desk writes down of the truth: half the births as an age, cards for six of ten."""
    born = datetime.date.fromisoformat(person.birth)
    wrong = dice.choices([0, 1, -1, 2, -2], weights=[80, 7, 7, 3, 3])[0]
    said = dice.random()
    if said < 0.45:
        birth = person.birth
    elif said < 0.9:
        age = max(0, int((TODAY - born).days / 365.25) + wrong)
        birth = f"~{TODAY.year - age}"
    else:
        birth = "" if dice.random() < 0.5 else str(born.year)
    return replace(
        person,
        birth=birth,
        sex=person.sex if dice.random() < 0.97 else "u",
        document=f"V-{person.document}" if dice.random() < 0.6 else "",
        phone=person.phone if dice.random() < 0.5 else "",
        relatives=person.relatives if dice.random() < 0.6 else "",
    )


def write_pairs(count: int, seed: int, out: TextIO) -> None:
    sheet = csv.DictWriter(out, COLUMNS)
    sheet.writeheader()
    sheet.writerows(labelled_pairs(count, seed))


if __name__ == "__main__":
    words = [int(word) for word in sys.argv[1:]]
    write_pairs(words[0] if words else 5_000, words[1] if len(words) > 1 else SEED, sys.stdout)
