"""Saves and corrects requests about own data."""

import datetime
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import refuse_future
from casework.claims.choices import (
    ASK_TO_COMPLETE,
    ENDS_THE_FILE,
    GIVEN_UP_AFTER,
    RULES,
    SubjectRequestKind,
)
from casework.claims.models import SubjectRequest
from casework.corrections.actions import apply_correction, refuse_mistake
from casework.register.actions import record_about_person, save_new_row
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused
from reference.calendar import computed_day


def save_request(
    individual: Individual, *, kind: str, received_on: datetime.date, by: User, asked: str = ""
) -> SubjectRequest:
    """Saves the request with its term, and returns it. The caller has checked the permission and locked the person."""
    country = individual.office.country
    rule, due_on = computed_day(RULES[SubjectRequestKind(kind)][0], received_on, country=country)
    request = save_new_row(
        SubjectRequest,
        individual,
        by=by,
        kind=kind,
        received_on=received_on,
        asked=asked,
        rule=rule,
        due_on=due_on,
    )
    record_about_person("subject_request.recorded", request, by=by, kind=kind)
    return request


def apply_request_correction(
    request: SubjectRequest, facts: dict[str, Any], *, reason: str, by: User
) -> SubjectRequest:
    """Corrects the kind or the days of the request, and its terms, or marks it with `is_mistake`.

    The caller has checked the permission and locked the person.
    """
    refuse_mistake(request)
    ended_the_file = request.ends_the_file
    changed = apply_correction(request, facts, reason=reason, by=by)
    refuse_future(request.received_on, by=by, field="received_on")
    if request.answered_on and request.received_on > request.answered_on:
        raise ActionRefused(_("It was answered before this day."), field="received_on")
    if request.answered_on and ended_the_file != (request.kind in ENDS_THE_FILE):
        raise ActionRefused(
            _("It was answered as another kind: say that it was a mistake, and record it anew."),
            field="kind",
        )
    _refuse_days_of_completion(request, by=by)
    if not request.is_mistake:
        recompute_terms(request)
    request.save()
    record_about_person(
        "subject_request.corrected", request, by=by, kind=request.kind, fields=changed
    )
    return request


def _refuse_days_of_completion(request: SubjectRequest, *, by: User) -> None:
    """Raises ActionRefused unless receipt, request to complete, and completion are in this order."""
    asked_on, completed_on = request.completion_asked_on, request.completed_on
    if completed_on and not asked_on:
        raise ActionRefused(_("It was completed: that day goes first."), field="completed_on")
    for name, day, earliest in (
        ("completion_asked_on", asked_on, request.received_on),
        ("completed_on", completed_on, asked_on),
    ):
        if day and earliest and day < earliest:
            raise ActionRefused(_("This lies before the step before it."), field=name)
        if day:
            refuse_future(day, by=by, field=name)


def recompute_terms(request: SubjectRequest) -> None:
    """Computes the terms of the request from its receipt or completion, with its extension. The caller saves the row."""
    country = request.individual.office.country
    asked_on, request.completion_due_on = request.completion_asked_on, None
    if asked_on:
        request.completion_due_on = computed_day(GIVEN_UP_AFTER, asked_on, country=country)[1]
    answer_rule, extension_rule = RULES[SubjectRequestKind(request.kind)]
    start = request.completed_on or request.received_on
    request.rule, request.due_on = computed_day(answer_rule, start, country=country)
    if request.is_extended and request.due_on:
        request.due_on = computed_day(extension_rule, request.due_on, country=country)[1]


def ask_by(request: SubjectRequest) -> datetime.date | None:
    """Returns the last day to ask the person to complete a complaint; None without a rule."""
    country = request.individual.office.country
    return computed_day(ASK_TO_COMPLETE, request.received_on, country=country)[1]
