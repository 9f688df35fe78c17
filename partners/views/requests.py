"""Views of requests between organisations, tensions, and reported figures."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import StaffRequest, can, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from pages.lists import list_page
from partners import actions as organisations
from partners import corrections
from partners.choices import RequestOutcome
from partners.filters import (
    ReportedFigureFilter,
    RequestFilter,
    TensionFilter,
)
from partners.forms import (
    CorrectPartnerRequestForm,
    CorrectTensionForm,
    PartnerAnswerForm,
    PartnerRequestForm,
    ReportedFigureForm,
    TensionForm,
)
from partners.models import (
    PartnerRequest,
    ReportedFigure,
    TensionEvent,
)
from partners.views.organisations import SAVED, change_page, correct_page, finder_with_record


@permission_required(Permission.PARTNER_READ)
def request_list(request: StaffRequest) -> HttpResponse:
    """The list of requests with their answers."""
    record_read("request.listed", by=request.user)
    may_change = can(request.user, Permission.PARTNER_CHANGE)
    return list_page(
        request,
        PartnerRequest.objects.visible_to(request.user).select_related("asked_by", "asked_of"),
        filterset=RequestFilter,
        template="partners/request_list.html",
        list_title=_("Requests and offers"),
        may_change=may_change,
        empty_text=_(
            "Nobody has asked for anything yet, as far as is recorded. Write down who asks whom for what, and later "
            "the answer."
        ),
        empty_url=reverse("request-make") if may_change else "",
        empty_action=_("New request"),
    )


@permission_required(Permission.PARTNER_READ)
def request_report(request: StaffRequest) -> HttpResponse:
    """Requests grouped by answer, for printing, without names of organisations that may not be named."""
    record_read("request.listed", by=request.user)
    rows = PartnerRequest.objects.visible_to(request.user).filter(is_mistake=False)
    rows = rows.select_related("asked_by", "asked_of")
    filtered = RequestFilter(request.GET, queryset=rows, request=request)
    by_outcome: dict[str, list[PartnerRequest]] = {outcome: [] for outcome in RequestOutcome.values}
    for each in filtered.qs:
        by_outcome[each.outcome].append(each)
    groups = [(RequestOutcome(outcome).label, rows) for outcome, rows in by_outcome.items()]
    return render(
        request,
        "partners/request_report.html",
        {"groups": groups, "today": request.user.today(), "is_public": True},
    )


request_make = change_page(
    PartnerRequestForm,
    organisations.make_request,
    today="on",
    title=gettext_lazy("New request"),
    back="request-list",
    done=gettext_lazy("The request is on the list; it stays open until it is answered."),
)


request_answer = change_page(
    PartnerAnswerForm,
    organisations.answer_request,
    about=PartnerRequest,
    today="answered_on",
    title=gettext_lazy("The answer to the request"),
    lead=lambda asked: str(asked.get_kind_display()),
    back="request-list",
    done=gettext_lazy("The answer is recorded."),
)


request_correct = correct_page(
    CorrectPartnerRequestForm,
    corrections.correct_request,
    about=finder_with_record(PartnerRequest, "request.listed"),
    title=gettext_lazy("Correct the request"),
    back=lambda asked: reverse("request-list"),
)


@permission_required(Permission.PARTNER_READ)
def tension_list(request: StaffRequest) -> HttpResponse:
    """The list of tensions."""
    record_read("tension.listed", by=request.user)
    return list_page(
        request,
        TensionEvent.objects.visible_to(request.user).select_related("municipality"),
        filterset=TensionFilter,
        template="partners/tension_list.html",
        list_title=_("Tensions"),
        may_change=can(request.user, Permission.PARTNER_CHANGE),
        empty_text=_("No tension is recorded. Write down what may put people at risk."),
    )


tension_record = change_page(
    TensionForm,
    organisations.record_tension,
    today="on",
    title=gettext_lazy("New tension"),
    back="tension-list",
    done=gettext_lazy("The event is recorded."),
)


tension_correct = correct_page(
    CorrectTensionForm,
    corrections.correct_tension,
    about=finder_with_record(TensionEvent, "tension.listed"),
    title=gettext_lazy("Correct the tension"),
    back=lambda event: reverse("tension-list"),
)


@permission_required(Permission.PARTNER_READ)
def reported_figure_list(request: StaffRequest) -> HttpResponse:
    """The list of reported figures with their sources."""
    return list_page(
        request,
        ReportedFigure.objects.visible_to(request.user),
        filterset=ReportedFigureFilter,
        template="partners/reported_figure_list.html",
        list_title=_("Reported figures"),
        may_change=can(request.user, Permission.PARTNER_CHANGE),
        may_compare=can(request.user, Permission.REPORT_EXACT_READ),
        empty_text=_("No reported figure is recorded yet."),
    )


reported_figure_add = change_page(
    ReportedFigureForm,
    organisations.report_figure,
    title=gettext_lazy("New reported figure"),
    back="reported-figure-list",
    done=gettext_lazy("The figure is on the list."),
)


reported_figure_correct = change_page(
    ReportedFigureForm,
    organisations.correct_figure,
    about=ReportedFigure,
    is_filled=True,
    title=gettext_lazy("Correct the reported figure"),
    back="reported-figure-list",
    done=SAVED,
)
