"""What falls due."""

from types import SimpleNamespace
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, needs
from accounts.permissions import Permission
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
            "empty_text": _("Nothing falls due."),
        },
    )
