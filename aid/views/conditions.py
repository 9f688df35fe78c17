"""People whose aid depends on a renunciation that is missing."""

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from aid.conditions import unmet_visible_to
from aid.forms.agreements import AgreementFilterForm
from aid.models import Agreement
from pages.filters import say_unknown

PER_PAGE = 25


@permission_required(Permission.AID_READ)
def condition_list(request: StaffRequest) -> HttpResponse:
    """Lists unmet conditions: a row for each person and agreement, or those of the agreement in the query string.

    Leaves out people whose renunciation the user may not see.
    """
    user = request.user
    record_read("renunciation.listed", by=user)
    unmet = unmet_visible_to(user)
    agreements = Q(pk__in=Agreement.objects.visible_to(user))
    agreements |= Q(pk__in=[each.agreement.pk for each in unmet])
    form = AgreementFilterForm(request.GET, agreements=Agreement.objects.filter(agreements))
    say_unknown(form, request.GET)
    if agreement := form.cleaned_data.get("agreement"):
        unmet = [each for each in unmet if each.agreement == agreement]
    if form.errors:
        unmet = []
    page = Paginator(unmet, PER_PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "aid/condition_list.html",
        {
            "form": form,
            "page_obj": page,
            "agreement": agreement,
            "querystring": urlencode({"agreement": agreement.pk}) if agreement else "",
            "may_know": user.holds(Permission.RENUNCIATION_READ),
            "may_record": user.holds(Permission.RENUNCIATION_CHANGE),
            "total": page.paginator.count,
        },
    )
