"""One stay: view, check in, check out, extend, move, cancel. Undoing is in `corrections`."""

import uuid
from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, can, permission_required
from accounts.audit import record_read
from accounts.models import User
from accounts.permissions import Permission
from casework.contact.views import number_page
from casework.corrections.models import Correction
from casework.register.models.individual import NAME_FIELDS, Individual
from casework.register.rules import age_in_words
from pages.answers import form_response
from pages.forms import ActionForm
from pages.lists import list_page
from pages.resubmission import sent_again
from shelters.actions import placements, presence
from shelters.actions.acts import (
    CANCELLED,
    CHECKED_IN,
    CHECKED_OUT,
    EXTENDED,
    MOVED,
    StayAct,
)
from shelters.actions.cancelling import cancel_all
from shelters.actions.clashes import exits_by_now
from shelters.actions.moves import moved_from, moved_to
from shelters.actions.undo import Done, last_done, last_taken_back
from shelters.choices import HERE, TO_COME, BedRule, StayStatus
from shelters.filters import AGAINST_A_RULE, StayFilter
from shelters.forms.placements import MoveBedsForm, PlanForm
from shelters.forms.stays import (
    CancelForm,
    CheckInForm,
    CheckOutForm,
    FamilyForm,
    LongerStayForm,
)
from shelters.incidents.models import SiteIncident
from shelters.incidents.querysets import SiteIncidentQuerySet
from shelters.models import Placement, Site
from shelters.phones import phones_of, set_phones
from shelters.placed import moved_in_words
from shelters.to_come import with_moves
from shelters.tonight import with_rules
from shelters.views.families import (
    LOOK,
    night_address,
    number_of,
    offers_context,
    people_in_words,
    say_done,
    search_for,
    search_url,
)


def stay_of(
    request: StaffRequest, pk: uuid.UUID, permission: Permission = Permission.PLACEMENT_CHANGE
) -> Placement:
    rows = Placement.objects.visible_to(request.user, permission)
    stay: Placement = get_object_or_404(rows.with_people(), pk=pk)
    return stay


# Columns of the list of residents.
RESIDENT_COLUMNS = (
    "individual_id", "starts_on", "ends_on", "planned_end_on", "allowed_until", "checked_in_at", "checked_out_at",
    "cancelled_at", "case__number", "site__name", "site__paid_until", "site__contract_ends_on",
    "site__contract_gaps", "site__must_leave_on",
    "bed__name", "bed__room__name",
    *(f"individual__{name}" for name in NAME_FIELDS),
)  # fmt: skip


@permission_required(Permission.PLACEMENT_READ)
def placement_list(request: StaffRequest) -> HttpResponse:
    record_read("placement.list_read", by=request.user)
    by_rule = request.GET.get("state") == AGAINST_A_RULE

    def completed(stays: list[Placement]) -> list[Placement]:
        rows = with_moves(stays, request.user)
        return with_rules(rows, reader=request.user) if by_rule else rows

    return list_page(
        request,
        _residents,
        filterset=StayFilter,
        template="shelters/placement_list.html",
        list_title=_("Residents"),
        today=request.user.today(),
        completed=completed,
    )


def _residents(reader: User) -> Any:
    stays = Placement.objects.visible_to(reader).open_on(reader.today())
    stays = stays.select_related("individual", "case", "site", "bed__room").only(*RESIDENT_COLUMNS)
    return stays.with_day_gone().in_order()


@permission_required(Permission.PLACEMENT_READ)
def placement_detail(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    stay = stay_of(request, pk, Permission.PLACEMENT_READ)
    today = request.user.today()
    record_read("placement.read", by=request.user, about=stay)
    others = Placement.objects.visible_to(request.user).with_people()
    stays = others.filter(individual=stay.individual).order_by("-starts_on", "-placed_at")
    family = others.filter(case=stay.case).open_on(today).exclude(individual=stay.individual)
    status = stay.status_on(today)
    set_phones([stay], request.user)
    may_change = can(request.user, Permission.PLACEMENT_CHANGE, about=stay)
    return render(
        request,
        "shelters/placement_detail.html",
        {
            "stay": stay,
            "status": status,
            "age": age_in_words(stay.individual.birth, today),
            "stays": [(each, each.status_on(today)) for each in stays],
            "family": family,
            "may_change": may_change,
            "reasons": stay.reasons.select_related("recorded_by") if may_change else [],
            "allowed_by": _who_allowed(stay),
            "done": undoable(request, stay) if may_change else None,
            "taken_back": last_taken_back(stay) if may_change else None,
            "may_correct": may_change and _has_days_of_its_own(stay),
            "moved_in": move_to_correct(request, stay),
            "moved_out": move_to_correct(request, moved_to(stay)),
            "may_annul": may_change and stay.checked_in_at and not stay.cancelled_at,
            "corrections": Correction.objects.of(stay),
            "incidents": _incidents_of(request, stay) if may_change else [],
        },
    )


def _incidents_of(request: StaffRequest, stay: Placement) -> SiteIncidentQuerySet:
    rows: SiteIncidentQuerySet = SiteIncident.objects.visible_to(request.user)
    return rows.filter(individual=stay.individual)


def _who_allowed(stay: Placement) -> str | None:
    """The name of who allowed the person to stay past the planned end; None if nobody did."""
    reasons = stay.reasons.standing().filter(rules__contains=[BedRule.OVERSTAY])
    names = reasons.values_list("recorded_by__full_name", flat=True)
    return names.first() if stay.allowed_until else None


def _has_days_of_its_own(stay: Placement) -> bool:
    """Whether the stay has a first night, or a day of leaving, that is no day of a move."""
    is_over = stay.ends_on is not None and moved_to(stay) is None
    return stay.cancelled_at is None and (is_over or moved_from(stay) is None)


def move_to_correct(request: StaffRequest, stay: Placement | None) -> Placement | None:
    """The stay, if it began with a move whose day the user may correct; otherwise None."""
    before = moved_from(stay) if stay and not stay.cancelled_at else None
    return stay if before and stay and _may_change_all(request, [before, stay]) else None


def undoable(request: StaffRequest, stay: Placement) -> Done | None:
    """The last act, if it can be undone and the user may change all its stays; otherwise None."""
    done = last_done(stay)
    return done if done and _may_change_all(request, done.touched) else None


def may_bring_back(request: StaffRequest, stays: Iterable[Placement]) -> bool:
    """Whether the user may change the stays from which people moved to these."""
    return _may_change_all(request, [before for stay in stays if (before := moved_from(stay))])


def _may_change_all(request: StaffRequest, stays: Iterable[Placement]) -> bool:
    keys = {stay.pk for stay in stays}
    rows = Placement.objects.visible_to(request.user, Permission.PLACEMENT_CHANGE)
    return rows.filter(pk__in=keys).count() == len(keys)


@permission_required(Permission.RESIDENT_PHONE_READ)
def resident_phone_show(request: StaffRequest, pk: uuid.UUID, phone_id: uuid.UUID) -> HttpResponse:
    """A resident's phone number, for users who run the site."""
    stay = stay_of(request, pk, Permission.RESIDENT_PHONE_READ)
    phone = get_object_or_404(phones_of([stay], request.user), pk=phone_id)
    return number_page(
        request,
        stay.individual,
        "casework/contact/phone_show.html",
        phone=phone,
        back=reverse("placement-detail", args=[stay.pk]),
        back_label=stay.site.name,
    )


@permission_required(Permission.PLACEMENT_CHANGE)
def placement_check_in(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Checks in the members who are expected at this site and have not left."""
    stay = stay_of(request, pk)
    expected = family_in(request, stay, lambda status: status.awaits_check_in)
    stays = [each for each in expected if each == stay or not each.gone_on]
    form = CheckInForm(request.POST or None, stays=stays, today=request.user.today())
    return family_page(request, form, stay, presence.check_in_all, _("Check in"), CHECKED_IN)


@permission_required(Permission.PLACEMENT_CHANGE)
def placement_check_out(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    stay = stay_of(request, pk)
    stays = family_in(request, stay, lambda status: status in HERE)
    gone = exits_by_now(stays, request.user.today())
    on = gone.get(stay.individual_id)
    # If this person has left, that day is the default, and only people who left on it are ticked.
    ticked = [str(each.pk) for each in stays if gone.get(each.individual_id) == on or not on]
    form = CheckOutForm(
        request.POST or None,
        stays=stays,
        initial={"on": on or request.user.today(), "stays": ticked},
    )
    return family_page(request, form, stay, presence.check_out_all, _("Check out"), CHECKED_OUT)


@permission_required(Permission.PLACEMENT_CHANGE)
def placement_extend(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    stay = stay_of(request, pk)
    stays = family_in(request, stay, lambda status: status in HERE | TO_COME)
    gone = exits_by_now(stays, request.user.today())
    staying = [str(each.pk) for each in stays if each.individual_id not in gone]
    initial = {"stays": staying, "planned_end_on": request.GET.get("until", "")}
    form = LongerStayForm(request.POST or None, stays=stays, initial=initial)
    title = _("Change the day of leaving")
    return family_page(
        request, form, stay, placements.extend_all, title, EXTENDED, without=set(gone)
    )


@permission_required(Permission.PLACEMENT_CHANGE)
def placement_cancel(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Cancels the stays of the members who are expected at this site since the same day; all are ticked at first."""
    stay = stay_of(request, pk)
    expected = family_in(request, stay, lambda status: status in TO_COME)
    stays = [each for each in expected if each.starts_on == stay.starts_on]
    form = CancelForm(
        request.POST or None, stays=stays, may_bring_back=may_bring_back(request, stays)
    )
    title = _("Cancel the stay")
    undo = reverse("placement-undo", args=[stay.pk])
    done = format_html('{}. <a href="{}">{}</a>', CANCELLED.done_label, undo, CANCELLED.to_undo)
    return form_page(request, form, stay, cancel_all, title, danger=True, done=done)


@permission_required(Permission.PLACEMENT_CHANGE)
def placement_move(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Moves all members who sleep at the same site; all are ticked at first."""
    stay = stay_of(request, pk)
    stays = _family_at_the_site(request, stay)
    people = list(stays)
    form = None
    visible = Site.objects.visible_to(request.user, Permission.PLACEMENT_CHANGE)
    sites = visible.select_related("municipality")
    if address := search_url(request, people, sites):
        return redirect(address)
    if request.method == "POST" and LOOK not in request.POST:
        form = MoveBedsForm(
            request.POST, people=people, sites=sites, user=request.user, stays=stays
        )
        if (
            form.is_valid()
            and form.still_fits(partial(search_for, request, stay.case, form, until=stay.leaves_on))
            and form.does(placements.move_all, by=request.user)
        ):
            words = moved_in_words(form.result, today=request.user.today())
            say_done(request, words, MOVED, form.result)
            return redirect(night_address(form.result[0], request.user.today()))
    today = request.user.today()
    defaults = {"people": [str(person.pk) for person in people], "starts_on": today.isoformat()}
    again = sent_again(request) if people else None
    data = request.POST or again or request.GET or defaults
    plan = PlanForm(data, people=people, sites=sites)
    record_read("placement.read", by=request.user, about=stay)
    return render(
        request,
        "shelters/placement_place.html",
        {
            "stay": stay,
            "case": stay.case,
            "people": people_in_words(request, stay.case, people),
            "form": form,
            "title": _("Move"),
            **offers_context(
                request, stay.case, plan, until=stay.leaves_on, again=again, leaves=stay.site_id
            ),
        },
    )


def family_in(
    request: StaffRequest, stay: Placement, fits: Callable[[StayStatus], bool]
) -> list[Placement]:
    """The family's stays at this site with a fitting status, by number of the person."""
    today = request.user.today()
    together = _family_at_the_site(request, stay).values()
    fitting = [each for each in together if fits(each.status_on(today))]
    return sorted(fitting, key=lambda each: each.individual.number)


def _family_at_the_site(request: StaffRequest, stay: Placement) -> dict[Individual, Placement]:
    today = request.user.today()
    together = (
        Placement.objects.visible_to(request.user, Permission.PLACEMENT_CHANGE)
        .open_on(today)
        .filter(case=stay.case, site=stay.site)
        .with_people()
        .order_by("placed_at", "individual__number")
    )
    # Who is to move to another room has two stays here: the page is about those like the one that was opened.
    is_here = stay.status_on(today) in HERE
    like_it = sorted(together, key=lambda each: (each.status_on(today) in HERE) == is_here)
    return {each.individual: each for each in like_it}


def form_page(
    request: StaffRequest,
    form: ActionForm,
    stay: Placement,
    action: Callable[..., Any],
    title: str,
    **context: Any,
) -> HttpResponse:
    # A form with ticked members passes their stays to the action itself.
    about = () if "stays" in form.fields else (stay,)
    defaults = {
        "back": night_address(stay, request.user.today()),
        "template": "shelters/placement_form.html",
    }
    return form_response(
        request, form, action, *about, title=title, submit=title, stay=stay, **(defaults | context)
    )


def family_page(
    request: StaffRequest,
    form: FamilyForm,
    stay: Placement,
    action: Callable[..., list[Placement]],
    title: str,
    act: StayAct,
    without: Collection[uuid.UUID] = (),
) -> HttpResponse:
    """A page for an act on several stays. The message has an undo button.

    People in `without` have left: the page lists them separately, and says what to do about their stay instead.
    """
    if request.method == "POST" and form.is_valid() and form.does(action, by=request.user):
        say_done(request, f"{act.done_label}: {number_of(form.result)}.", act, form.result)
        return redirect(night_address(stay, request.user.today()))
    today = request.user.today()
    lines = [(each, each.status_on(today)) for each in form.by_key.values()]
    return render(
        request,
        "shelters/placement_family.html",
        {
            "form": form,
            "stay": stay,
            "stays": [line for line in lines if line[0].individual_id not in without],
            "gone": [
                (each, status in HERE) for each, status in lines if each.individual_id in without
            ],
            "ticked": form["stays"].value() or [],
            "title": title,
        },
    )
