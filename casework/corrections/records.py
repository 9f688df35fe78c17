"""Corrections of a person's record: old and new values in words."""

import datetime
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from casework.corrections.actions import in_words
from casework.corrections.steps import save_correction
from casework.register.choices import Sex
from casework.register.models.individual import Individual
from casework.register.rules import age_in_words, birth_as_text
from reference.choices import countries

UNKNOWN = "—"
COUNTRIES = ("nationality", "second_nationality")
BIRTH = ("born_on", "birth_year", "birth_precision")
PLAIN_FIELDS = ("given_names", "family_names", "alias", "languages", "needs_interpreter")


def record_in_words(individual: Individual, *, on: datetime.date) -> dict[str, str]:
    """Returns each fact of the record in words, by field. All fields of the birth are one fact, with the age on `on`."""
    names = dict(countries())
    values = {name: in_words(individual, name) for name in PLAIN_FIELDS}
    is_sex_known = individual.sex != Sex.UNKNOWN
    values["sex"] = in_words(individual, "sex") if is_sex_known else UNKNOWN
    codes = {name: getattr(individual, name) for name in COUNTRIES}
    values |= {name: str(names.get(code, code)) or UNKNOWN for name, code in codes.items()}
    birth = individual.birth
    age = age_in_words(birth, on, with_unit=True)
    return values | {"born_on": f"{age} ({birth_as_text(birth)})" if age else UNKNOWN}


def save_wrong_values(
    individual: Individual, before: Mapping[str, str], changed: Iterable[str], *, by: User
) -> None:
    """Records a correction of the `changed` fields, whose values were wrong. Skips values that were unknown before."""
    fields = {"born_on" if name in BIRTH else name for name in changed}
    current = record_in_words(individual, on=by.today())
    wrong = [
        name for name in before if name in fields and before[name] not in (UNKNOWN, current[name])
    ]
    if not wrong:
        return
    lines = [f"{fact_in_words(name)}: {before[name]} → {current[name]}" for name in wrong]
    save_correction(individual, wrong, "\n".join(lines), individual=individual, because="", by=by)


def fact_in_words(name: str) -> str:
    """Returns the name of a fact of the record."""
    field: Any = Individual._meta.get_field(name)
    return _("Birth") if name == "born_on" else str(field.verbose_name)
