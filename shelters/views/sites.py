"""Sites: the list, one site, its night, and setting it up."""

import datetime
import uuid
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any, cast

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, can, get_visible_or_404, note_seen, permission_required
from accounts.audit import record_read
from accounts.models import User
from accounts.permissions import Permission
from casework.corrections.forms import CORRECTED
from casework.corrections.models import Correction
from pages.answers import form_response, pressed
from pages.context import address
from pages.filters import say_unknown
from pages.forms import ActsOnce
from pages.lists import list_page
from pages.order import ByName
from shelters.actions import beds, sites
from shelters.actions.rooms import last_added
from shelters.actions.undo_places import last_changes_at
from shelters.by_night import beds_chart
from shelters.choices import BedKind, HowNightsCounted
from shelters.filters import SiteListFilter
from shelters.forms.sites import (
    BedsOutForm,
    CloseSiteForm,
    CorrectClosureForm,
    NewSiteForm,
    NightForm,
    SiteAddressForm,
    SiteForm,
    SurgeForm,
)
from shelters.models import Bed, BedClosure, Placement, Site, SiteAddress
from shelters.movements import with_numbers
from shelters.night import night_of, site_of_night
from shelters.occupied import with_occupancy
from shelters.phones import set_phones
from shelters.querysets.site import SiteQuerySet
from shelters.refusals import InTheWay, StillInUse
from shelters.rules.occupancy import SPHERE_SQUARE_METRES, square_metres_per_person
from shelters.rules.stays import ONE_NIGHT
from shelters.sums import sums_in_words


@permission_required(Permission.SITE_READ)
def site_list(request: StaffRequest) -> HttpResponse:
    tonight = request.user.today()
    return list_page(
        request,
        _sites,
        completed=partial(with_numbers, reader=request.user, night=tonight),
        filterset=SiteListFilter,
        template="shelters/site_list.html",
        list_title=_("Sites"),
        tonight=tonight,
        may_open=can(request.user, Permission.SITE_CHANGE),
        sees_occupancy=can(request.user, Permission.OCCUPANCY_READ),
        sees_nights=can(request.user, Permission.PLACEMENT_READ),
        how_counted=HowNightsCounted,
    )


def _sites(reader: User) -> SiteQuerySet:
    return Site.objects.visible_to(reader).select_related("municipality")


@permission_required(Permission.SITE_READ)
def site_detail(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    tonight = request.user.today()
    rows = Site.objects.visible_to(request.user).select_related(
        "municipality", "organisation", "office"
    )
    [site] = with_occupancy([get_object_or_404(rows, pk=pk)], tonight)
    occupancy = site.occupancy
    area = square_metres_per_person(site.usable_area_m2, occupancy.sleepers)
    all_beds = Bed.objects.filter(room__site=site).standing_on(tonight).select_related("room")
    standing = list(all_beds.in_order())
    may_change_beds = can(request.user, Permission.BED_CHANGE, about=site)
    return render(
        request,
        "shelters/site_detail.html",
        {
            "site": site,
            "tonight": tonight,
            "occupancy": occupancy,
            "rooms": _rooms(site, standing, tonight),
            "reviews": _reviews(standing),
            "closures": _closures(site, tonight),
            "last_changes": last_changes_at(site, request.user),
            "postings": site.postings.in_force(tonight).select_related("user"),
            "area_per_person": area,
            "how_counted": HowNightsCounted,
            "is_cramped": area is not None and area < SPHERE_SQUARE_METRES,
            **_occupancy_of(request, site, tonight),
            "sees_nights": can(request.user, Permission.PLACEMENT_READ),
            "may_change": can(request.user, Permission.SITE_CHANGE, about=site),
            "may_forecast": can(request.user, Permission.FORECAST_READ) and not site.closed_on,
            "tomorrow": (tonight + ONE_NIGHT).isoformat(),
            **_whereabouts(request, site),
            "capacity": _capacity(standing),
            "may_change_beds": may_change_beds,
            "just_added": last_added(site) if may_change_beds else None,
        },
    )


def _whereabouts(request: StaffRequest, site: Site) -> dict[str, Any]:
    """Address and contact, for who gives places at the site; records the read."""
    may_place = can(request.user, Permission.PLACEMENT_CHANGE, about=site)
    row = SiteAddress.objects.filter(site=site).first() if may_place else None
    if row:
        record_read("site.address_read", by=request.user, about=site)
    return {"may_plan": may_place, "whereabouts": row}


def _capacity(standing: list[Bed]) -> list[tuple[str, int]]:
    """Regular beds by kind of space, those on the floor apart, whatever the room."""
    counts = Counter[str]()
    for bed in standing:
        if not bed.is_surge:
            is_floor = bed.kind == BedKind.MATTRESS
            counts[_("On the floor") if is_floor else bed.room.get_kind_display()] += 1
    return counts.most_common()


def _occupancy_of(request: StaffRequest, site: Site, tonight: datetime.date) -> dict[str, Any]:
    """The numbers of people in the template context, for readers of occupancy."""
    if not can(request.user, Permission.OCCUPANCY_READ):
        return {"sees_occupancy": False}
    return {
        "sees_occupancy": True,
        "beds_chart": beds_chart([site], tonight),
        "sums": sums_in_words([site.occupancy]),
    }


def _closures(site: Site, day: datetime.date) -> list[list[tuple[BedClosure, list[Correction]]]]:
    """Beds out of service, each with its corrections; those of one room for the same nights and reason together."""
    rows = BedClosure.objects.filter(bed__room__site=site).shown_on(day)
    closures = list(rows.select_related("bed__room").order_by("-starts_on", "bed__position"))
    corrections = Correction.objects.by_row(closures)
    alike: dict[Any, list[tuple[BedClosure, list[Correction]]]] = {}
    for closure in closures:
        key = (closure.bed.room_id, closure.starts_on, closure.ends_on, closure.reason)
        alike.setdefault(key, []).append((closure, corrections.get(closure.pk, [])))
    return list(alike.values())


def _reviews(standing: list[Bed]) -> list[list[Bed]]:
    """Surge places, grouped by room, reason and day of review; the next review first."""
    groups: dict[Any, list[Bed]] = {}
    for bed in standing:
        if bed.review_on and not bed.closed_on:
            groups.setdefault((bed.review_on, bed.room_id, bed.reason), []).append(bed)
    return sorted(groups.values(), key=lambda beds: cast(datetime.date, beds[0].review_on))


def _rooms(site: Site, standing: list[Bed], night: datetime.date) -> list[dict[str, Any]]:
    free = set(Bed.objects.filter(room__site=site).free_on(night).values_list("pk", flat=True))
    lines = []
    rooms = list(site.rooms.order_by("wing", "floor", ByName("name")))
    corrections = Correction.objects.by_row(rooms)
    by_room: dict[uuid.UUID, list[Bed]] = {}
    for bed in standing:
        by_room.setdefault(bed.room_id, []).append(bed)
    for room in rooms:
        beds_of_room = by_room.get(room.pk, [])
        lines.append(
            {
                "room": room,
                "corrections": corrections.get(room.pk, []),
                "every": beds_of_room,
                "beds": sum(not bed.is_surge for bed in beds_of_room),
                "surge": sum(bed.is_surge for bed in beds_of_room),
                "free": sum(bed.pk in free and not bed.is_surge for bed in beds_of_room),
            }
        )
    return lines


@permission_required(Permission.PLACEMENT_READ)
def site_night(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    today = request.user.today()
    form = NightForm(request.GET)
    say_unknown(form, request.GET)
    on = form.cleaned_data.get("on") or today
    site = site_of_night(pk, on, reader=request.user)
    if site is None:
        raise Http404
    note_seen(site, request.user, Permission.PLACEMENT_READ)
    context = {"site": site, "form": form, "on": on, "today": today}
    if form.errors:
        return render(request, "shelters/site_night.html", context)
    night = night_of(site, on, reader=request.user)
    set_phones([stay for stay, _status in night.sleepers], request.user)
    record_read(
        "site.night_read",
        by=request.user,
        about=site,
        details={"on": on.isoformat(), "people": len(night.sleepers)},
    )
    may_change = bool(can(request.user, Permission.PLACEMENT_CHANGE, about=site))
    return render(
        request,
        "shelters/site_night.html",
        context
        | {
            "night": night,
            "before": on - ONE_NIGHT,
            "after": on + ONE_NIGHT,
            "occupancy": night.occupancy,
            "how_counted": HowNightsCounted,
            "sees_occupancy": can(request.user, Permission.OCCUPANCY_READ),
            "may_change": may_change,
            "may_act": may_change and on == today,
        },
    )


@permission_required(Permission.SITE_CHANGE)
def site_open(request: StaffRequest) -> HttpResponse:
    adds_organisations = can(request.user, Permission.PARTNER_CHANGE)
    return form_response(
        request,
        NewSiteForm(request.POST or None, user=request.user),
        sites.open_site,
        title=_("New site"),
        back=reverse("site-list"),
        success_url=page_of,
        template="shelters/site_form.html",
        organisation_url=address("organisation-add") if adds_organisations else "",
    )


@permission_required(Permission.SITE_CHANGE)
def site_change(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    site = get_visible_or_404(request, Site, pk, Permission.SITE_CHANGE)
    form = SiteForm(request.POST or None, instance=site)
    return site_form_page(request, form, sites.change_site, site, site=site, title=_("Change site"))


@permission_required(Permission.PLACEMENT_CHANGE)
def site_address_change(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    site = get_visible_or_404(request, Site, pk, Permission.PLACEMENT_CHANGE)
    row = SiteAddress.objects.filter(site=site).first()
    record_read("site.address_read", by=request.user, about=site)
    initial = {name: getattr(row, name, "") for name in SiteAddressForm.base_fields}
    return site_form_page(
        request,
        SiteAddressForm(request.POST or None, initial=initial),
        sites.set_address,
        site,
        site=site,
        title=_("Address and contact"),
        done=_("The address is changed."),
    )


@permission_required(Permission.SITE_CHANGE)
def site_close(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    site = get_visible_or_404(request, Site, pk, Permission.SITE_CHANGE)
    return site_form_page(
        request,
        CloseSiteForm(request.POST or None, initial={"on": request.user.today()}),
        sites.close_site,
        site,
        site=site,
        title=_("Close site"),
        done=_("The site is closed."),
        danger=True,
    )


@permission_required(Permission.BED_CHANGE)
def surge_add(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    site = get_visible_or_404(request, Site, pk, Permission.BED_CHANGE)
    form = SurgeForm(request.POST or None, site=site, user=request.user)
    return site_form_page(
        request,
        form,
        lambda **facts: beds.add_surge_places(form.cleaned_data["room"], **facts),
        site=site,
        title=_("Add surge places"),
        done=_("The surge places are set up."),
    )


@permission_required(Permission.BED_CHANGE)
def bed_close(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    bed = get_visible_or_404(request, Bed, pk, Permission.BED_CHANGE, "room__site")
    in_the_way: list[Placement] = []
    return site_form_page(
        request,
        BedsOutForm(request.POST or None, initial={"starts_on": request.user.today()}),
        keeping_stays(beds.close_bed, in_the_way),
        bed,
        site=bed.room.site,
        title=_("Take out of service"),
        done=_("The bed is out of service."),
        lead=_("Bed %(bed)s in %(room)s") % {"bed": bed.name, "room": bed.room.name},
        refused=lambda: stays_in_use(request, in_the_way),
    )


def keeping_stays(action: Callable[..., Any], stays: list[Placement]) -> Callable[..., Any]:
    """Wraps the action: if it raises StillInUse or InTheWay, adds the stays in use to `stays`."""

    def act(*about: Any, **facts: Any) -> Any:
        try:
            return action(*about, **facts)
        except (StillInUse, InTheWay) as refusal:
            stays.extend(refusal.stays)
            raise

    return act


def stays_in_use(
    request: StaffRequest, stays: list[Placement], *, can_be_moved: bool = True
) -> dict[str, Any]:
    return {"in_the_way": _with_visibility(request, stays), "can_be_moved": can_be_moved}


@permission_required(Permission.BED_CHANGE)
@require_POST
def bed_reopen(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    closure = get_visible_or_404(request, BedClosure, pk, Permission.BED_CHANGE, "bed__room")
    on = max(request.user.today(), closure.starts_on)
    pressed(request, beds.reopen_bed, closure, on=on, done=_("The bed is back in service."))
    return redirect("site-detail", closure.bed.room.site_id)


@permission_required(Permission.BED_CHANGE)
def bed_closure_correct(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    closure = get_visible_or_404(request, BedClosure, pk, Permission.BED_CHANGE, "bed__room__site")
    bed = closure.bed
    in_the_way: list[Placement] = []
    return site_form_page(
        request,
        CorrectClosureForm(request.POST or None, user=request.user, row=closure),
        keeping_stays(beds.correct_closure, in_the_way),
        closure,
        site=bed.room.site,
        title=_("Correct: out of service"),
        done=CORRECTED,
        lead=_("Bed %(bed)s in %(room)s") % {"bed": bed.name, "room": bed.room.name},
        refused=lambda: stays_in_use(request, in_the_way),
    )


def _with_visibility(request: StaffRequest, stays: list[Placement]) -> list[tuple[Placement, bool]]:
    """Pairs of a stay and whether the user sees it; records the read. Of other stays the page shows only the bed."""
    rows = Placement.objects.visible_to(request.user)
    seen = set(rows.filter(pk__in=[stay.pk for stay in stays]).values_list("pk", flat=True))
    for stay in stays:
        if stay.pk in seen:
            record_read("placement.read", by=request.user, about=stay)
    return [(stay, stay.pk in seen) for stay in stays]


def page_of(site: Site) -> str:
    return reverse("site-detail", args=[site.pk])


def site_form_page(
    request: StaffRequest,
    form: ActsOnce,
    action: Callable[..., Any],
    *about: Any,
    site: Site,
    template: str = "shelters/site_form.html",
    **context: Any,
) -> HttpResponse:
    """Answers the form on a page below the name of the site. After success it redirects to the site."""
    return form_response(
        request,
        form,
        action,
        *about,
        back=page_of(site),
        template=template,
        site=site,
        **context,
    )
