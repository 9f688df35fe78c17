"""What is recorded about a person's work and care; shown on the file's page of support."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.work import actions as work
from casework.work.forms import (
    AuthorisationForm,
    EndInformalWorkForm,
    InformalWorkForm,
    InformationForm,
    JobApplicationForm,
    SettleJobApplicationForm,
    VisitForm,
)
from casework.work.models import InformalWork, JobApplication
from pages.answers import answer
from pages.forms import ActionForm


def _about(
    request: StaffRequest,
    individual: Individual,
    form: ActionForm,
    action: Callable[..., Any],
    about: Any,
    *,
    title: str,
) -> HttpResponse:
    """One form about one person; the look is written down, since the page names the person."""
    case = case_of(individual, request.user.today())
    record_read("individual.read", by=request.user, about=individual, case=case)
    back = (
        reverse("case-part", args=[case.number, "support"])
        if case
        else reverse("individual-detail", args=[individual.number])
    )
    return answer(
        request,
        form,
        action,
        about,
        title=title,
        lead=individual.display_name,
        back=back,
        back_label=case.number if case else individual.number,
        done=_("It is on file."),
    )


def _record(
    request: StaffRequest,
    number: str,
    permission: Permission,
    form: type[ActionForm],
    action: Callable[..., Any],
    *,
    title: str,
    day: str = "on",
) -> HttpResponse:
    """A form that adds a row about a person; its field `day` starts with today."""
    people = Individual.objects.visible_to(request.user, permission)
    individual = get_object_or_404(people, number=number)
    filled = form(request.POST or None, initial={day: request.user.today()})
    return _about(request, individual, filled, action, individual, title=title)


@needs(Permission.WORK_CHANGE)
def work_right_record(request: StaffRequest, number: str) -> HttpResponse:
    may, title = Permission.WORK_CHANGE, _("What a paper says about work")
    return _record(
        request,
        number,
        may,
        AuthorisationForm,
        work.record_authorisation,
        title=title,
        day="starts_on",
    )


@needs(Permission.WORK_CHANGE)
def information_give(request: StaffRequest, number: str) -> HttpResponse:
    may, title = Permission.WORK_CHANGE, _("What you told about rights")
    return _record(request, number, may, InformationForm, work.give_information, title=title)


@needs(Permission.WORK_CHANGE)
def job_application_record(request: StaffRequest, number: str) -> HttpResponse:
    may, title = Permission.WORK_CHANGE, _("New job application")
    return _record(
        request, number, may, JobApplicationForm, work.record_job_application, title=title
    )


@needs(Permission.WORK_CHANGE)
def job_application_settle(request: StaffRequest, pk: UUID) -> HttpResponse:
    rows = JobApplication.objects.visible_to(request.user, Permission.WORK_CHANGE)
    application = get_object_or_404(rows.select_related("individual"), pk=pk)
    form = SettleJobApplicationForm(
        request.POST or None, initial={"outcome_on": request.user.today()}
    )
    return _about(
        request,
        application.individual,
        form,
        work.settle_job_application,
        application,
        title=_("How the job application ended"),
    )


@needs(Permission.WORK_CHANGE)
def informal_work_note(request: StaffRequest, number: str) -> HttpResponse:
    may, title = Permission.WORK_CHANGE, _("Work without papers")
    return _record(
        request, number, may, InformalWorkForm, work.note_informal_work, title=title, day="noted_on"
    )


@needs(Permission.WORK_CHANGE)
def informal_work_end(request: StaffRequest, pk: UUID) -> HttpResponse:
    rows = InformalWork.objects.visible_to(request.user, Permission.WORK_CHANGE)
    row = get_object_or_404(rows.select_related("individual"), pk=pk)
    form = EndInformalWorkForm(request.POST or None, initial={"ended_on": request.user.today()})
    return _about(
        request,
        row.individual,
        form,
        work.end_informal_work,
        row,
        title=_("The work without papers is over"),
    )


@needs(Permission.WELLBEING_CHANGE)
def visit_record(request: StaffRequest, number: str) -> HttpResponse:
    may, title = Permission.WELLBEING_CHANGE, _("A visit of care")
    return _record(request, number, may, VisitForm, work.record_visit, title=title)
