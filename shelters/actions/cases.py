"""Finds the open case of each person who gets a place."""

import datetime
import uuid
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from pages.questions import PLACEHOLDER, cached_rows
from shelters.querysets.moment import ANY_NIGHT
from shelters.refusals import NoCaseOpen


def open_cases_of(people: Sequence[Individual], on: datetime.date) -> dict[uuid.UUID, Case]:
    """The locked open case of each person. Raises NoCaseOpen for a person without one."""
    keys = [person.pk for person in people]
    case_keys = dict(cached_rows(_cases_of, values={PLACEHOLDER: keys, ANY_NIGHT: on}))
    rows = cached_rows(_cases_to_lock, values={PLACEHOLDER: set(case_keys.values())})
    locked = {case.pk: case for case in rows}
    cases = {person: locked[case] for person, case in case_keys.items() if locked[case].is_open}
    if any(person.pk not in cases for person in people):
        raise NoCaseOpen(_("This person is in no open case. Open or reopen one first."))
    return cases


def _cases_of() -> Any:
    """The cases of each person that day. The case joined first is the last row, so that a dict keeps it."""
    members = FamilyMember.objects.on(ANY_NIGHT).filter(individual__in=[PLACEHOLDER])
    return members.reverse().values_list("individual", "case")


def _cases_to_lock() -> Any:
    rows = Case.objects.select_for_update(of=("self",)).filter(pk__in=[PLACEHOLDER])
    return rows.order_by("pk")
