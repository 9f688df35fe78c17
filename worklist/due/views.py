"""The list of what falls due."""

from functools import partial
from itertools import groupby
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.models import SavedView, StandIn, User
from accounts.permissions import Permission
from accounts.views.saved_views import kept_views
from pages.context import address
from pages.failing import names_failed_parts
from pages.filters import say_unknown
from pages.lists import chips_of, without
from pages.pager import page_asked
from pages.questions import kept_count
from worklist.due.assignees import with_assignees
from worklist.due.choices import Whose
from worklist.due.conditions import decisions_in_force
from worklist.due.forms import DueFilterForm
from worklist.due.lines import Line, lines_of
from worklist.due.rows import NO_ROWS, DuePager, DueRows, due
from worklist.sources.kinds import WITHOUT_AN_ACT

PAGE = 25
NO_FILTER = ("whose", "page", "filters")


@permission_required(Permission.TASK_READ)
@names_failed_parts()
def due_list(request: StaffRequest) -> HttpResponse:
    """The list of dates that the user may see, by day and family, earliest first."""
    user = request.user
    form = DueFilterForm(request.GET, user=user)
    say_unknown(form, request.GET)
    pager = DuePager(_asked(form, user), PAGE, page_asked(request.GET))
    page = pager.asked_page()
    page.object_list = lines_of(page.object_list, user)
    # The tabs `Mine` and `Nobody's` already say who sees to the dates; to a deputy `Mine` also lists a colleague's.
    whose = request.GET.get("whose")
    if not whose or (whose == Whose.MINE and StandIn.objects.replaced_by(user, user.today())):
        page.object_list = with_assignees(page.object_list, user)
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
            "decided": kept_count(decisions_in_force, user),
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
        return NO_ROWS
    today = user.today()
    return due(user, today=today, **form.bounds(today))


def _counts(user: User, views: list[SavedView]) -> list[int]:
    """How many dates each of the saved views lists."""
    return [len(_asked(DueFilterForm(QueryDict(view.query), user=user), user)) for view in views]


# The pages on which users begin to record what later falls due.
FIRST_RECORDS = (
    (Permission.CASE_LOG, "arrival-log", gettext_lazy("New arrival")),
    (Permission.AGREEMENT_CHANGE, "agreement-record", gettext_lazy("New agreement")),
)


def _when_empty(user: User, whose: str) -> dict[str, object]:
    """The text of an empty list. It says what would be listed, because an empty list is not always good news."""
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
    """Each day with its lines."""
    return [(day, list(same_day)) for day, same_day in groupby(lines, key=lambda line: line.row.on)]


def _tabs(request: StaffRequest) -> list[dict[str, Any]]:
    """The tabs for the dates of the user, of the team and of nobody. Their links keep the other filters."""
    chosen = request.GET.get("whose", "")
    rest = {name: value for name, value in request.GET.items() if name not in {"whose", "page"}}
    offered = [(_("Mine"), Whose.MINE), (_("Of the team"), ""), (_("Nobody's"), Whose.NOBODY)]
    return [
        {
            "label": label,
            "url": "?" + urlencode({**rest, **({"whose": whose} if whose else {})}),
            "is_current": chosen == whose,
        }
        for label, whose in offered
    ]
