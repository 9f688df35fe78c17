"""Lists families that need a bed, and gives them one."""

import datetime
import uuid
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.access import StaffRequest, can, permission_required
from accounts.audit import record_read
from accounts.models import User
from accounts.permissions import Permission
from casework.exits.presence import returns_without_case_visible_to
from casework.file.head import head_of
from casework.file.querysets import case_with_family
from casework.needs.models import SpecificNeed
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.rules import age_in_words
from casework.slots.holdings import holds
from pages.dates import short_date
from pages.lists import list_page
from pages.resubmission import sent_again
from shelters.access import nobody_waits_because, waiting_line, who_waits
from shelters.actions import placements
from shelters.actions.acts import PLACED, StayAct
from shelters.beds_for_family import Search, members_with_own_place, waiting_members
from shelters.filters import WaitingFilter
from shelters.forms.placements import BedsForm, PlanForm, SiteOnlyForm, WithReason
from shelters.models import Placement, Site
from shelters.placed import placed_in_words
from shelters.querysets.site import SiteQuerySet
from shelters.to_come import stays_to_come, to_come_in_words

# Names of the buttons other than the one that assigns beds.
LOOK = "look"
WITHOUT_BED = "without_bed"
# Shows all sites with enough free beds, and not only the best. Later requests repeat this parameter.
EVERY_SITE = "every_site"
MOST_SITES = 8
# The anchor of the sites that were not shown before.
FURTHER = "further"
# The fields that the URL of a search contains: keys and days, never text.
URL_FIELDS = (
    "people",
    "starts_on",
    "planned_end_on",
    "only_municipality",
    "only_site",
    "run",
    "site",
)
BIRTH = ("birth_precision", "birth_year", "born_on")


@permission_required(Permission.PLACEMENT_READ)
def family_without_bed_list(request: StaffRequest) -> HttpResponse:
    today = request.user.today()
    record_read("family_without_bed.list_read", by=request.user)
    return list_page(
        request,
        waiting_line(request.user),
        filterset=WaitingFilter,
        template="shelters/family_without_bed_list.html",
        list_title=_("Families without a bed"),
        completed=partial(_with_who_waits, reader=request.user, today=today),
        empty_because=partial(nobody_waits_because, request.user),
        today=today,
        returned=returns_without_case_visible_to(request.user, Permission.PLACEMENT_READ),
        may_place=can(request.user, Permission.PLACEMENT_CHANGE),
    )


def _with_who_waits(cases: list[Any], reader: User, today: datetime.date) -> list[Any]:
    """These families, each with its members without a bed, and the places that these have from a later night on."""
    waiting = who_waits(cases, today, *BIRTH)
    people = {each.individual_id for members in waiting.values() for each in members}
    stays = stays_to_come(people, reader, today)
    for case in cases:
        case.waiting = waiting[case.pk]
        members = [each.individual for each in case.waiting]
        case.to_come = to_come_in_words(members, stays, today)
    return cases


@permission_required(Permission.PLACEMENT_CHANGE)
def placement_place(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    case = case_with_family(request.user, Permission.PLACEMENT_CHANGE, pk=pk)
    if case is None or not case.is_open:
        raise Http404
    today = request.user.today()
    waiting = waiting_members(case, today)
    people = waiting + members_with_own_place(case, today)
    form: BedsForm | SiteOnlyForm | None = None
    sites = _sites(request).open_on(today).select_related("municipality")
    if address := search_url(request, people, sites):
        return redirect(address)
    if request.method == "POST" and WITHOUT_BED in request.POST:
        form = SiteOnlyForm(request.POST, people=people, sites=sites)
        if form.is_valid() and form.does(placements.place_at_site, case, by=request.user):
            return _placed(request, form.result)
    elif request.method == "POST" and LOOK not in request.POST:
        form = BedsForm(request.POST, people=people, sites=sites, user=request.user)
        if (
            form.is_valid()
            and form.still_fits(partial(search_for, request, case, form, until=form.leaves_on))
            and form.does(placements.place_family, case, by=request.user)
        ):
            return _placed(request, form.result)
    again = sent_again(request) if people else None
    stays = list(Placement.objects.overlapping(today, None).filter(individual__in=people))
    # People without a stay have none to come either.
    to_come = stays_to_come({stay.individual_id for stay in stays}, request.user, today)
    named = {to_come[each.pk]: each for each in people if each.pk in to_come}
    later = {stay: person for stay, person in named.items() if stay.starts_on > today}
    missed = [(stay, person) for stay, person in named.items() if stay not in later]
    data = request.POST or again or request.GET or _defaults(waiting or people, stays, later, today)
    plan = PlanForm(data, people=people, sites=sites)
    until = plan.leaves_on if plan.is_valid() else None
    record_read("family_without_bed.read", by=request.user, about=case)
    return render(
        request,
        "shelters/placement_place.html",
        {
            "case": case,
            # Viewing who waits is a view of the file.
            "file_head": head_of(case, request.user),
            "people": people_in_words(request, case, people),
            "form": form,
            "title": _("Give a place"),
            "sites": sites,
            "later": _later_in_words(later),
            "missed": [(*each, *to_come_in_words(each[1:], to_come, today)) for each in missed],
            **offers_context(request, case, plan, until=until, again=again),
        },
    )


def _placed(request: StaffRequest, stays: Sequence[Placement]) -> HttpResponse:
    say_done(request, placed_in_words(stays, today=request.user.today()), PLACED, stays)
    return redirect(night_address(stays[0], request.user.today()))


def night_address(stay: Placement, today: datetime.date) -> str:
    """The page of the night on which the stay begins; tonight's if it has begun."""
    address = reverse("site-night", args=[stay.site_id])
    return f"{address}?on={stay.starts_on.isoformat()}" if stay.starts_on > today else address


def search_url(
    request: StaffRequest, people: Sequence[Individual], sites: SiteQuerySet
) -> str | None:
    """The URL of the search, to redirect to, so that going back resubmits nothing. None unless a search was sent.

    None too for an invalid plan or a written reason: they are shown again in the response, and are in no URL.
    """
    sent = request.POST
    if LOOK not in sent or sent.get("reason", "").strip():
        return None
    if not PlanForm(sent, people=people, sites=sites).is_valid():
        return None
    query = QueryDict(mutable=True)
    for name in URL_FIELDS:
        if values := [value for value in sent.getlist(name) if value]:
            query.setlist(name, values)
    if EVERY_SITE in (*sent, sent[LOOK]):
        query[EVERY_SITE] = "1"
    anchor = f"#{FURTHER}" if sent[LOOK] == EVERY_SITE else ""
    return f"{request.path}?{query.urlencode()}{anchor}"


def number_of(stays: Sequence[Placement]) -> str:
    """`3 people`: the number of stays, because each member of a family has their own."""
    count = len(stays)
    return ngettext("%(count)s person", "%(count)s people", count) % {"count": count}


def say_done(
    request: StaffRequest, sentence: str, act: StayAct, stays: Sequence[Placement]
) -> None:
    """Adds the message after the act, with a link that undoes it for everybody. The link names the first of the family."""
    first = min(stays, key=lambda stay: stay.individual.number)
    address = reverse("placement-undo", args=[first.pk])
    link = format_html('{} <a href="{}">{}</a>', sentence, address, act.to_undo)
    messages.success(request, link)


def people_in_words(
    request: StaffRequest, case: Case, people: Sequence[Individual]
) -> list[tuple[Individual, str, list[str | Promise]]]:
    """The people, each with their age and with the needs that the user may know."""
    today = request.user.today()
    seen = Individual.objects.visible_to(request.user, Permission.NEED_FLAGS)
    keys = seen.filter(pk__in=[person.pk for person in people]).values_list("pk", flat=True)
    wanted = SpecificNeed.objects.room_needs_of(keys, today) if holds(case, SpecificNeed) else {}
    return [
        (
            person,
            age_in_words(person.birth, today, with_unit=True),
            [need.label for need in wanted.get(person.pk, [])],
        )
        for person in people
    ]


def _sites(request: StaffRequest) -> SiteQuerySet:
    rows: SiteQuerySet = Site.objects.visible_to(request.user, Permission.PLACEMENT_CHANGE)
    return rows


def _later_in_words(later: Mapping[Placement, Individual]) -> list[str]:
    """`Luz, Eider: Hotel Puente, from 30 Nov on`: grouped by place."""
    names: dict[tuple[str, datetime.date], list[str]] = {}
    for stay, person in later.items():
        names.setdefault((stay.site.name, stay.starts_on), []).append(person.display_name)
    return [
        _("%(who)s: a place at %(site)s from %(day)s on, and none until then.")
        % {"who": ", ".join(who), "site": site, "day": short_date(day)}
        for (site, day), who in names.items()
    ]


def _defaults(
    people: Sequence[Individual],
    stays: Sequence[Placement],
    later: Iterable[Placement],
    today: datetime.date,
) -> dict[str, Any]:
    """The initial plan: everybody, from tonight until a later stay begins.

    People who wait at a site without a bed keep their planned day of leaving.
    """
    here = [stay for stay in stays if stay.has_arrived or stay.starts_on == today]
    planned = {stay.planned_end_on for stay in here if stay.starts_on <= today}
    days = [*(planned if len(planned) == 1 else ()), *(stay.starts_on for stay in later)]
    leaves_on = min((day for day in days if day), default=None)
    return {
        "people": [str(person.pk) for person in people],
        "starts_on": today.isoformat(),
        "planned_end_on": leaves_on.isoformat() if leaves_on else "",
    }


def search_for(
    request: StaffRequest,
    case: Case,
    plan: PlanForm,
    sites: Iterable[Site],
    *,
    until: datetime.date | None,
    leaves: uuid.UUID | None = None,
) -> Search:
    """The search for a valid plan at these sites."""
    night = plan.cleaned_data["starts_on"]
    return Search(
        case,
        plan.chosen,
        sites=[site for site in sites if site.is_open_on(night)],
        night=night,
        until=until if until and until > night else None,
        reader=request.user,
        leaves=leaves,
    )


def offers_context(
    request: StaffRequest,
    case: Case,
    plan: PlanForm,
    *,
    until: datetime.date | None,
    again: QueryDict | None,
    leaves: uuid.UUID | None = None,
) -> dict[str, Any]:
    """The template context of a plan: free beds, site by site; none while the plan is invalid.

    Keeps choices and text, whichever button was pressed. `again` is a form sent once more after a log-out: beds that it
    chose and that are no longer offered are not replaced. `leaves` is a site proposed last. Of many sites it shows the
    best, or all with `EVERY_SITE`.
    """
    written = again or request.POST
    sent = written or request.GET
    shows_every_site = EVERY_SITE in sent or sent.get(LOOK) == EVERY_SITE
    form_state = {
        "plan": plan,
        "reason": WithReason(written or None)["reason"],
        "site_chosen": sent.get("site", ""),
        "is_without_bed": WITHOUT_BED in written,
        "shows_every_site": shows_every_site,
    }
    if not plan.is_valid():
        return {**form_state, "offers": [], "size": 0}
    wanted = plan.sites_wanted()
    search = search_for(request, case, plan, wanted, until=until, leaves=leaves)
    offers = search.offers(most_sites=None if shows_every_site else MOST_SITES)
    keys = [each.run.key for site in offers for each in site.offers]
    run = sent.get("run", "")
    is_gone = bool(again and run) and run not in keys
    return {
        **form_state,
        "offers": offers,
        "by_hand": _by_hand(plan, search),
        "why_none": search.why_none_at(*wanted) if not offers and len(wanted) == 1 else [],
        "further_sites": search.left_out,
        "shown_before": MOST_SITES if shows_every_site else None,
        "shown_now": max(0, len(offers) - MOST_SITES),
        "is_gone": is_gone,
        "picked": run if run in keys or is_gone else next(iter(keys), ""),
        "size": len(plan.chosen),
        "asks_reason": any(each.asks for site in offers for each in site.offers)
        or any(site.money.asks for site in offers),
    }


def _by_hand(plan: PlanForm, search: Search) -> str:
    """These people and nights as parameters of the board."""
    query = {
        "pick": plan.chosen[0].number if plan.chosen else "",
        "who": [person.number for person in plan.chosen],
        "starts": search.night.isoformat(),
        "until": search.until.isoformat() if search.until else "",
    }
    return urlencode(query, doseq=True)
