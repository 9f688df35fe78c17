"""Records, reviews and ends specific needs; records livelihood and dependants."""

import datetime
from typing import TypedDict, Unpack

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.needs.models import Livelihood, SpecificNeed
from casework.needs.querysets import PERMISSION_FOR_RESTRICTED
from casework.needs.rules import fits
from casework.register.actions import (
    changed_by,
    lock_row,
    newest,
    record_about_person,
    refuse_ended,
    refuse_stale,
    save_new_row,
    withdraw,
)
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused
from reference.models import NeedCode


class LivelihoodFacts(TypedDict, total=False):
    """The dependants of a person's earnings; missing values are unknown."""

    dependants_abroad: int | None
    is_sole_breadwinner: bool
    note: str


@transaction.atomic
def record_livelihood(
    individual: Individual, *, by: User, **facts: Unpack[LivelihoodFacts]
) -> Livelihood:
    """Records the person's dependants, and returns the row. The earlier row stays readable."""
    individual = lock_for(individual, Permission.NEED_CHANGE, by=by)
    livelihood = save_new_row(
        Livelihood, individual, by=by, replaces=newest(individual.livelihoods), **facts
    )
    record_about_person("livelihood.recorded", livelihood, by=by)
    return livelihood


def permission_for(code: NeedCode) -> Permission:
    """Returns the permission for recording a need with this code: restricted codes are for legal officers."""
    return (
        PERMISSION_FOR_RESTRICTED[Permission.NEED_CHANGE]
        if code.is_restricted
        else Permission.NEED_CHANGE
    )


@transaction.atomic
def record_need(
    individual: Individual,
    *,
    code: NeedCode,
    starts_on: datetime.date,
    source: str,
    by: User,
    review_on: datetime.date | None = None,
    note: str = "",
) -> SpecificNeed:
    """Records a need from a day on, and returns it. Raises ActionRefused for a second current need with the same code."""
    individual = lock_for(individual, permission_for(code), by=by)
    refuse_future(starts_on, by=by, field="starts_on")
    _refuse_past_review(review_on, by=by)
    if not fits(code.pk, age=individual.age_on(starts_on), sex=individual.sex):
        raise ActionRefused(
            _("This need does not fit the age or the sex on file: check them first."), field="code"
        )
    if individual.needs.filter(code=code, ended_on=None).exists():
        raise ActionRefused(_("This need is on file already."), field="code")
    need = save_new_row(
        SpecificNeed,
        individual,
        by=by,
        code=code,
        starts_on=starts_on,
        source=source,
        review_on=review_on,
        note=note,
    )
    # The event has no code, because readers of the audit log may not know the need.
    record_about_person("need.recorded", need, by=by)
    return need


@transaction.atomic
def review_need(
    need: SpecificNeed,
    *,
    by: User,
    version: int | None = None,
    review_on: datetime.date | None = None,
    note: str = "",
) -> SpecificNeed:
    """Records a review: the need continues, until the next review or indefinitely.

    Raises EditConflict if somebody saved after `version` was opened.
    """
    need = lock_row(need, permission_for(need.code), by=by)
    refuse_stale(need, version=version, by=by)
    refuse_ended(need)
    _refuse_past_review(review_on, by=by)
    need.review_on = review_on
    need.note = note
    need.save(update_fields=["review_on", "note", *changed_by(need, by)])
    record_about_person("need.reviewed", need, by=by)
    return need


@transaction.atomic
def end_need(need: SpecificNeed, *, ended_on: datetime.date, by: User) -> SpecificNeed:
    """Records the first day on which the need no longer applies."""
    need = lock_row(need, permission_for(need.code), by=by)
    refuse_ended(need)
    refuse_future(ended_on, by=by, field="ended_on")
    if ended_on < need.starts_on:
        raise ActionRefused(_("The need ends before it starts."), field="ended_on")
    need.ended_on = ended_on
    need.save(update_fields=["ended_on"])
    record_about_person("need.ended", need, by=by)
    return need


@transaction.atomic
def withdraw_need(need: SpecificNeed, *, reason: str, by: User) -> SpecificNeed:
    """Marks the need as a mistake: it applied on no day, and stays readable."""
    return withdraw(
        need,
        permission_for(need.code),
        reason=reason,
        by=by,
        verb="need.withdrawn",
        ended_on=need.starts_on,
    )


def _refuse_past_review(review_on: datetime.date | None, *, by: User) -> None:
    if review_on and review_on <= by.today():
        raise ActionRefused(_("This day must lie in the future."), field="review_on")
