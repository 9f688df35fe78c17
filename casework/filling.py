"""What a record lacks and the record merged into it knows."""

from collections.abc import Iterator
from typing import Any

from django.utils.functional import Promise

from casework.choices import BirthPrecision, Sex
from casework.models import Individual

BIRTH = ("birth_precision", "birth_year", "born_on")
NAMES = ("given_names", "family_names", "alias")
# A caution that one record carries holds for the person.
CAUTIONS = ("is_anonymous", "needs_interpreter")
NOTHING: tuple[Any, ...] = ("", None, [], Sex.UNKNOWN)


def filled(survivor: Individual, merged: Individual) -> Iterator[str]:
    """Names of the survivor's columns that are blank and that `merged` can fill; facts that differ stay."""
    if survivor.birth_precision == BirthPrecision.UNKNOWN and survivor.birth_year is None:
        yield from (name for name in BIRTH if getattr(merged, name) != getattr(survivor, name))
    for name in (*NAMES, "sex", "nationality", "languages", "arrival"):
        if getattr(survivor, name) in NOTHING and getattr(merged, name) not in NOTHING:
            yield name
    for name in CAUTIONS:
        if getattr(merged, name) and not getattr(survivor, name):
            yield name


def filled_in_words(survivor: Individual, merged: Individual) -> list[str | Promise]:
    """The same as labels, birth said once."""
    names = ["birth_year" if name in BIRTH else name for name in filled(survivor, merged)]
    fields: Any = [Individual._meta.get_field(name) for name in dict.fromkeys(names)]
    return [field.verbose_name for field in fields]
