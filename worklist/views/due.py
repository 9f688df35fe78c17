"""The list of what falls due, and the pages that decide about a date."""

import uuid
from collections.abc import Callable
from functools import partial
from itertools import groupby
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, HttpResponseBase, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, get_visible_or_404, needs
from accounts.audit import record_read
from accounts.models import SavedView, User
from accounts.permissions import Permission
from accounts.views.saved_views import kept_views
from casework.register.forms import AboutForm
from pages.answers import answer, pressed, way_back
from pages.context import address
from pages.dates import short_date
from pages.failing import names_failed_parts
from pages.filters import say_unknown
from pages.lists import chips_of, without
from pages.pager import page_asked
from pages.questions import kept_count
from worklist.actions import decisions
from worklist.choices import WITHOUT_AN_ACT, DecisionKind, Whose
from worklist.decided import decisions_that_count
from worklist.due import NOTHING, Due, DuePager, DueRows, due
from worklist.forms import DueFilterForm, HandOverDateForm, PostponeForm, SettleDateForm
from worklist.holders import attended
from worklist.lines import Line, decision_lines, lines_of
from worklist.models import DueDecision
from worklist.projection.update import kept_kinds

PAGE = 25
NO_FILTER = ("whose", "page", "filters")


@needs(Permission.TASK_READ)
@names_failed_parts()
def due_list(request: StaffRequest) -> HttpResponse:
    """What falls due within the user's sight, by day and family, earliest first."""
    user = request.user
    form = DueFilterForm(request.GET, user=user)
    say_unknown(form, request.GET)
    pager = DuePager(_asked(form, user), PAGE, page_asked(request.GET))
    page = pager.asked_page()
    page.object_list = lines_of(page.object_list, user)
    # The tabs say it for own dates and for those of nobody.
    if not request.GET.get("whose"):
        page.object_list = attended(page.object_list, user)
    record_read("due.listed", by=user, details={"page": str(page.number)})
    filtered = SimpleNamespace(form=form, filters=form.fields, is_bound=form.is_bound)
    chips = chips_of(filtered, request.GET)
    return render(
        request,
        "worklist/due_list.html",
        {
            "list_title": _("Due"),
            "page_obj": page,
            "days": _by_day(page.object_list),
            "tabs": _tabs(request),
            "decided": kept_count(decisions_that_count, user),
            "without_an_act": WITHOUT_AN_ACT,
            "filter": filtered,
            "chips": chips,
            # The tab already names whose dates are listed.
            "is_filtered": any(
                value for name, value in request.GET.items() if name not in NO_FILTER
            ),
            "shows_filters": bool(chips or form.errors) or "filters" in request.GET,
            "total": pager.total,
            "querystring": without(request.GET, "page"),
            **_when_empty(request.user, request.GET.get("whose", "")),
            **kept_views(request, form.fields, partial(_counts, user)),
        },
    )


def _asked(form: DueFilterForm, user: User) -> DueRows:
    """The filtered dates; none while a filter is invalid."""
    if not form.is_valid():
        return NOTHING
    today = user.today()
    return due(user, today=today, **form.bounds(today))


def _counts(user: User, views: list[SavedView]) -> list[int]:
    return [len(_asked(DueFilterForm(QueryDict(view.query), user=user), user)) for view in views]


# Pages where somebody records the things that later fall due.
FIRST_RECORDS = (
    (Permission.CASE_LOG, "arrival-log", gettext_lazy("New arrival")),
    (Permission.AGREEMENT_CHANGE, "agreement-record", gettext_lazy("New agreement")),
)


def _when_empty(user: User, whose: str) -> dict[str, object]:
    """Explains what would be listed, so that an empty list in an empty installation is not taken for good news."""
    if whose == Whose.MINE:
        return {"empty_text": _("No date that falls due is yours.")}
    if whose == Whose.NOBODY:
        return {"empty_text": _("Somebody sees to every date that falls due.")}
    first = next((each for each in FIRST_RECORDS if user.holds(each[0])), None)
    return {
        "empty_text": _(
            "Nothing that is on file falls due. Terms, permits, aid, agreements and what is paid for a site come here "
            "by themselves once they are recorded."
        ),
        "empty_url": address(first[1]) if first else "",
        "empty_action": first[2] if first else "",
    }


def _by_day(lines: list[Line]) -> list[tuple[Any, list[Line]]]:
    return [(day, list(of_day)) for day, of_day in groupby(lines, key=lambda line: line.row.on)]


def _tabs(request: StaffRequest) -> list[dict[str, Any]]:
    """Mine, the team's, nobody's; keeps the other filters."""
    asked = request.GET.get("whose", "")
    rest = {name: value for name, value in request.GET.items() if name not in {"whose", "page"}}
    offered = [(_("Mine"), Whose.MINE), (_("Of the team"), ""), (_("Nobody's"), Whose.NOBODY)]
    return [
        {
            "label": label,
            "url": "?" + urlencode({**rest, **({"whose": whose} if whose else {})}),
            "is_current": asked == whose,
        }
        for label, whose in offered
    ]


def _row(request: StaffRequest, kind: str, about_id: str) -> Due:
    """The date within the user's sight that is still open; else 404."""
    rows = due(request.user, today=request.user.today(), kinds=[kind], about_id=about_id)[:1]
    if not rows:
        raise Http404
    return rows[0]


def _act_page(
    form_class: type[AboutForm],
    action: Callable[..., DueDecision],
    title: str | Promise,
    done: Callable[[Any], str],
) -> Callable[..., HttpResponseBase]:
    """A page with one form about one date."""

    def page(request: StaffRequest, kind: str, about_id: str) -> HttpResponse:
        row = _row(request, kind, about_id)
        [line] = lines_of([row], request.user)
        back = way_back(request, reverse("due-list"))
        form = form_class(request.POST or None, user=request.user, row=row)
        return answer(
            request,
            form,
            action,
            row,
            title=title,
            done=lambda decision: f"{line.who} · {line.what}: {done(decision)}",
            undo=lambda decision: (
                f"{reverse('due-decision-undo', args=[decision.pk])}?{urlencode({'back': back})}"
            ),
            back=back,
            looks=lambda: record_read("due.read", by=request.user, details={"kind": row.kind}),
            template="worklist/due_act.html",
            line=line,
        )

    return needs(Permission.TASK_READ)(page)


postpone = _act_page(
    PostponeForm,
    decisions.postpone_date,
    gettext_lazy("Postpone"),
    lambda decision: (
        _("it comes back on %(day)s. “Decided” shows it until then.")
        % {"day": short_date(decision.until)}
    ),
)
settle = _act_page(
    SettleDateForm,
    decisions.settle_date,
    gettext_lazy("Seen to"),
    lambda decision: _("it is settled. You can take that back under “Decided” too."),
)
hand_over = _act_page(
    HandOverDateForm,
    decisions.hand_over_date,
    gettext_lazy("Say who sees to it"),
    lambda decision: (
        _("it is yours now. You can take that back under “Decided” too.")
        if decision.to == decision.by
        else _("%(name)s sees to it now and is told. You can take that back under “Decided” too.")
        % {"name": decision.to.full_name}
    ),
)


@needs(Permission.TASK_READ)
def decision_list(request: StaffRequest) -> HttpResponse:
    """What was postponed, settled and handed over, the newest first, each with an undo button."""
    # Current days come from the projection.
    kept_kinds(request.user.today())
    rows = decisions_that_count(request.user)
    page = Paginator(rows.select_related("by", "to"), PAGE).get_page(request.GET.get("page"))
    page.object_list = decision_lines(page.object_list, request.user)
    record_read("due.listed", by=request.user, details={"page": str(page.number)})
    return render(
        request,
        "worklist/decision_list.html",
        {
            "list_title": _("Decided about dates"),
            "cancel_url": reverse("due-list"),
            "back_label": _("Due"),
            "page_obj": page,
            "total": page.paginator.count,
            "querystring": "",
            "empty_text": _("Nothing is postponed, settled or handed over."),
        },
    )


@needs(Permission.TASK_READ)
@require_POST
def decision_undo(request: StaffRequest, pk: uuid.UUID) -> HttpResponseRedirect:
    """Undoes the decision about a date."""
    decision = get_visible_or_404(request, DueDecision, pk, Permission.TASK_READ)
    is_handed = decision.what == DecisionKind.HANDED
    done = _("The hand-over is taken back.") if is_handed else _("The date is in the list again.")
    pressed(request, decisions.undo_decision, decision, done=done)
    return redirect(way_back(request, reverse("due-list")))
