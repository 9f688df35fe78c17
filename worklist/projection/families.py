"""Writes the families that lose aid or have none into the projection, as `aid.loss_sql` computes them.

`worklist.today.aid_losses` reads these rows."""

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
from worklist.projection.models import KeptAhead

# How many days Today looks ahead for losses of aid.
AID_DAYS = 14
# The kind of the projection that holds these families, and the kind of date whose changes concern many families at once.
FAMILIES_AHEAD, COMMITMENT_ENDS = "families_ahead", "commitment_ends"
# Keys that stand for the real ones in cached SQL.
CASES, PEOPLE = uuid.UUID(int=0), uuid.UUID(int=1)
_compiled_sql = Remembered(500)


def write_all_families(day: datetime.date) -> None:
    """Replaces the rows of this day with those of all open cases."""
    KeptAhead.objects.filter(day=day).delete()
    with suppress(EmptyResultSet):
        _execute(*_insert(day, Case.objects.open(), Cover.objects.all()))


def rewrite_families(
    days: Iterable[datetime.date], cases: Collection[Any], people: Collection[Any]
) -> None:
    """Replaces the rows of these cases. Only the aid of these people is read, which must be everybody in the cases."""
    KeptAhead.objects.filter(case_id__in=cases).delete()
    keys = {CASES: list(cases), PEOPLE: list(people)}
    for day in days:
        sql, values = _compiled_sql.of((FAMILIES_AHEAD, day), partial(_insert_near, day))
        _execute(sql, {name: _with_keys(value, keys) for name, value in values.items()})


def _insert_near(day: datetime.date) -> Named:
    """The statement for some cases and people, with placeholders for their keys."""
    cases = Case.objects.open().filter(pk__in=[CASES])
    return _insert(day, cases, Cover.objects.filter(individual__in=[PEOPLE]))


def _with_keys(value: Any, keys: Mapping[uuid.UUID, list[Any]]) -> Any:
    """The keys that the placeholder stands for; any other value unchanged."""
    is_placeholder = isinstance(value, list) and len(value) == 1 and value[0] in keys
    return keys[value[0]] if is_placeholder else value


def _execute(sql: str, values: dict[str, Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def _insert(day: datetime.date, cases: Any, covers: Any) -> Named:
    """The statement that inserts the rows of these cases, with its values.

    Raises EmptyResultSet if Django knows that there are no such cases."""
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
