"""Whose aid depends on a renunciation that is not on file."""

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render

from accounts.access import StaffRequest, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from aid.conditions import unmet_in_sight

PER_PAGE = 25


@needs(Permission.AID_READ)
def condition_list(request: StaffRequest) -> HttpResponse:
    """People within sight, one row for each agreement, or of the one that the address names; nobody whose renunciation
    the reader may not know of."""
    user = request.user
    record_read("renunciation.listed", by=user)
    asked = request.GET.get("agreement", "")
    unmet = [each for each in unmet_in_sight(user) if asked in ("", str(each.agreement.pk))]
    page = Paginator(unmet, PER_PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "aid/condition_list.html",
        {
            "page_obj": page,
            "is_of_one": asked,
            "querystring": urlencode({"agreement": asked}) if asked else "",
            "may_know": user.holds(Permission.RENUNCIATION_READ),
            "may_record": user.holds(Permission.RENUNCIATION_CHANGE),
            "total": page.paginator.count,
        },
    )
