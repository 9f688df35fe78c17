"""Records what happened after an exit: the person came back, or the exit was a mistake."""

import datetime
from collections.abc import Iterable

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.audit import record
from accounts.models import User
from accounts.refusals import refuse_future
from casework.corrections.actions import in_words, keep_changed, put_right
from casework.register.choices import AfterExit, ExitType
from casework.register.models.arrival import Arrival
from casework.register.models.case import FamilyMember
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused

RETURN = ("back_on", "back_by", "back_with", "back_reason")


def away_before(people: Iterable[Individual], on: datetime.date) -> list[Exit]:
    """The exits by which these people were away before that day. Excludes deaths."""
    exits = Exit.objects.away().filter(individual__in=list(people), on__lt=on)
    return list(exits.exclude(type=ExitType.DIED))


def joined_after(people: Iterable[Individual]) -> list[tuple[Exit, datetime.date]]:
    """The exits by which two records of one person are away, each with the day on which they joined a case again."""
    of_people = {"individual__in": list(people)}
    members = FamilyMember.objects.filter(**of_people).lasting().order_by("joined_on")
    joined = list(members.values_list("joined_on", flat=True))
    exits_and_days = [
        (leaving, next((day for day in joined if day > leaving.on), None))
        for leaving in Exit.objects.away().filter(**of_people).exclude(type=ExitType.DIED)
    ]
    return [(leaving, day) for leaving, day in exits_and_days if day]


def come_back(
    leaving: Exit, *, on: datetime.date, reason: str, by: User, arrival: Arrival | None = None
) -> None:
    """Records since when the person is back, optionally by an arrival. The caller has checked that it is possible."""
    leaving.back_on, leaving.back_by, leaving.back_reason = on, by, reason
    leaving.back_with = arrival
    leaving.save(update_fields=RETURN)
    record("exit.returned", by=by, about=leaving)


def returns_with(arrival: Arrival, *, on: datetime.date, by: User) -> list[Exit]:
    """The returns that the arrival created and that can move to `on`. Raises ActionRefused if one cannot."""
    returns = list(arrival.returns.standing().select_related("individual"))
    for leaving in returns:
        _refuse_return(leaving, on, by=by, field="on")
    return returns


def move_return(leaving: Exit, *, on: datetime.date, reason: str, by: User) -> None:
    """Moves the return with the corrected day of its arrival. The caller has checked that it is possible."""
    before = {"back_on": in_words(leaving, "back_on")}
    leaving.back_on = on
    leaving.save(update_fields=["back_on"])
    keep_changed(leaving, before, reason=reason, by=by)
    record("exit.return_corrected", by=by, about=leaving)


def say_after(
    leaving: Exit, what: str, *, back_on: datetime.date | None, reason: str, by: User
) -> None:
    """Records what happened after an exit. Raises ActionRefused at the field of an impossible answer."""
    if what == AfterExit.MISTAKE:
        _take_back(leaving, reason=reason, by=by)
    elif what == AfterExit.BACK:
        if back_on is None:
            raise ActionRefused(_("Say on which day they came back."), field="back_on")
        _refuse_return(leaving, back_on, by=by)
        if leaving.back_on:
            _put_return_right(leaving, by, reason, back_on=back_on)
        else:
            come_back(leaving, on=back_on, reason=reason, by=by)
    elif leaving.back_on:
        _refuse_second_absence(leaving, None)
        _put_return_right(leaving, by, reason, back_on=None, back_reason="")


def _take_back(leaving: Exit, *, reason: str, by: User) -> None:
    leaving.annulled_on, leaving.annulled_by = by.today(), by
    leaving.annulment_reason = reason
    leaving.save(update_fields=["annulled_on", "annulled_by", "annulment_reason"])
    record("exit.annulled", by=by, about=leaving)


def _put_return_right(leaving: Exit, by: User, reason: str, **facts: object) -> None:
    put_right(leaving, facts, reason=reason, by=by)
    leaving.back_by = leaving.back_by if leaving.back_on else None
    # A return with its own day no longer depends on an arrival.
    leaving.back_with = None
    leaving.save(update_fields=RETURN)
    record("exit.return_corrected", by=by, about=leaving)


def _refuse_return(leaving: Exit, on: datetime.date, *, by: User, field: str = "back_on") -> None:
    refuse_future(on, by=by, field=field)
    if leaving.type == ExitType.DIED:
        raise ActionRefused(_("A death that was none was recorded by mistake."), field="what")
    if on < leaving.on:
        raise ActionRefused(_("Nobody comes back before leaving."), field=field)
    _refuse_second_absence(leaving, on, field=field)


def _refuse_second_absence(
    leaving: Exit, back_on: datetime.date | None, *, field: str = "back_on"
) -> None:
    """Raises ActionRefused if the person left again before that day, or, without a day, at any time since."""
    before = Q() if back_on is None else Q(on__lt=back_on)
    others = leaving.individual.exits.standing().filter(before, on__gte=leaving.on)
    if others.exclude(pk=leaving.pk).exists():
        raise ActionRefused(_("The person left again before that day."), field=field)
