"""Parses "101-115, 201": the numbers on the doors, and the floor of each."""

import re
from itertools import chain

MOST_ROOMS = 100
DOOR = re.compile(r"(?P<letters>\D*?)(?P<number>\d{1,6})")


class NoRooms(ValueError):
    """The text names no rooms, or too many. `part` is the piece that cannot be read, if there is one."""

    def __init__(self, part: str = "") -> None:
        super().__init__(part)
        self.part = part


def doors(typed: str) -> list[str]:
    """The names, in the order typed, without repeats. Raises NoRooms."""
    parts = [part.strip() for part in re.split(r"[,;\n]", typed) if part.strip()]
    names = list(dict.fromkeys(chain.from_iterable(map(_doors_of, parts))))
    if not names or len(names) > MOST_ROOMS:
        raise NoRooms("")
    return names


def _doors_of(part: str) -> list[str]:
    """One number, or a range: `101`, `101-115`, `A1-A8`."""
    ends = [DOOR.fullmatch(end.strip()) for end in re.split(r"[-–—]", part)]
    if None in ends or len(ends) > 2:
        raise NoRooms(part)
    first, last = (end for end in (ends[0], ends[-1]) if end)
    if last["letters"] not in ("", first["letters"]):
        raise NoRooms(part)
    begin, end = int(first["number"]), int(last["number"])
    if not 0 <= end - begin < MOST_ROOMS:
        raise NoRooms(part)
    width = len(first["number"])
    return [f"{first['letters']}{each:0{width}}" for each in range(begin, end + 1)]


def floor_of(name: str) -> int:
    """The digits before the last two: 204 is on floor 2. Shorter numbers give 0."""
    match = DOOR.fullmatch(name)
    digits = match["number"] if match else ""
    return int(digits[:-2] or 0)
