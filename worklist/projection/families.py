"""Writes the families that lose aid or have none, as `aid.loss_sql` computes them. `worklist.aid_losses` reads them."""

import datetime
import uuid
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection

from aid.forecast_page import Named
from aid.forecasts import members_here
from aid.loss_sql import ahead_as_sql
from aid.models import Cover
from casework.register.models.case import Case
from pages.remembered import Remembered
from worklist.models import KeptAhead

# How many days Today looks ahead.
AID_DAYS = 14
# The kind of the projection, and the kind of date that changes with the aid of many families.
AHEAD, WITH_MANY = "families_ahead", "commitment_ends"
# Placeholders for the keys in cached SQL.
CASES, PEOPLE = uuid.UUID(int=0), uuid.UUID(int=1)
_remembered = Remembered(500)


def keep_ahead(day: datetime.date) -> None:
    """Writes what all families lose from this day on."""
    KeptAhead.objects.filter(day=day).delete()
    with suppress(EmptyResultSet):
        _write(*_families(day, Case.objects.open(), Cover.objects.all()))


def keep_ahead_near(
    days: Iterable[datetime.date], cases: Collection[Any], people: Collection[Any]
) -> None:
    """Recomputes the rows of these cases, limited to these people."""
    KeptAhead.objects.filter(case_id__in=cases).delete()
    keys = {CASES: list(cases), PEOPLE: list(people)}
    for day in days:
        sql, values = _remembered.of((AHEAD, day), partial(_families_near, day))
        _write(sql, {name: _meant(value, keys) for name, value in values.items()})


def _families_near(day: datetime.date) -> Named:
    cases = Case.objects.open().filter(pk__in=[CASES])
    return _families(day, cases, Cover.objects.filter(individual__in=[PEOPLE]))


def _meant(value: Any, keys: Mapping[uuid.UUID, list[Any]]) -> Any:
    is_mark = isinstance(value, list) and len(value) == 1 and value[0] in keys
    return keys[value[0]] if is_mark else value


def _write(sql: str, values: dict[str, Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def _families(day: datetime.date, cases: Any, covers: Any) -> Named:
    """The statement that writes what is kept of these cases. Raises EmptyResultSet if Django knows that there are none."""
    last = day + datetime.timedelta(days=AID_DAYS)
    covers = covers.firm().with_end(day)
    question, values = ahead_as_sql(members_here(cases, day), covers, on=day, last=last)
    return (
        "INSERT INTO worklist_keptahead (day, case_id, has_nothing_now, is_left_with_nothing, first_loss_on, lost,"  # noqa: S608
        " case_team_id, case_office_id, case_is_restricted)"
        " SELECT %(on)s::date, case_id, nothing_now, nothing_left, first_loss_on, lost,"
        " file.team_id, file.office_id, file.is_restricted"
        f" FROM ({question}) AS ahead"
        " (case_id, number, nothing_now, nothing_left, first_loss_on, people, lost, lacking)"
        " JOIN casework_case AS file ON file.id = ahead.case_id",
        values,
    )
