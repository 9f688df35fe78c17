"""Relatives at home, incidents and detentions: recording, correcting, and who is detained now."""

import uuid
from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.home import actions as home
from casework.home.filters import DetentionFilter
from casework.home.forms import (
    CorrectIncidentForm,
    CorrectRelativeForm,
    DetentionForm,
    IncidentForm,
    RelativeForm,
    ReviewDetentionForm,
)
from casework.home.models import Detention, HomeIncident, RelativeAbroad
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.register.views import answer_in_case
from pages.forms import ActionForm
from pages.lists import list_page


def _home(case: Case | None) -> str:
    return reverse("case-part", args=[case.number, "home"]) if case else reverse("case-list")


def _ask(
    request: StaffRequest,
    form: ActionForm,
    action: Callable[..., Any],
    about: Any,
    *,
    case: Case | None,
    **said: Any,
) -> HttpResponse:
    """Goes back to the page “at home” of the file. Without `about` the form names whom it is about."""

    def act(**told: Any) -> Any:
        return action(about or form.cleaned_data["individual"], **told)

    return answer_in_case(request, form, act, case=case, back=_home(case), **said)


def _case(request: StaffRequest, number: str) -> Case:
    """The case in sight, with the look at its home page written down."""
    case: Case = get_object_or_404(
        Case.objects.visible_to(request.user, Permission.HOME_CHANGE), number=number
    )
    record_read("home.read", by=request.user, about=case)
    return case


def _case_behind(request: StaffRequest, individual: Individual) -> Case | None:
    """The case of the person whose relative it is, with the look written down."""
    case = case_of(individual, request.user.today())
    details = {"individual": individual.number}
    record_read("home.read", by=request.user, about=individual, case=case, details=details)
    return case


def _row(request: StaffRequest, model: Any, pk: uuid.UUID, *related: str) -> Any:
    rows = model.objects.visible_to(request.user, Permission.HOME_CHANGE)
    return get_object_or_404(rows.select_related(*related), pk=pk)


@needs(Permission.HOME_CHANGE)
def relative_record(request: StaffRequest, number: str) -> HttpResponse:
    case = _case(request, number)
    return _ask(
        request,
        RelativeForm(request.POST or None, case=case, user=request.user),
        home.record_relative,
        None,
        case=case,
        title=_("A relative at home"),
        done=_("The relative is on file."),
    )


@needs(Permission.HOME_CHANGE)
def relative_correct(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    relative = _row(request, RelativeAbroad, pk, "individual")
    return _ask(
        request,
        CorrectRelativeForm(request.POST or None, relative=relative),
        home.correct_relative,
        relative,
        case=_case_behind(request, relative.individual),
        relative=relative,
        title=_("Correct what is on file of a relative"),
        done=_("The record is corrected."),
    )


@needs(Permission.HOME_CHANGE)
def incident_record(request: StaffRequest, number: str) -> HttpResponse:
    case = _case(request, number)
    return _ask(
        request,
        IncidentForm(
            request.POST or None, case=case, user=request.user, initial=_first_guess(request)
        ),
        home.record_incident,
        None,
        case=case,
        title=_("An incident at home"),
        done=_("The incident is on file."),
    )


def _first_guess(request: StaffRequest) -> dict[str, Any]:
    """The relative whose line was pressed, if that relative is in sight."""
    try:
        pk = uuid.UUID(request.GET.get("relative", ""))
    except ValueError:
        return {}
    rows = RelativeAbroad.objects.visible_to(request.user, Permission.HOME_CHANGE)
    relative = rows.filter(pk=pk).first()
    if relative is None:
        return {}
    return {
        "relative": relative.pk,
        "individual": relative.individual_id,
        "state": relative.state_id,
    }


@needs(Permission.HOME_CHANGE)
def incident_correct(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    incident = _row(request, HomeIncident, pk, "individual")
    return _ask(
        request,
        CorrectIncidentForm(request.POST or None, incident=incident),
        home.correct_incident,
        incident,
        case=_case_behind(request, incident.individual),
        title=_("Correct an incident"),
        done=_("The record is corrected."),
    )


@needs(Permission.HOME_CHANGE)
def detention_record(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    relative = _row(request, RelativeAbroad, pk, "individual")
    return _ask(
        request,
        DetentionForm(request.POST or None),
        home.record_detention,
        relative,
        case=_case_behind(request, relative.individual),
        relative=relative,
        title=_("A relative is detained"),
        done=_("The detention is on file."),
    )


@needs(Permission.HOME_CHANGE)
def detention_review(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    detention = _row(request, Detention, pk, "relative__individual")
    return _ask(
        request,
        ReviewDetentionForm(request.POST or None, detention=detention),
        home.review_detention,
        detention,
        case=_case_behind(request, detention.relative.individual),
        relative=detention.relative,
        title=_("What is known of this detention"),
        done=_("The record is corrected."),
    )


@needs(Permission.HOME_READ)
def detention_list(request: StaffRequest) -> HttpResponse:
    """Relatives who are detained, in the cases of the reader; the filter shows the ended ones too."""
    user = request.user
    record_read("detention.listed", by=user)
    rows = Detention.objects.visible_to(user).standing().with_relative().with_case(user.today())
    return list_page(
        request,
        rows,
        filterset=DetentionFilter,
        template="casework/home/detention_list.html",
        list_title=_("Detained relatives"),
        may_change=user.holds(Permission.HOME_CHANGE),
    )
