"""Days of the steps of claims and papers: who may correct them, and how they are corrected."""

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
from casework.corrections.steps import keep_right_day, put_on_its_day
from pages.refusals import ActionRefused

Step = ApplicationStatusChange | RenunciationStatusChange


def refuse_earlier_step(steps: list[Any], step: Step) -> None:
    if steps[-1].pk != step.pk and step.pk in {each.pk for each in steps}:
        raise ActionRefused(
            _("A later step rests on this one: “Correct the step” at the later one first."),
            field="is_mistake",
        )


def may_date(step: RenunciationStatusChange | ApplicationStatusChange, user: User) -> bool:
    """Whether this colleague may correct the day of the step. For a verification: the verifier, or who may move
    cases."""
    is_verification = step.status == RenunciationStatus.VERIFIED
    return not is_verification or user.pk == step.by_id or user.holds(Permission.CASE_MOVE)


def follow_the_form(
    row: AsylumApplication | Renunciation, status: str, on: datetime.date, *, because: str, by: User
) -> None:
    """Gives the steps to this state the day in the form."""
    for step in row.status_changes.with_day().filter(status=status):
        if step.day != on:
            keep_right_day(step, step.day, on, individual=row.individual, because=because, by=by)


def put_step_on_its_day(
    row: AsylumApplication | Renunciation,
    step: Step,
    on: datetime.date,
    *,
    reason: str,
    by: User,
) -> datetime.date:
    """Stores the right day beside the step and sets the day of the row's state; returns the day before."""
    if step.status in DATED_BY_THE_FORM:
        raise ActionRefused(_("This day is corrected with the rest of the form."), field="on")
    moves = list(row.status_changes.standing().with_day().order_by("at"))
    among = [each for each in moves if each.status != ApplicationStatus.DRAFT]
    was = put_on_its_day(step, on, among=among, individual=row.individual, reason=reason, by=by)
    if among[-1].pk == step.pk:
        row.status_on = on
    return was


def own_days(steps: Iterable[Any]) -> list[Any]:
    """The steps whose day is corrected at the step, and not with the form of the row."""
    return [step for step in steps if step.status not in DATED_BY_THE_FORM]
