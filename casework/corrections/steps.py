"""Corrects steps without overwriting them: a correction beside the step stores the right day or marks a mistake."""

import datetime
from collections.abc import Iterable
from typing import Any, Self
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from accounts.sight import visible_keys
from casework.corrections.actions import refuse_late_without_reason
from casework.corrections.models import Correction
from casework.register.models.individual import Individual
from pages.dates import short_date
from pages.refusals import ActionRefused
from vault.querysets import SealedQuerySet

MISTAKE = "is_mistake"


class StepQuerySet(SealedQuerySet):
    """Append-only steps with a day `on`. `subject` names the foreign key to the row whose state the step changed.

    A step is visible with the person of that row.
    """

    subject = ""

    def visible_to(self, user: User, permission: Permission) -> Self:
        people = visible_keys(Individual.objects, user, permission)
        return self.filter(**{f"{self.subject}__individual__in": people})

    def with_day(self) -> Any:
        """Annotates `day`: the day of the step as last corrected."""
        corrections = Correction.objects.filter(about_id=OuterRef("pk"), day__isnull=False)
        newest = corrections.order_by("-at").values("day")[:1]
        return self.annotate(day=Coalesce(Subquery(newest), F("on")))

    def with_mistake(self) -> Any:
        """Annotates `is_mistake`: a correction says that nobody took the step."""
        return self.annotate(is_mistake=_is_mistake())

    def standing(self) -> Self:
        """Returns steps without those marked as mistakes."""
        return self.filter(~_is_mistake())


def _is_mistake() -> Exists:
    return Exists(Correction.objects.filter(about_id=OuterRef("pk"), fields__contains=[MISTAKE]))


def correct_day_of_step(
    step: Any,
    on: datetime.date,
    *,
    among: Iterable[Any],
    individual: Individual | None,
    reason: str,
    by: User,
    label: str = "",
) -> datetime.date:
    """Stores the right day beside the step, and returns the former day.

    `among` are the valid steps with their `day`, in order. `label` names the step if it has no status. Raises
    ActionRefused for a day in the future, before the previous step or after the next one, and without a reason a day
    after the step was recorded.
    """
    refuse_future(on, by=by)
    steps = list(among)
    position = next((number for number, each in enumerate(steps) if each.pk == step.pk), None)
    if position is None:
        raise ActionRefused(_("This was taken back already."))
    former_day: datetime.date = steps[position].day
    if on == former_day:
        raise ActionRefused(_("Nothing was changed."), field="on")
    refuse_late_without_reason(step.at, reason)
    if later := [each for each in steps[:position] if each.day > on]:
        too_early = _("“%(step)s” was on %(day)s: this step cannot be before it.")
        raise ActionRefused(too_early % _step_in_words(later[-1], label), field="on")
    if earlier := [each for each in steps[position + 1 :] if each.day < on]:
        too_late = _("“%(step)s” was on %(day)s: this step cannot be after it.")
        raise ActionRefused(too_late % _step_in_words(earlier[0], label), field="on")
    save_right_day(step, former_day, on, individual=individual, because=reason, by=by, label=label)
    return former_day


def _step_in_words(step: Any, label: str) -> dict[str, str]:
    return {"step": label or step.get_status_display(), "day": short_date(step.day)}


def save_right_day(
    step: Any,
    former_day: datetime.date,
    on: datetime.date,
    *,
    individual: Individual | None,
    because: str,
    by: User,
    label: str = "",
) -> None:
    """Stores the right day of the step; the caller has checked the day."""
    changes = f"{label or step.get_status_display()}: {short_date(former_day)} → {short_date(on)}"
    save_correction(step, ["on"], changes, individual=individual, because=because, by=by, day=on)


def mark_step_as_mistake(
    step: Any, *, individual: Individual | None, reason: str, by: User
) -> None:
    """Marks the step as a mistake, so that `standing` leaves it out.

    A withdrawal or an end would mean that the step was true until today. Raises ActionRefused if the step was marked
    before, and without a reason a day after the step was recorded.
    """
    if not type(step)._default_manager.standing().filter(pk=step.pk).exists():
        raise ActionRefused(_("This was taken back already."))
    refuse_late_without_reason(step.at, reason)
    changes = f"{step.get_status_display()}: {_('recorded by mistake')}"
    save_correction(step, [MISTAKE], changes, individual=individual, because=reason, by=by)


def save_correction(
    row: Any,
    fields: list[str],
    changes: str,
    *,
    individual: Individual | None,
    because: str,
    by: User,
    day: datetime.date | None = None,
    key_id: UUID | None = None,
) -> None:
    """Saves a correction of the row, under `key_id` if the row itself has no key. The caller has checked the correction."""
    Correction.objects.create(
        key_id=key_id or row.key_id,
        individual=individual,
        about_type=row._meta.label_lower,
        about_id=row.pk,
        fields=fields,
        changes=changes,
        because=because.strip(),
        day=day,
        by=by,
    )
