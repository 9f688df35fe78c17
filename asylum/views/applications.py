"""Pages about applications."""

import uuid

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, can, needs
from accounts.audit import record_read
from accounts.permissions import Permission as P
from asylum.actions import applications, deadlines
from asylum.filters import ApplicationFilter
from asylum.forms.applications import LodgeForm, MoveForm, SettleForm
from asylum.models import AsylumApplication, LegalDeadline
from casework.register.models.individual import Individual
from pages.lists import list_page


@needs(P.APPLICATION_READ)
def application_list(request: StaffRequest) -> HttpResponse:
    rows = (
        AsylumApplication.objects.visible_to(request.user)
        .select_related("individual")
        .prefetch_related("deadlines")
    )
    record_read("application.listed", by=request.user)
    return list_page(
        request,
        rows,
        filterset=ApplicationFilter,
        template="asylum/application_list.html",
        list_title=_("Applications"),
        empty_text=_("Applications are lodged from the page of a case that was referred to legal."),
    )


@needs(P.APPLICATION_READ)
def application_detail(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    application = get_object_or_404(
        AsylumApplication.objects.visible_to(request.user).select_related(
            "individual__office", "case"
        ),
        pk=pk,
    )
    may_change = bool(can(request.user, P.APPLICATION_CHANGE, application))
    record_read("application.read", by=request.user, about=application, case=application.case)
    return render(
        request,
        "asylum/application_detail.html",
        {
            "application": application,
            "person": application.individual,
            "may_change": may_change,
            "moves": application.lawful_moves if may_change else [],
            "deadlines": application.deadlines.select_related(
                "rule", "application__individual__office"
            ),
            "history": application.status_changes.select_related("by"),
        },
    )


@needs(P.APPLICATION_CHANGE)
def lodge_application(request: StaffRequest, individual: uuid.UUID) -> HttpResponse:
    person = get_object_or_404(
        Individual.objects.visible_to(request.user, P.APPLICATION_CHANGE).select_related("arrival"),
        pk=individual,
    )
    record_read("individual.read", by=request.user, about=person)
    entered_on = person.arrival.on if person.arrival else None
    form = LodgeForm(request.POST or None, initial={"entered_on": entered_on})
    if form.is_valid():
        is_lodged = form.cleaned_data["lodged_on"] is not None
        action = applications.lodge_application if is_lodged else applications.prepare_application
        if form.does(action, person, by=request.user):
            messages.success(request, _("The application was recorded."))
            return redirect(form.result)
    last_day = deadlines.filing_day(entered_on, country=person.office.country)
    return render(
        request,
        "asylum/application_lodge.html",
        {"form": form, "person": person, "last_day": last_day},
    )


@needs(P.APPLICATION_CHANGE)
def move_application(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    application = get_object_or_404(
        AsylumApplication.objects.visible_to(request.user, P.APPLICATION_CHANGE).select_related(
            "individual"
        ),
        pk=pk,
    )
    form = MoveForm(
        request.POST or None,
        application=application,
        chosen=request.GET.get("to", ""),
        initial={"on": request.user.today()},
    )
    if form.is_valid() and form.does(applications.move_application, application, by=request.user):
        messages.success(request, _("The new state was recorded."))
        return redirect(application)
    record_read("application.read", by=request.user, about=application, case=application.case)
    return render(
        request,
        "asylum/application_move.html",
        {"form": form, "application": application, "person": application.individual},
    )


@needs(P.APPLICATION_CHANGE)
def settle_deadline(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    term = get_object_or_404(
        LegalDeadline.objects.visible_to(request.user, P.APPLICATION_CHANGE)
        .running()
        .select_related("application__individual", "rule"),
        pk=pk,
    )
    form = SettleForm(request.POST or None, initial={"on": request.user.today()})
    if form.is_valid() and form.does(deadlines.settle_deadline, term, by=request.user):
        messages.success(request, _("The term was ticked off."))
        return redirect(term.application)
    return render(
        request,
        "asylum/deadline_settle.html",
        {"form": form, "term": term, "application": term.application},
    )
