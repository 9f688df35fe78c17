"""Corrects the days of the steps of claims and papers."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import Permission
from asylum.papers.choices import DATED_BY_THE_FORM, RenunciationStatus
from asylum.papers.models.renunciation import Renunciation, RenunciationStatusChange
from asylum.pathways.choices import ApplicationStatus
from asylum.procedure.models.application import ApplicationStatusChange, AsylumApplication
from casework.corrections.steps import correct_day_of_step, save_right_day
from pages.refusals import ActionRefused

Step = ApplicationStatusChange | RenunciationStatusChange


def refuse_earlier_step(steps: list[Any], step: Step) -> None:
    """Raises ActionRefused if later steps follow this one; `steps` are the valid steps in order."""
    if steps[-1].pk != step.pk and step.pk in {each.pk for each in steps}:
        raise ActionRefused(
            _("A later step rests on this one: “Correct the step” at the later one first."),
            field="is_mistake",
        )


def may_date(step: RenunciationStatusChange | ApplicationStatusChange, user: User) -> bool:
    """Returns whether this colleague may correct the day of the step.

    The day of a verification is corrected by the colleague who verified, or by one who may move cases.
    """
    is_verification = step.status == RenunciationStatus.VERIFIED
    return not is_verification or user.pk == step.by_id or user.holds(Permission.CASE_MOVE)


def date_steps_by_form(
    row: AsylumApplication | Renunciation, status: str, on: datetime.date, *, because: str, by: User
) -> None:
    """Moves the steps to this state to the day of the form."""
    for step in row.status_changes.with_day().filter(status=status):
        if step.day != on:
            save_right_day(step, step.day, on, individual=row.individual, because=because, by=by)


def correct_day_of_move(
    row: AsylumApplication | Renunciation,
    step: Step,
    on: datetime.date,
    *,
    reason: str,
    by: User,
) -> datetime.date:
    """Stores the right day of the step and sets the day of the row's state; returns the former day.

    The caller saves the row. Raises ActionRefused for a day that the form of the row corrects, and as
    `correct_day_of_step`.
    """
    if step.status in DATED_BY_THE_FORM:
        raise ActionRefused(_("This day is corrected with the rest of the form."), field="on")
    moves = list(row.status_changes.standing().with_day().order_by("at"))
    steps = [each for each in moves if each.status != ApplicationStatus.DRAFT]
    former_day = correct_day_of_step(
        step, on, among=steps, individual=row.individual, reason=reason, by=by
    )
    if steps[-1].pk == step.pk:
        row.status_on = on
    return former_day


def steps_with_own_day(steps: Iterable[Any]) -> list[Any]:
    """Returns the steps whose day has a page of its own for corrections; the form of the row corrects the others."""
    return [step for step in steps if step.status not in DATED_BY_THE_FORM]
