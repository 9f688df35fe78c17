"""Acts for ticked people of one site, from the page of its day: check in, check out, another day of leaving."""

import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, get_visible_or_404, permission_required
from accounts.permissions import Permission
from shelters.actions import placements, presence
from shelters.actions.acts import CHECKED_IN, CHECKED_OUT, EXTENDED, StayAct
from shelters.choices import AWAITED, HERE, TO_COME, StayStatus
from shelters.forms.stays import CheckInForm, CheckOutForm, FamilyForm, LongerStayForm
from shelters.models import Placement, Site
from shelters.views.families import number_of, say_done


class ActOfDay(NamedTuple):
    """What may be done for ticked people, with the form that asks for the rest, and for which states of a stay."""

    title: str | Promise
    form: type[FamilyForm]
    action: Callable[..., list[Placement]]
    done: StayAct
    states: frozenset[StayStatus]


ACTS = {
    "check-in": ActOfDay(
        gettext_lazy("Check in"), CheckInForm, presence.check_in_all, CHECKED_IN, AWAITED
    ),
    "check-out": ActOfDay(
        gettext_lazy("Check out"), CheckOutForm, presence.check_out_all, CHECKED_OUT, HERE
    ),
    "extend": ActOfDay(
        gettext_lazy("Change the day of leaving"),
        LongerStayForm,
        placements.extend_all,
        EXTENDED,
        HERE | TO_COME,
    ),
}


@permission_required(Permission.PLACEMENT_CHANGE)
@require_POST
def site_act(request: StaffRequest, pk: uuid.UUID, act: str) -> HttpResponse:
    """Acts at once if the list said enough; otherwise asks on a page of its own, with the same people ticked."""
    if act not in ACTS:
        raise Http404
    asked, today = ACTS[act], request.user.today()
    site = get_visible_or_404(request, Site, pk, Permission.PLACEMENT_CHANGE)
    rows = Placement.objects.visible_to(request.user, Permission.PLACEMENT_CHANGE).open_on(today)
    rows = rows.filter(site=site, pk__in=_keys(request.POST.getlist("stays"))).with_people()
    stays = [
        stay
        for stay in rows.order_by("case", "individual__number")
        if stay.status_on(today) in asked.states
    ]
    if not stays:
        messages.error(request, _("Tick first who: of these people nobody is waiting for this."))
        return redirect("site-night", site.pk)
    more: dict[str, Any] = {"today": today} if asked.form is CheckInForm else {}
    fields = asked.form.base_fields
    asks_more = any(field.required and name not in request.POST for name, field in fields.items())
    data = None if asks_more else request.POST
    form = asked.form(data, initial={"on": today}, stays=stays, **more)
    if form.is_valid() and form.does(asked.action, by=request.user):
        _say_done(request, asked.done, form.result)
        return redirect("site-night", site.pk)
    return render(
        request,
        "shelters/placement_family.html",
        {
            "form": form,
            "stay": stays[0],
            "several": len({stay.case_id for stay in stays}) > 1,
            "stays": [(stay, stay.status_on(today)) for stay in stays],
            "ticked": form["stays"].value() or [],
            "title": asked.title,
        },
    )


def _keys(typed: Sequence[str]) -> list[uuid.UUID]:
    keys = []
    for text in typed:
        with suppress(ValueError):
            keys.append(uuid.UUID(text))
    return keys


def _say_done(request: StaffRequest, act: StayAct, stays: Sequence[Placement]) -> None:
    """A message for each family, because each is undone by itself."""
    in_order = sorted(stays, key=lambda stay: (str(stay.case_id), stay.individual.number))
    for _case, family in groupby(in_order, key=lambda stay: stay.case_id):
        together = list(family)
        say_done(request, f"{act.done_label}: {number_of(together)}.", act, together)
