"""Requests and their answers, unrest, and figures that others reported."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import can, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.actions import reported, requests
from casework.choices.partners import RequestOutcome
from casework.forms.partners import (
    AnswerForm,
    ReportedFigureForm,
    RequestForm,
    TensionForm,
    on_file,
)
from casework.models import PartnerRequest, ReportedFigure, TensionEvent
from casework.partner_filters import ReportedFigureFilter, RequestFilter, TensionFilter
from casework.views.answer import answer_form
from pages.lists import list_page


@needs(Permission.PARTNER_READ)
def request_list(request: HttpRequest) -> HttpResponse:
    """Who asked whom for what, and the answer; what has none stands open."""
    record_read("request.listed", by=request.user)
    return list_page(
        request,
        PartnerRequest.objects.visible_to(request.user).select_related("asked_by", "asked_of"),
        filterset=RequestFilter,
        template="casework/request_list.html",
        list_title=_("Requests and offers"),
        may_change=can(request.user, Permission.PARTNER_CHANGE),
        empty_text=_("Nobody has asked for anything yet, as far as is recorded."),
    )


@needs(Permission.PARTNER_READ)
def request_report(request: HttpRequest) -> HttpResponse:
    """The same to print, by answer; who takes part only unnamed is not named on paper."""
    record_read("request.listed", by=request.user)
    rows = PartnerRequest.objects.visible_to(request.user).select_related("asked_by", "asked_of")
    found = RequestFilter(request.GET, queryset=rows, request=request)
    by_outcome: dict[str, list[PartnerRequest]] = {outcome: [] for outcome in RequestOutcome.values}
    for each in found.qs:
        by_outcome[each.outcome].append(each)
    groups = [(RequestOutcome(outcome).label, rows) for outcome, rows in by_outcome.items()]
    return render(
        request,
        "casework/request_report.html",
        {"groups": groups, "today": request.user.today(), "is_public": True},
    )


@needs(Permission.PARTNER_CHANGE)
def request_make(request: HttpRequest) -> HttpResponse:
    return answer_form(
        request,
        RequestForm(request.POST or None, initial={"on": request.user.today()}),
        requests.make_request,
        title=_("New request"),
        back=reverse("request-list"),
        done=_("The request is on the list; it stays open until it is answered."),
    )


@needs(Permission.PARTNER_CHANGE)
def request_answer(request: HttpRequest, pk: UUID) -> HttpResponse:
    rows = PartnerRequest.objects.visible_to(request.user, Permission.PARTNER_CHANGE)
    asked = get_object_or_404(rows, pk=pk)
    return answer_form(
        request,
        AnswerForm(request.POST or None, initial={"answered_on": request.user.today()}),
        requests.answer_request,
        asked,
        title=_("The answer to the request"),
        lead=str(asked.get_kind_display()),
        back=reverse("request-list"),
        done=_("The answer is recorded."),
    )


@needs(Permission.PARTNER_READ)
def tension_list(request: HttpRequest) -> HttpResponse:
    """What strained the peace around the people, newest first."""
    record_read("tension.listed", by=request.user)
    return list_page(
        request,
        TensionEvent.objects.visible_to(request.user).select_related("municipality"),
        filterset=TensionFilter,
        template="casework/tension_list.html",
        list_title=_("Tensions"),
        may_change=can(request.user, Permission.PARTNER_CHANGE),
        empty_text=_("No tension is recorded. Write down what may put people at risk."),
    )


@needs(Permission.PARTNER_CHANGE)
def tension_record(request: HttpRequest) -> HttpResponse:
    return answer_form(
        request,
        TensionForm(request.POST or None, initial={"on": request.user.today()}),
        requests.record_tension,
        title=_("New tension"),
        back=reverse("tension-list"),
        done=_("The event is recorded."),
    )


@needs(Permission.PARTNER_READ)
def reported_figure_list(request: HttpRequest) -> HttpResponse:
    """What others reported, with its source; sources that contradict each other stand side by side."""
    return list_page(
        request,
        ReportedFigure.objects.visible_to(request.user),
        filterset=ReportedFigureFilter,
        template="casework/reported_figure_list.html",
        list_title=_("Reported figures"),
        may_change=can(request.user, Permission.PARTNER_CHANGE),
        may_compare=can(request.user, Permission.REPORT_EXACT_READ),
        empty_text=_("No reported figure is recorded yet."),
    )


@needs(Permission.PARTNER_CHANGE)
def reported_figure_add(request: HttpRequest) -> HttpResponse:
    return answer_form(
        request,
        ReportedFigureForm(request.POST or None),
        reported.report_figure,
        title=_("New reported figure"),
        back=reverse("reported-figure-list"),
        done=_("The figure is on the list."),
    )


@needs(Permission.PARTNER_CHANGE)
def reported_figure_correct(request: HttpRequest, pk: UUID) -> HttpResponse:
    rows = ReportedFigure.objects.visible_to(request.user, Permission.PARTNER_CHANGE)
    figure = get_object_or_404(rows, pk=pk)
    return answer_form(
        request,
        ReportedFigureForm(request.POST or None, initial=on_file(ReportedFigureForm, figure)),
        reported.correct_figure,
        figure,
        title=_("Correct the reported figure"),
        back=reverse("reported-figure-list"),
        done=_("The change is saved."),
    )
