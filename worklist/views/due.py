"""What falls due."""

from types import SimpleNamespace
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import StaffRequest, needs
from accounts.models import User
from accounts.permissions import Permission
from pages.context import address
from pages.lists import chips_of, without
from worklist.due import due
from worklist.forms import DueFilterForm
from worklist.lines import lines_of


@needs(Permission.TASK_READ)
def due_list(request: StaffRequest) -> HttpResponse:
    """What falls due within the reader's sight, earliest first."""
    today = request.user.today()
    form = DueFilterForm(request.GET, user=request.user)
    # A page asks for a slice and the count; the stubs want single rows as well.
    rows: Any = due(request.user, today=today, **form.bounds(today))
    page = Paginator(rows, 25).get_page(request.GET.get("page"))
    page.object_list = lines_of(page.object_list, request.user)
    filtered = SimpleNamespace(form=form, filters={})
    chips = chips_of(filtered, request.GET)
    return render(
        request,
        "worklist/due_list.html",
        {
            "list_title": _("Due"),
            "page_obj": page,
            "filter": filtered,
            "chips": chips,
            "is_filtered": bool(chips),
            "total": page.paginator.count,
            "querystring": without(request.GET, "page"),
            **_when_empty(request.user),
        },
    )


# What somebody records first, of those things that fall due by themselves.
FIRST_RECORDS = (
    (Permission.CASE_LOG, "arrival-log", gettext_lazy("New arrival")),
    (Permission.AGREEMENT_CHANGE, "agreement-record", gettext_lazy("New agreement")),
)


def _when_empty(user: User) -> dict[str, object]:
    """Says what would stand here, so that an empty list of an empty product is not read as good news."""
    first = next((each for each in FIRST_RECORDS if user.holds(each[0])), None)
    return {
        "empty_text": _(
            "Nothing that is on file falls due. Terms, permits, aid, agreements and what is paid for a site come here "
            "by themselves once they are recorded."
        ),
        "empty_url": address(first[1]) if first else "",
        "empty_action": first[2] if first else "",
    }
