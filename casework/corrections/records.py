"""Earlier values of a person's record, kept in words beside a correction."""

import datetime
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from casework.corrections.actions import in_words
from casework.corrections.steps import keep
from casework.register.choices import Sex
from casework.register.models.individual import Individual
from casework.register.rules import age_in_words, written_birth
from reference.choices import countries

UNKNOWN = "—"
COUNTRIES = ("nationality", "second_nationality")
BIRTH = ("born_on", "birth_year", "birth_precision")
PLAIN_FIELDS = ("given_names", "family_names", "alias", "languages", "needs_interpreter")


def record_in_words(individual: Individual, *, on: datetime.date) -> dict[str, str]:
    """Each fact of the record in words; the fields of a birth are one fact, with the age on that day."""
    names = dict(countries())
    values = {name: in_words(individual, name) for name in PLAIN_FIELDS}
    is_sex_known = individual.sex != Sex.UNKNOWN
    values["sex"] = in_words(individual, "sex") if is_sex_known else UNKNOWN
    codes = {name: getattr(individual, name) for name in COUNTRIES}
    values |= {name: str(names.get(code, code)) or UNKNOWN for name, code in codes.items()}
    birth = individual.birth
    age = age_in_words(birth, on, with_unit=True)
    return values | {"born_on": f"{age} ({written_birth(birth)})" if age else UNKNOWN}


def keep_wrong(
    individual: Individual, before: Mapping[str, str], changed: Iterable[str], *, by: User
) -> None:
    """Records the old and new values of these fields. An unknown value was not wrong."""
    fields = {"born_on" if name in BIRTH else name for name in changed}
    current = record_in_words(individual, on=by.today())
    wrong = [
        name for name in before if name in fields and before[name] not in (UNKNOWN, current[name])
    ]
    if not wrong:
        return
    lines = [f"{fact_in_words(name)}: {before[name]} → {current[name]}" for name in wrong]
    keep(individual, wrong, "\n".join(lines), individual=individual, because="", by=by)


def fact_in_words(name: str) -> str:
    """The name of the fact in corrections of a record."""
    field: Any = Individual._meta.get_field(name)
    return _("Birth") if name == "born_on" else str(field.verbose_name)
