"""Families that arrived together: proposes beds for each, and places all of them at once."""

import datetime
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.arrivals.groups import cases_of_group
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.forms import ActionForm, DateField
from shelters.access import waiting_in_sight
from shelters.actions import placements
from shelters.actions.acts import PLACED
from shelters.beds_for_family import Search, waiting_members
from shelters.forms.placements import LEAVES_ON_HELP, BedsForm
from shelters.models import Placement, Site
from shelters.neighbours import SleepingPlace
from shelters.offers import BedOffer, SiteOffers
from shelters.placed import placed_in_words
from shelters.querysets.families import is_waiting_of_group, with_waiting
from shelters.querysets.site import SiteQuerySet
from shelters.views.families import say_done

# For more sites than these, use the page of a single family.
MOST_SITES = 3

# Each proposal costs several statements, so a large bus has several pages.
FAMILIES_ON_A_PAGE = 10


class NightsForm(ActionForm):
    """Asks for the day on which all of them leave. The first night is tonight."""

    planned_end_on = DateField(label=_("They leave on"), required=False, help_text=LEAVES_ON_HELP)


@dataclass
class Proposal:
    """The proposal for one family. `why` says why there is none, or why the last answer was refused."""

    case: Case
    people: Sequence[Individual]
    offers: list[SiteOffers] = field(default_factory=list)
    picked: str = ""
    why: Sequence[str] = ()

    @property
    def field_name(self) -> str:
        """The name of the form field that contains the choice."""
        return f"run-{self.case.pk}"

    @property
    def others(self) -> list[tuple[SiteOffers, BedOffer]]:
        """The offers other than the picked one. Those that need a reason are only on the page of the family."""
        return [
            (site, offer) for site, offer in self.without_reason if offer.run.key != self.picked
        ]

    @property
    def without_reason(self) -> list[tuple[SiteOffers, BedOffer]]:
        """The offers that need no reason."""
        return [
            (site, each)
            for site in self.offers
            for each in site.offers
            if not (each.asks or site.money.asks)
        ]


@permission_required(Permission.PLACEMENT_CHANGE)
def group_place(request: StaffRequest, group: uuid.UUID) -> HttpResponse:
    """Places each family completely or not at all. A refused one does not block the others."""
    user, today = request.user, request.user.today()
    families = waiting_in_sight(user, Permission.PLACEMENT_CHANGE)
    families = families.filter(is_waiting_of_group(group, today))
    if not cases_of_group(Case.objects.visible_to(user, Permission.CASE_CARD), group, today):
        raise Http404
    may_read = user.holds(Permission.CASE_READ)
    back = (
        reverse("arrival-group", args=[group]) if may_read else reverse("family-without-bed-list")
    )
    in_line = list(with_waiting(families, today).in_line())
    page = Paginator(in_line, FAMILIES_ON_A_PAGE).get_page(request.GET.get("page"))
    waiting = list(page)
    visible: SiteQuerySet = Site.objects.visible_to(user, Permission.PLACEMENT_CHANGE)
    sites = visible.open_on(today).select_related("municipality")
    nights = NightsForm(request.POST or None)
    refused: dict[uuid.UUID, list[str]] = {}
    if request.method == "POST" and nights.is_valid():
        refused = _placed(request, in_line, sites, nights.cleaned_data["planned_end_on"])
        if not refused:
            return redirect(request.path if page.has_other_pages() else back)
        left_out = [case for case in waiting if not _has_choice(request, case)]
        waiting = [case for case in in_line if case.pk in refused or case in left_out]
    details = {"group": str(group), "cases": len(waiting), "page": str(page.number)}
    record_read("family_without_bed.list_read", by=user, details=details)
    return render(
        request,
        "shelters/placement_together.html",
        {
            "nights": nights,
            "page_obj": page,
            "lines": _proposed(request, waiting, list(sites), refused),
            "back": back,
        },
    )


def _has_choice(request: StaffRequest, case: Case) -> bool:
    return bool(request.POST.get(Proposal(case, ()).field_name))


def _placed(
    request: StaffRequest, cases: Sequence[Case], sites: SiteQuerySet, until: datetime.date | None
) -> dict[uuid.UUID, list[str]]:
    """Places every family with chosen beds. Returns the sentences of each refusal, by case."""
    today = request.user.today()
    refused: dict[uuid.UUID, list[str]] = {}
    for case in cases:
        if not _has_choice(request, case):
            continue
        people = waiting_members(case, today)
        sent = {
            "people": [str(person.pk) for person in people],
            "starts_on": today.isoformat(),
            "planned_end_on": until.isoformat() if until else "",
            "run": request.POST[Proposal(case, people).field_name],
        }
        form = BedsForm(sent, people=people, sites=sites, user=request.user)
        if form.is_valid() and form.does(placements.place_family, case, by=request.user):
            say_done(request, placed_in_words(form.result, today=today), PLACED, form.result)
        else:
            refused[case.pk] = [str(each) for errors in form.errors.values() for each in errors]
    return refused


def _proposed(
    request: StaffRequest,
    cases: Sequence[Case],
    sites: list[Site],
    refused: Mapping[uuid.UUID, list[str]],
) -> list[Proposal]:
    """A proposal for each family, without the beds that are proposed to the families before it."""
    today = request.user.today()
    lines, given = list[Proposal](), dict[uuid.UUID, SleepingPlace]()
    for case in cases:
        people = waiting_members(case, today)
        line = Proposal(case, people, why=refused.get(case.pk, ()))
        lines.append(line)
        if Placement.objects.overlapping(today, None).filter(individual__in=people).exists():
            line.why = [_("Somebody of this family has a place for some nights already.")]
            continue
        search = Search(
            case, people, sites=sites, night=today, until=None, reader=request.user, given=given
        )
        line.offers = search.offers(most_sites=MOST_SITES)
        if not line.without_reason and not line.why:
            line.why = _why_none(line)
        was_left_out = request.method == "POST" and not _has_choice(request, case)
        if line.without_reason and not was_left_out:
            best = line.without_reason[0][1].run
            line.picked, given = best.key, search.given_with(best)
    return lines


def _why_none(line: Proposal) -> list[str]:
    asks = [sentence for site in line.offers for offer in site.offers for sentence in offer.asks]
    if line.offers:
        return [_("Every place that is free for them asks for a reason."), *dict.fromkeys(asks)]
    return [_("No site has so many free beds tonight that would be safe for them.")]
