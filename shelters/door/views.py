"""Pages of the door: the printed list of a night, its roll-call in three steps, and who is absent too long."""

import datetime
import uuid
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST
from django_permissions_policy.decorators import permissions_policy_override

from accounts.access import StaffRequest, get_visible_or_404, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.slips.slots import by_slip
from pages.answers import form_response
from pages.lists import list_page
from shelters.door.actions import set_door_rule, settle_roll, take_roll
from shelters.door.choices import RollPresence
from shelters.door.filters import AbsenceFilter
from shelters.door.forms import DoorRuleForm, ExceptionsForm, RollForm, SlipForm
from shelters.door.models import DoorRule, RollAnswer
from shelters.door.people import PeopleAtDoor, PersonAtDoor, people_at_door
from shelters.door.slots import absent_people
from shelters.forms.sites import NightForm
from shelters.models import Site
from shelters.views.sites import site_form_page

# The camera reads the code of a slip on this page alone; every other page forbids it.
WITH_CAMERA: dict[str, str | list[str] | tuple[str]] = {
    "camera": ["self"],
    "geolocation": [],
    "microphone": [],
    "payment": [],
    "usb": [],
}


@dataclass(frozen=True)
class NightAtDoor:
    """The site and night that a page of the door is about, with the people and their answers."""

    site: Site
    on: datetime.date
    at_door: PeopleAtDoor

    @cached_property
    def given(self) -> dict[uuid.UUID, RollAnswer]:
        """The answers that count, by the key of the person."""
        answers = RollAnswer.objects.of_night(self.site, self.on).order_by("recorded_at")
        return {each.individual_id: each for each in answers}

    def with_presence(self, *wanted: RollPresence) -> list[PersonAtDoor]:
        return [each for each in self.at_door.here if self._presence_of(each) in wanted]

    @property
    def unanswered(self) -> list[PersonAtDoor]:
        return [each for each in self.at_door.here if not self._presence_of(each)]

    @property
    def counts(self) -> Counter[str]:
        return Counter(map(self._presence_of, self.at_door.here))

    def _presence_of(self, person: PersonAtDoor) -> str:
        at_roll_call = self.given.get(person.stay.individual_id)
        return at_roll_call.presence if at_roll_call else ""

    def page(self, name: str, **query: Any) -> str:
        asked = urlencode({"on": self.on.isoformat(), **query}, doseq=True)
        return f"{reverse(name, args=[self.site.pk])}?{asked}"


def _night(request: StaffRequest, pk: uuid.UUID, verb: str) -> NightAtDoor:
    """The night in the address, tonight by default; records the read. Raises Http404 for what is no day."""
    site = get_visible_or_404(request, Site, pk, Permission.PLACEMENT_CHANGE)
    on = NightForm(request.GET).day_or(request.user.today())
    at_door = people_at_door(site, on, reader=request.user)
    details = {"on": on.isoformat(), "people": len(at_door.people)}
    record_read(verb, by=request.user, about=site, details=details)
    return NightAtDoor(site, on, at_door)


@permission_required(Permission.PLACEMENT_CHANGE)
def door_list(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """The sheet for the guard: a box and a line to sign for everybody who sleeps there that night."""
    night = _night(request, pk, "site.door_list_read")
    return render(request, "shelters/door/door_list.html", _context(night))


@permission_required(Permission.PLACEMENT_CHANGE)
@permissions_policy_override(WITH_CAMERA)
def roll_call(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """The first step: the list. With `?only=` it asks about the people of a slip alone."""
    night = _night(request, pk, "roll.read")
    only = set(request.GET.getlist("only"))
    people = [each for each in night.at_door.here if not only or str(each.stay.pk) in only]
    on_list = night.page("roll-call")

    def success_url(_rows: Any) -> str:
        # Read again: the answers have just changed.
        fresh = NightAtDoor(night.site, night.on, night.at_door)
        if only and fresh.unanswered:
            return on_list
        asks = fresh.unanswered or fresh.with_presence(RollPresence.ABSENT, RollPresence.EXCUSED)
        return fresh.page("roll-exceptions" if asks else "roll-done")

    return form_response(
        request,
        RollForm(request.POST or None, people=people, given=night.given),
        partial(take_roll, night.site, night=night.on),
        success_url=success_url,
        is_named=False,
        template="shelters/door/roll_call.html",
        presences=RollPresence.choices,
        slip=SlipForm(),
        all_url=on_list if only else "",
        **_context(night),
    )


@permission_required(Permission.PLACEMENT_CHANGE)
def roll_exceptions(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """The second step: what is known about who is not there, and whether all others are."""
    night = _night(request, pk, "roll.read")
    form = ExceptionsForm(
        request.POST or None,
        people=night.with_presence(RollPresence.ABSENT, RollPresence.EXCUSED),
        given=night.given,
        others=len(night.unanswered),
    )
    return form_response(
        request,
        form,
        partial(settle_roll, night.site, night=night.on),
        back=night.page("roll-done"),
        is_named=False,
        template="shelters/door/roll_exceptions.html",
        **_context(night),
    )


@permission_required(Permission.PLACEMENT_CHANGE)
def roll_done(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """The third step: what was recorded."""
    night = _night(request, pk, "roll.read")
    missing = night.with_presence(RollPresence.ABSENT, RollPresence.EXCUSED)
    context = {
        "counts": night.counts,
        "missing": [(each, night.given[each.stay.individual_id]) for each in missing],
        **_context(night),
    }
    return render(request, "shelters/door/roll_done.html", context)


@permission_required(Permission.PLACEMENT_CHANGE)
@require_POST
def roll_slip(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Finds the people of a slip on the list: for a script their keys, else the list of them alone."""
    night = _night(request, pk, "roll.slip_read")
    form = SlipForm(request.POST)
    found_people = by_slip(form.cleaned_data["code"], request.user) if form.is_valid() else None
    people = {key for row in found_people or () for key in row.values()}
    stays = [str(each.stay.pk) for each in night.at_door.here if each.stay.individual_id in people]
    if request.headers.get("Accept") == "application/json":
        return JsonResponse({"stays": stays})
    if not stays:
        return redirect(night.page("roll-call", slip="unknown"))
    return redirect(night.page("roll-call", only=stays))


def _context(night: NightAtDoor) -> dict[str, Any]:
    return {"site": night.site, "on": night.on, "at_door": night.at_door, "night": night}


@permission_required(Permission.PLACEMENT_CHANGE)
def absence_list(request: StaffRequest) -> HttpResponse:
    """People absent for longer than the rule of their site allows without asking."""
    record_read("absence.listed", by=request.user)
    rows = absent_people(request.user).select_related("individual", "case", "site", "bed__room")
    return list_page(
        request,
        rows.order_by("absent_since", "site__name", "individual__number"),
        filterset=AbsenceFilter,
        template="shelters/door/absence_list.html",
        list_title=gettext_lazy("Absent from the roll-call"),
    )


@permission_required(Permission.BED_CHANGE)
def door_rule(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    site = get_visible_or_404(request, Site, pk, Permission.BED_CHANGE)
    rule = DoorRule.objects.filter(site=site).first()
    initial = {name: getattr(rule, name, None) for name in DoorRuleForm.Meta.fields}
    return site_form_page(
        request,
        DoorRuleForm(request.POST or None, initial=initial),
        set_door_rule,
        site,
        site=site,
        title=_("Rules of the door"),
        done=_("The rules of the door are set."),
    )
