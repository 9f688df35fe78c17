"""Pledges, monthly costs, and gaps."""

import uuid
from functools import partial

from django.db.models import Exists
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import StaffRequest, can, get_visible_or_404, permission_required
from accounts.pages import form_page
from accounts.permissions import Permission
from aid.actions import pledges
from aid.filters import PledgeFilter
from aid.forms.pledges import CorrectPledgeForm, MonthlyNeedForm, MovePledgeForm, PledgeForm
from aid.models import Pledge, StatedNeed
from aid.rules.gaps import month_after, monthly_gaps
from casework.corrections.forms import CORRECTED
from casework.corrections.models import Correction
from pages.answers import form_response
from pages.lists import list_page
from pages.money import amount_in_words

MONTHS_BACK = 3
change_page = partial(form_page, Permission.AGREEMENT_CHANGE)


@permission_required(Permission.AGREEMENT_READ)
def pledge_list(request: StaffRequest) -> HttpResponse:
    """Money that is sought, pledged or received."""
    may_change = can(request.user, Permission.AGREEMENT_CHANGE)
    return list_page(
        request,
        Pledge.objects.visible_to(request.user)
        .annotate(was_corrected=Exists(Correction.objects.of_each()))
        .select_related("funder"),
        filterset=PledgeFilter,
        template="aid/pledge_list.html",
        list_title=_("Pledges"),
        may_change=may_change,
        empty_text=_(
            "No money is sought or pledged yet, as far as is recorded. Begin with what is sought: the gap per month "
            "follows from it."
        ),
        empty_url=reverse("pledge-record") if may_change else "",
        empty_action=_("New pledge"),
    )


@permission_required(Permission.AGREEMENT_READ)
def pledge_gap(request: StaffRequest) -> HttpResponse:
    """What was needed, received and is missing in each month. `?all` includes earlier months."""
    user = request.user
    since = month_after(user.today().replace(day=1), -MONTHS_BACK)
    everything = "all" in request.GET
    rows = monthly_gaps(
        StatedNeed.objects.visible_to(user),
        Pledge.objects.visible_to(user).filter(is_mistake=False),
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


pledge_record = change_page(
    PledgeForm,
    pledges.record_pledge,
    today="first_month",
    title=gettext_lazy("New pledge"),
    back="pledge-list",
    done=gettext_lazy("The pledge is on the list."),
)


@permission_required(Permission.AGREEMENT_CHANGE)
def pledge_move(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    pledge = get_visible_or_404(request, Pledge, pk, Permission.AGREEMENT_CHANGE, "funder")
    form = MovePledgeForm(request.POST or None, pledge=pledge, initial={"on": request.user.today()})
    return form_response(
        request,
        form,
        pledges.move_pledge,
        pledge,
        title=_("What became of the money"),
        lead=f"{pledge.funder}: {amount_in_words(pledge.amount, pledge.currency)}",
        back=reverse("pledge-list"),
        done=_("The change is saved."),
    )


@permission_required(Permission.AGREEMENT_CHANGE)
def pledge_correct(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Corrects a pledge."""
    pledge = get_visible_or_404(request, Pledge, pk, Permission.AGREEMENT_CHANGE, "funder")
    return form_response(
        request,
        CorrectPledgeForm(request.POST or None, user=request.user, row=pledge),
        pledges.correct_pledge,
        pledge,
        title=_("Correct the pledge"),
        lead=str(pledge.funder),
        back=reverse("pledge-list"),
        done=CORRECTED,
    )


need_state = change_page(
    MonthlyNeedForm,
    pledges.state_need,
    today="first_month",
    title=gettext_lazy("What a month costs"),
    back="pledge-gap",
    done=gettext_lazy("The need is stated."),
)
