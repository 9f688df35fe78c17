"""Requests about own data begin here, whoever writes them down, and are put right here."""

import datetime
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import refuse_future
from casework.corrections.actions import put_right, refuse_mistake
from casework.register.actions import tell, write_row
from casework.register.models.individual import Individual
from casework.rights.choices import ENDS_THE_FILE, RULES, SubjectRequestKind
from casework.rights.models import SubjectRequest
from pages.refusals import ActionRefused
from reference.calendar import computed_day


def begin_request(
    individual: Individual, *, kind: str, received_on: datetime.date, by: User, asked: str = ""
) -> SubjectRequest:
    """Writes the request and its term; the caller has asked for permission and holds the person's lock."""
    country = individual.office.country
    rule, due_on = computed_day(RULES[SubjectRequestKind(kind)][0], received_on, country=country)
    request = write_row(
        SubjectRequest,
        individual,
        by=by,
        kind=kind,
        received_on=received_on,
        asked=asked,
        rule=rule,
        due_on=due_on,
    )
    tell("subject_request.recorded", request, by=by, kind=kind)
    return request


def put_request_right(
    request: SubjectRequest, facts: dict[str, Any], *, reason: str, by: User
) -> SubjectRequest:
    """Puts right `kind` or `received_on`, from which its term runs, or says with `is_mistake` that nobody asked.

    The caller has asked for permission and holds the person's lock.
    """
    refuse_mistake(request)
    ended_the_file = request.ends_the_file
    changed = put_right(request, facts, reason=reason, by=by)
    refuse_future(request.received_on, by=by, field="received_on")
    if request.answered_on and request.received_on > request.answered_on:
        raise ActionRefused(_("It was answered before this day."), field="received_on")
    if request.answered_on and ended_the_file != (request.kind in ENDS_THE_FILE):
        raise ActionRefused(
            _("It was answered as another kind: say that it was a mistake, and record it anew."),
            field="kind",
        )
    if not request.is_mistake:
        _run_anew(request)
    request.save()
    tell("subject_request.corrected", request, by=by, kind=request.kind, fields=changed)
    return request


def _run_anew(request: SubjectRequest) -> None:
    """Its term, from the day it came; one that was extended is extended by as much."""
    country = request.individual.office.country
    first, more = RULES[SubjectRequestKind(request.kind)]
    request.rule, request.due_on = computed_day(first, request.received_on, country=country)
    if request.is_extended and request.due_on:
        request.due_on = computed_day(more, request.due_on, country=country)[1]
