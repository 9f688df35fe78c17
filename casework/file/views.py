"""Pages of the case, its reduced card, a person, the timeline on screen and on paper, and the history of views."""

from collections.abc import Iterable
from functools import partial
from operator import itemgetter
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, can, permission_required
from accounts.audit import record_read
from accounts.models import AuditEvent, User
from accounts.permissions import Permission
from casework.duplicates.models import DuplicatePair
from casework.exits.returns import links_into_a_case_for
from casework.families.slots import context_of_emptied_case
from casework.file.acts import OfferGroup, offers_for_case, offers_for_person, offers_on_record
from casework.file.counts import counts_of_holdings, holdings_of, rows_of_holdings
from casework.file.filters import KINDS, CaseFilter, HistoryFilter, PeopleListFilter
from casework.file.forms import TimelineForm
from casework.file.head import head_for, head_for_key
from casework.file.querysets import (
    case_with_family,
    cases_absorbed_by,
    views_by_colleague,
    with_heads,
    with_numbers,
)
from casework.file.sittings import group_into_sittings
from casework.file.slots import FURTHER, SECTIONS
from casework.file.summary import is_on_summary, summary_of, summary_template_and_context, tabs_of
from casework.identity.slots import with_is_record_corrected
from casework.merges.models import Merge
from casework.register.models.case import Case
from casework.register.models.exit import Exit, how_they_left
from casework.register.models.individual import Individual, non_name_fields
from casework.register.querysets.absorbed import absorbed_cases
from casework.register.querysets.case import CaseQuerySet, people_today
from casework.register.querysets.individual import IndividualQuerySet, case_of
from casework.register.views import get_case_or_404, view_person_or_404
from casework.service.categories import mark_principals, marked_principals
from casework.slots.holdings import holds_about
from casework.slots.lines import days_of
from casework.slots.panels import Panel, page_of, panels_of
from casework.slots.sections import sections_of
from casework.slots.stream import stream
from casework.slots.timeline import Question, sources_for
from pages.addresses import fast_reverse
from pages.failing import FAILED_PART, names_failed_parts, part_or
from pages.filters import say_unknown
from pages.lists import StandingTab, list_page, without
from pages.pager import page_asked


@permission_required(Permission.CASE_READ)
def case_list(request: StaffRequest) -> HttpResponse:
    record_read("case.listed", by=request.user, details={"page": str(page_asked(request.GET))})
    return list_page(
        request,
        _cases,
        filterset=CaseFilter,
        template="casework/file/case_list.html",
        list_title=_("Cases"),
        standing=_tabs_of_cases(request.user),
        may_log=request.user.holds(Permission.CASE_LOG),
        may_assign=request.user.holds(Permission.CASE_ASSIGN),
        may_take=request.user.holds(Permission.CASE_CHANGE),
    )


def _cases(reader: User) -> CaseQuerySet:
    cases = Case.objects.visible_to(reader).with_caseworker(reader.today()).select_related("team")
    return with_heads(cases, reader.today())


def _tabs_of_cases(user: User) -> list[StandingTab]:
    """Returns the tabs of the case list; own cases are the first for users who may look after cases."""
    mine = StandingTab(_("My cases"), f"status=open&caseworker={user.pk}")
    views = [
        StandingTab(_("Open cases"), "status=open"),
        StandingTab(_("Nobody's cases"), "status=open&caseworker=nobody"),
        StandingTab(_("Closed cases"), "status=closed"),
        StandingTab(_("All cases"), ""),
    ]
    return [mine, *views] if user.holds(Permission.CASE_CHANGE) else views


@permission_required(Permission.CASE_READ)
def case_detail(request: StaffRequest, number: str, page: str = "") -> HttpResponse:
    """One page of the file: the summary, or the part named by `page`.

    The summary loads a part by htmx, without head and tabs. The audit event names the panels that are shown.
    """
    user = request.user
    case = _case_or_404(user, number)
    all_panels = panels_of(case, user)
    panels = [panel for panel in all_panels if page_of(panel) == page]
    if not panels:
        raise Http404
    if not page:
        panels = [panel for panel in all_panels if is_on_summary(panel)]
    record_read(
        "case.read", by=user, about=case, details={"panels": [panel.slug for panel in panels]}
    )
    if page and request.htmx:
        context = {"case": case, "sections": sections(panels, case, request)}
        return render(request, "casework/file/_sections.html", context)
    head = head_for(
        case,
        user,
        all_panels,
        counts=counts_of_holdings(case, user),
        rows=rows_of_holdings(case, user),
    )
    holdings = holdings_of(case, user, head.page_answers)
    acts = offers_for_case(case, user, holdings)
    head_context = {
        "case": case,
        "file_head": head,
        "page": page,
        "tabs": tabs_of(case, all_panels, holdings.counts, page),
        "acts": acts,
    }
    if page:
        context = {"sections": sections(panels, case, request)}
        return render(request, "casework/file/case_detail.html", head_context | context)
    briefs = {each["slug"]: each for each in sections(panels, case, request, is_on_summary=True)}
    summary = summary_of(head, all_panels, holdings.counts, user)
    context = {"summary": summary, "briefs": briefs, "planned": holdings.offer_facts.planned}
    context |= _assignment_context(case, user, acts) | {
        "ended": context_of_emptied_case(case, user) if case.end_reason else {}
    }
    return render(request, "casework/file/case_summary.html", head_context | context)


def _assignment_context(case: Case, user: User, acts: list[OfferGroup]) -> dict[str, Any]:
    """Returns template context: whether the user may assign the case, and the case if the user may take it at once."""
    assign = fast_reverse("case-assign", case.number)
    may_assign = any(offer.url == assign for group in acts for offer in group.offers)
    is_free = may_assign and not vars(case).get("caseworker_name")
    may_take = is_free and can(user, Permission.CASE_CHANGE, about=case)
    return {"may_assign": may_assign, "mine": [case] if may_take else []}


def _case_or_404(user: User, number: str, permission: Permission = Permission.CASE_READ) -> Case:
    """Returns the case with its family; else raises Http404."""
    case = case_with_family(user, permission, number=number)
    if case is None:
        raise Http404
    return case


def sections(
    panels: Iterable[Panel],
    case: Case,
    request: StaffRequest,
    *,
    is_on_summary: bool = False,
) -> list[dict[str, object]]:
    """Returns the rendered panels without empty ones, folded ones last; `is_on_summary` renders their short version."""

    def rendered(panel: Panel) -> tuple[str, bool]:
        template, context_of = (
            summary_template_and_context(panel)
            if is_on_summary
            else (panel.template, panel.context)
        )
        if (facts := context_of(case, request.user)) is None:
            return "", False
        html = render_to_string(template, {"case": case, "panel": panel, **facts}, request)
        names = getattr(panel, "folded_without", ())
        return html, bool(names) and not any(facts[name] for name in names)

    def failed_part() -> tuple[str, bool]:
        return render_to_string(FAILED_PART), False

    lines: list[dict[str, object]] = []
    for panel in panels:
        html, is_folded = part_or(partial(rendered, panel), failed_part, kind=panel.slug)
        if html:
            lines.append(
                {
                    "slug": panel.slug,
                    "title": panel.title,
                    "html": html,
                    "is_folded": is_folded,
                    "folded_as": getattr(panel, "folded_as", _("nothing on file")),
                }
            )
    return sorted(lines, key=itemgetter("is_folded"))


@permission_required(Permission.CASE_CARD)
def case_card(request: StaffRequest, number: str) -> HttpResponse:
    """The reduced card: display names, sex, age, family, and panels with `is_on_card`."""
    user = request.user
    case = _case_or_404(user, number, Permission.CASE_CARD)
    panels = [panel for panel in panels_of(case, user) if getattr(panel, "is_on_card", False)]
    record_read("card.read", by=user, about=case)
    return render(
        request,
        "casework/file/case_card.html",
        {
            "case": case,
            "file_head": head_for(case, user, panels, is_card=True),
            "lines": mark_principals(case.people_today),
            "sections": sections(panels, case, request),
            "may_open": Case.objects.visible_to(user).contains(case),
        },
    )


@permission_required(Permission.CASE_HISTORY_READ)
def case_history(request: StaffRequest, number: str) -> HttpResponse:
    """The history of a file: who viewed it, and who did what."""
    case = get_case_or_404(request, number, Permission.CASE_HISTORY_READ)
    record_read("history.read", by=request.user, about=case)
    absorbed = list(cases_absorbed_by(case, request.user))
    events = with_numbers(AuditEvent.objects.select_related("actor"), case, absorbed)
    return list_page(
        request,
        events,
        filterset=HistoryFilter,
        template="casework/file/case_history.html",
        page_size=50,
        list_title=_("Who opened this file"),
        empty_text=_("Nothing of this kind yet."),
        completed=group_into_sittings,
        case=case,
        lookers=views_by_colleague(events),
        tabs=[
            {
                "label": label,
                "url": f"?kind={kind}" if kind else "?",
                "is_current": request.GET.get("kind", "") == kind,
            }
            for kind, label in [("", _("Everything")), *KINDS]
        ],
    )


@permission_required(Permission.INDIVIDUAL_READ)
def individual_list(request: StaffRequest) -> HttpResponse:
    """Lists everybody whom the user sees, the newest number first."""
    user = request.user
    record_read("individual.listed", by=user, details={"page": str(page_asked(request.GET))})
    return list_page(
        request,
        _people,
        filterset=PeopleListFilter,
        template="casework/file/individual_list.html",
        list_title=_("People"),
        standing=[
            StandingTab(_("Everybody"), ""),
            StandingTab(_("Police only"), "force_kind=police"),
            StandingTab(_("No onward contact"), "has_contact_abroad=false"),
        ],
        today=user.today(),
    )


def _people(reader: User) -> IndividualQuerySet:
    fields = ("category", "is_service_asked", "sex", "birth_precision", "birth_year", "born_on")
    visible = Individual.objects.visible_to(reader).order_by("-number")
    marked = marked_principals(visible.defer(*non_name_fields("", *fields)))
    people: IndividualQuerySet = marked.annotate(left=how_they_left())
    return people


@permission_required(Permission.INDIVIDUAL_READ)
def individual_detail(request: StaffRequest, number: str) -> HttpResponse:
    user = request.user
    individual = view_person_or_404(
        request, number, Permission.INDIVIDUAL_READ, with_is_record_corrected
    )
    case = case_of(individual, user.today())
    # The head comes before any name is decrypted, so that one query fetches the cipher keys of all people.
    head = head_for_key(case.pk, user) if case else None
    sections = sections_of(SECTIONS, individual, user)
    may_compare = user.holds(Permission.DUPLICATE_DECIDE) and not individual.erased_on
    pairs = 0
    if may_compare and holds_about(individual, user, DuplicatePair):
        pairs = DuplicatePair.objects.visible_to(user).with_person(individual).waiting().count()
    # Only a file with merged records or merges can have merges of this person.
    is_merged = any(holds_about(individual, user, model) for model in (Individual, Merge))
    merges = Merge.objects.merged_into(individual, user) if is_merged else []
    has_left = holds_about(individual, user, Exit)
    person_exit = individual.exits.away().first() if has_left else None
    is_here = bool(head and head.case.is_open and individual in people_today(head.case, user))
    return render(
        request,
        "casework/file/individual_detail.html",
        {
            "individual": individual,
            "case": case,
            "file_head": head,
            "absorbed": absorbed_cases([individual], user).exclude(pk=case.pk if case else None)
            if merges
            else [],
            "exit": person_exit,
            "ways_in": links_into_a_case_for(individual) if has_left and not is_here else [],
            "may_compare": may_compare,
            "pairs": pairs,
            "acts": offers_on_record(individual, user, may_compare=may_compare)
            + offers_for_person(individual, case, user, is_away=bool(person_exit)),
            "merges": merges,
            "sections": [each for each in sections if not (each.is_aside or each.is_folded)],
            "asides": [each for each in sections if each.is_aside and not each.is_folded],
            "folded": [each for each in sections if each.is_folded],
        },
    )


EVENTS_PER_PAGE = 40

EVENTS_ON_PAPER = 1000


@permission_required(Permission.CASE_READ)
@names_failed_parts()
def case_timeline(request: StaffRequest, number: str) -> HttpResponse:
    """Forty events of the timeline on each page, newest first; events of one action are on the same page."""
    page_number = page_asked(request.GET)
    context = _timeline_context(
        request, number, limit=EVENTS_PER_PAGE + 1, skip=(page_number - 1) * EVENTS_PER_PAGE
    )
    events = context.pop("events")
    case = context["case"]
    return render(
        request,
        "casework/file/case_timeline.html",
        context
        | {
            "file_head": head_for(case, request.user, panels_of(case, request.user)),
            # The template caches the options of the filters by this key; "" means that it caches nothing.
            "filters_of": "" if request.GET else ",".join(context["kinds"]),
            "events": events,
            "days": days_of(events, EVENTS_PER_PAGE),
            "newer": page_number - 1,
            "older": page_number + 1
            if sum(not each.is_before for each in events) > EVENTS_PER_PAGE
            else 0,
        },
    )


@permission_required(Permission.CASE_READ)
def case_timeline_print(request: StaffRequest, number: str) -> HttpResponse:
    """The newest EVENTS_ON_PAPER filtered events on one page to print, with a note if there are more."""
    context = _timeline_context(request, number, limit=EVENTS_ON_PAPER + 1)
    events = context.pop("events")
    printed, days = events[:EVENTS_ON_PAPER], days_of(events, EVENTS_ON_PAPER)
    printed_context = {"events": printed, "days": days, "is_cut": len(events) > EVENTS_ON_PAPER}
    return render(request, "casework/file/case_timeline_print.html", context | printed_context)


def _timeline_context(
    request: StaffRequest, number: str, *, limit: int, skip: int = 0
) -> dict[str, Any]:
    user = request.user
    case = _case_or_404(user, number)
    sources = sources_for(case, user)
    form = TimelineForm(
        request.GET, case=case, kinds=[(source.kind, source.title) for source in sources]
    )
    say_unknown(form, request.GET)
    allowed = sources if form.is_valid() else []
    filters = form.cleaned_data
    kinds = [source for source in allowed if filters["kind"] in ("", source.kind)]
    record_read(
        "timeline.read", by=user, about=case, details={"kinds": [kind.kind for kind in kinds]}
    )
    question = Question(
        case,
        user,
        individual=filters.get("person"),
        since=filters.get("since"),
        until=filters.get("until"),
        limit=limit,
        further=FURTHER,
    )
    return {
        "case": case,
        "form": form,
        "filter": {"form": form},
        "kinds": [source.kind for source in sources],
        "events": stream(kinds, question, skip=skip),
        "querystring": without(request.GET, "page"),
        "is_filtered": any(filters.values()),
    }
