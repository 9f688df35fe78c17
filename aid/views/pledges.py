"""Pledges, what a month costs, and what is missing."""

import uuid

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, can, needs
from accounts.permissions import Permission
from aid.actions import pledges
from aid.filters import PledgeFilter
from aid.forms.pledges import MovePledgeForm, NeedForm, PledgeForm
from aid.models import Pledge, StatedNeed
from aid.rules.gaps import gaps, month_after
from pages.answers import answer
from pages.lists import list_page

MONTHS_BACK = 3


@needs(Permission.AGREEMENT_READ)
def pledge_list(request: StaffRequest) -> HttpResponse:
    """Money that is sought, pledged or received."""
    return list_page(
        request,
        Pledge.objects.visible_to(request.user).select_related("funder"),
        filterset=PledgeFilter,
        template="aid/pledge_list.html",
        list_title=_("Pledges"),
        may_change=can(request.user, Permission.AGREEMENT_CHANGE),
        empty_text=_("No money is sought or pledged yet, as far as is recorded."),
    )


@needs(Permission.AGREEMENT_READ)
def pledge_gap(request: StaffRequest) -> HttpResponse:
    """Month by month: needed, received, missing. `?all` shows the earlier months too."""
    user = request.user
    since = month_after(user.today().replace(day=1), -MONTHS_BACK)
    everything = "all" in request.GET
    rows = gaps(
        StatedNeed.objects.visible_to(user),
        Pledge.objects.visible_to(user),
        since=None if everything else since,
    )
    return render(
        request,
        "aid/pledge_gap.html",
        {
            "rows": rows,
            "everything": everything,
            "may_change": can(user, Permission.AGREEMENT_CHANGE),
        },
    )


@needs(Permission.AGREEMENT_CHANGE)
def pledge_record(request: StaffRequest) -> HttpResponse:
    return answer(
        request,
        PledgeForm(request.POST or None, initial={"first_month": request.user.today()}),
        pledges.record_pledge,
        title=_("New pledge"),
        back=reverse("pledge-list"),
        done=_("The pledge is on the list."),
    )


@needs(Permission.AGREEMENT_CHANGE)
def pledge_move(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    rows = Pledge.objects.visible_to(request.user, Permission.AGREEMENT_CHANGE)
    pledge = get_object_or_404(rows.select_related("funder"), pk=pk)
    form = MovePledgeForm(request.POST or None, pledge=pledge, initial={"on": request.user.today()})
    return answer(
        request,
        form,
        pledges.move_pledge,
        pledge,
        title=_("What became of the money"),
        lead=f"{pledge.funder}: {pledge.amount} {pledge.currency}",
        back=reverse("pledge-list"),
        done=_("The change is saved."),
    )


@needs(Permission.AGREEMENT_CHANGE)
def need_state(request: StaffRequest) -> HttpResponse:
    return answer(
        request,
        NeedForm(request.POST or None, initial={"first_month": request.user.today()}),
        pledges.state_need,
        title=_("What a month costs"),
        back=reverse("pledge-gap"),
        done=_("The need is stated."),
    )
