"""Records what happened after an exit: the person returned, or the exit was a mistake."""

import datetime
from collections.abc import Iterable

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.audit import record
from accounts.models import User
from accounts.refusals import refuse_future
from casework.corrections.actions import apply_correction, in_words, save_changes
from casework.register.choices import AfterExit, ExitType
from casework.register.models.arrival import Arrival
from casework.register.models.case import FamilyMember
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused

RETURN_FIELDS = ("back_on", "back_by", "back_with", "back_reason")


def exits_before(people: Iterable[Individual], on: datetime.date) -> list[Exit]:
    """Returns the exits by which these people were away before that day. Leaves out deaths."""
    exits = Exit.objects.away().filter(individual__in=list(people), on__lt=on)
    return list(exits.exclude(type=ExitType.DIED))


def exits_with_next_case(people: Iterable[Individual]) -> list[tuple[Exit, datetime.date]]:
    """Returns the exits of these records of one person after which they joined a case, with the day of joining.

    Leaves out deaths.
    """
    of_people = {"individual__in": list(people)}
    members = FamilyMember.objects.filter(**of_people).non_empty().order_by("joined_on")
    joined = list(members.values_list("joined_on", flat=True))
    exits_and_days = [
        (person_exit, next((day for day in joined if day > person_exit.on), None))
        for person_exit in Exit.objects.away().filter(**of_people).exclude(type=ExitType.DIED)
    ]
    return [(person_exit, day) for person_exit, day in exits_and_days if day]


def record_return(
    person_exit: Exit, *, on: datetime.date, reason: str, by: User, arrival: Arrival | None = None
) -> None:
    """Saves the day on which the person came back, and the arrival, if any. The caller has checked the day."""
    person_exit.back_on, person_exit.back_by, person_exit.back_reason = on, by, reason
    person_exit.back_with = arrival
    person_exit.save(update_fields=RETURN_FIELDS)
    record("exit.returned", by=by, about=person_exit)


def exits_ended_by_arrival(arrival: Arrival, *, on: datetime.date, by: User) -> list[Exit]:
    """Returns the exits that the arrival ended. Raises ActionRefused if one of the returns cannot be on the day `on`."""
    exits = list(arrival.returns.standing().select_related("individual"))
    for person_exit in exits:
        _refuse_return(person_exit, on, by=by, field="on")
    return exits


def move_return(person_exit: Exit, *, on: datetime.date, reason: str, by: User) -> None:
    """Moves a return to the corrected day of its arrival. The caller has checked the day."""
    before = {"back_on": in_words(person_exit, "back_on")}
    person_exit.back_on = on
    person_exit.save(update_fields=["back_on"])
    save_changes(person_exit, before, reason=reason, by=by)
    record("exit.return_corrected", by=by, about=person_exit)


def record_after_exit(
    person_exit: Exit, what: str, *, back_on: datetime.date | None, reason: str, by: User
) -> None:
    """Records what happened after an exit (`what` is an AfterExit): a return, its correction, or a mistake.

    Raises ActionRefused at the field of an impossible answer.
    """
    if what == AfterExit.MISTAKE:
        _annul(person_exit, reason=reason, by=by)
    elif what == AfterExit.BACK:
        if back_on is None:
            raise ActionRefused(_("Say on which day they came back."), field="back_on")
        _refuse_return(person_exit, back_on, by=by)
        if person_exit.back_on:
            _correct_return(person_exit, by, reason, back_on=back_on)
        else:
            record_return(person_exit, on=back_on, reason=reason, by=by)
    elif person_exit.back_on:
        _refuse_second_absence(person_exit, None)
        _correct_return(person_exit, by, reason, back_on=None, back_reason="")


def _annul(person_exit: Exit, *, reason: str, by: User) -> None:
    person_exit.annulled_on, person_exit.annulled_by = by.today(), by
    person_exit.annulment_reason = reason
    person_exit.save(update_fields=["annulled_on", "annulled_by", "annulment_reason"])
    record("exit.annulled", by=by, about=person_exit)


def _correct_return(person_exit: Exit, by: User, reason: str, **facts: object) -> None:
    apply_correction(person_exit, facts, reason=reason, by=by)
    person_exit.back_by = person_exit.back_by if person_exit.back_on else None
    # A return with its own day no longer depends on an arrival.
    person_exit.back_with = None
    person_exit.save(update_fields=RETURN_FIELDS)
    record("exit.return_corrected", by=by, about=person_exit)


def _refuse_return(
    person_exit: Exit, on: datetime.date, *, by: User, field: str = "back_on"
) -> None:
    refuse_future(on, by=by, field=field)
    if person_exit.type == ExitType.DIED:
        raise ActionRefused(_("A death that was none was recorded by mistake."), field="what")
    if on < person_exit.on:
        raise ActionRefused(_("Nobody comes back before leaving."), field=field)
    _refuse_second_absence(person_exit, on, field=field)


def _refuse_second_absence(
    person_exit: Exit, back_on: datetime.date | None, *, field: str = "back_on"
) -> None:
    """Raises ActionRefused if the person left again before `back_on`, or, without a day, at any time after this exit."""
    before = Q() if back_on is None else Q(on__lt=back_on)
    others = person_exit.individual.exits.standing().filter(before, on__gte=person_exit.on)
    if others.exclude(pk=person_exit.pk).exists():
        raise ActionRefused(_("The person left again before that day."), field=field)
