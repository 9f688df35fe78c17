"""Looking at cases: the list, one case, its reduced card, who opened it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from accounts.access import needs
from accounts.audit import record_read
from accounts.models import AuditEvent
from accounts.permissions import Permission
from casework.filters import CaseFilter
from casework.filters_history import HistoryFilter
from casework.models import Case
from casework.offers import offers_for
from casework.panels import PAGES, Panel, member_line, page_of, panels_of
from casework.querysets.history import absorbed_by, lookers_of, with_numbers
from pages.lists import list_page


@needs(Permission.CASE_READ)
def case_list(request: HttpRequest) -> HttpResponse:
    cases = (
        Case.objects.visible_to(request.user)
        .with_people(request.user.today())
        .with_caseworker(request.user.today())
        .select_related("team")
    )
    record_read("case.listed", by=request.user, details={"page": request.GET.get("page", "1")[:6]})
    return list_page(
        request,
        cases,
        filterset=CaseFilter,
        template="casework/case_list.html",
        list_title=_("Cases"),
        may_log=request.user.holds(Permission.CASE_LOG),
        may_assign=request.user.holds(Permission.CASE_ASSIGN),
    )


@needs(Permission.CASE_READ)
def case_detail(request: HttpRequest, number: str, page: str = "") -> HttpResponse:
    """One page of the file: the summary, or the part that `page` names."""
    user = request.user
    today = user.today()
    cases = (
        Case.objects.visible_to(user)
        .with_people(today)
        .with_caseworker(today)
        .select_related("team")
    )
    case = get_object_or_404(cases, number=number)
    everything = panels_of(case, user)
    panels = [panel for panel in everything if page_of(panel) == page]
    if not panels:
        raise Http404
    open_pages = {page_of(panel) for panel in everything}
    record_read(
        "case.read", by=user, about=case, details={"panels": [panel.slug for panel in panels]}
    )
    return render(
        request,
        "casework/case_detail.html",
        {
            "case": case,
            "page": page,
            "pages": [(slug, title) for slug, title in PAGES.items() if slug in open_pages],
            "glances": [text for panel in everything for text in glance(panel, case, user)],
            "sections": [section(panel, case, request) for panel in panels],
            "offers": offers_for(case, user),
        },
    )


def section(panel: Panel, case: Case, request: HttpRequest) -> dict[str, object]:
    """One panel, rendered."""
    context = {"case": case, "panel": panel, **panel.context(case, request.user)}
    return {
        "slug": panel.slug,
        "title": panel.title,
        "html": render_to_string(panel.template, context, request),
    }


def glance(panel: Panel, case: Case, user: object) -> list[str]:
    """The panel's short facts for the identity bar, if it has any."""
    short = getattr(panel, "glance", None)
    return short(case, user) if short else []


@needs(Permission.CASE_CARD)
def case_card(request: HttpRequest, number: str) -> HttpResponse:
    """The reduced card: display names, sex, age, family, and what other rooms put on it."""
    user, today = request.user, request.user.today()
    cases = Case.objects.visible_to(user, Permission.CASE_CARD).with_people(today)
    case = get_object_or_404(cases, number=number)
    panels = [panel for panel in panels_of(case, user) if getattr(panel, "is_on_card", False)]
    record_read("card.read", by=user, about=case)
    return render(
        request,
        "casework/case_card.html",
        {
            "case": case,
            "lines": [member_line(member, today) for member in case.people_today],
            "sections": [section(panel, case, request) for panel in panels],
            "may_open": Case.objects.visible_to(user).contains(case),
        },
    )


@needs(Permission.CASE_HISTORY_READ)
def case_history(request: HttpRequest, number: str) -> HttpResponse:
    """Who opened this file, and who did what with it."""
    case = get_object_or_404(
        Case.objects.visible_to(request.user, Permission.CASE_HISTORY_READ), number=number
    )
    record_read("history.read", by=request.user, about=case)
    absorbed = list(absorbed_by(case, request.user))
    events = with_numbers(AuditEvent.objects.select_related("actor"), case, absorbed)
    return list_page(
        request,
        events,
        filterset=HistoryFilter,
        template="casework/case_history.html",
        page_size=50,
        list_title=_("Who opened this file"),
        empty_text=_("Nothing of this kind yet."),
        case=case,
        lookers=lookers_of(events),
    )
