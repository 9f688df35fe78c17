"""What falls due in shelters: paid nights, contracts, planned ends, surge reviews, beds that come back."""

import datetime
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.db.models import Count, F, OuterRef, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import due
from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.assignment import CaseAssignment
from pages.dates import short_date
from shelters.incidents import slots as site_incidents
from shelters.models import Bed, BedClosure, Placement, Site, SiteContract, SiteNotice
from shelters.querysets.placement import day_there
from shelters.rules.stays import ONE_NIGHT

# A move is news for this long.
NEWS_FOR = datetime.timedelta(days=3)
# Dates that passed longer ago are settled, or a later date replaces them.
SHOWN_AFTERWARDS = datetime.timedelta(days=30)
THE_CONTRACT = due.DueAction(
    gettext_lazy("Contract and payments"), "site-contract", Permission.OCCUPANCY_READ
)
PLAN = due.DueAction(gettext_lazy("Plan the moves"), "move-plan-make", Permission.PLACEMENT_CHANGE)
PAY = due.DueAction(
    gettext_lazy("Record a payment"), "site-payment-record", Permission.SITE_PAYMENT_CHANGE
)
SIGN = due.DueAction(
    gettext_lazy("Record a contract"), "site-contract-record", Permission.SITE_CHANGE
)


def _sleepers(sites: Iterable[Any], today: datetime.date) -> dict[Any, due.Reached]:
    """How many people and families have a place at these sites tonight."""
    stays = Placement.objects.sleeping_on(today).filter(site__in=list(sites)).order_by()
    rows = stays.values_list("site").annotate(
        Count("individual", distinct=True), Count("case", distinct=True)
    )
    return {site: due.Reached(people, families) for site, people, families in rows}


paid_until = due.Source(
    kind="site_paid_until",
    title=gettext_lazy("Paid nights end"),
    permission=Permission.OCCUPANCY_READ,
    about=Site,
    date="paid_until",
    office="office_id",
    rows_on=lambda today: Site.objects.open_on(today),
    say=lambda site: _("%(site)s: first night that is not paid") % {"site": site},
    who=str,
    shown_afterwards=SHOWN_AFTERWARDS,
    actions=(THE_CONTRACT, PLAN, PAY),
    ends_aid=lambda site, day: (
        _("The paid nights of %(site)s end on %(day)s") % {"site": site, "day": day}
    ),
    reached=_sleepers,
)
contracts_ending = due.Source(
    kind="site_contract_ends",
    title=gettext_lazy("Contract of a site ends"),
    permission=Permission.OCCUPANCY_READ,
    about=Site,
    key="site_id",
    date="ends_on",
    office="site__office_id",
    rows_on=lambda today: SiteContract.objects.not_continued().filter(
        site__in=Site.objects.open_on(today)
    ),
    say=lambda site: _("%(site)s: first night without contract") % {"site": site},
    who=str,
    shown_afterwards=SHOWN_AFTERWARDS,
    actions=(THE_CONTRACT, PLAN, SIGN),
    ends_aid=lambda site, day: (
        _("The contract of %(site)s ends on %(day)s") % {"site": site, "day": day}
    ),
    reached=_sleepers,
)
notices_to_leave = due.Source(
    kind="site_notice",
    title=gettext_lazy("Notice to leave a site"),
    permission=Permission.OCCUPANCY_READ,
    about=Site,
    date="must_leave_on",
    office="office_id",
    rows_on=lambda today: Site.objects.exclude(must_leave_on=None).exclude(closed_on__lte=today),
    say=lambda site: _("%(site)s: nobody may stay from this night on") % {"site": site},
    who=str,
    what=lambda site: _("nobody may stay from this night on"),
    shown_afterwards=SHOWN_AFTERWARDS,
    actions=(THE_CONTRACT, PLAN),
    ends_aid=lambda site, day: (
        _("Everybody must leave %(site)s by %(day)s") % {"site": site, "day": day}
    ),
    reached=_sleepers,
)


def _recorded_by_others(rows: Any, user: User) -> Any:
    """The notices at sites of the user that somebody else recorded."""
    return rows.visible_to(user, Permission.OCCUPANCY_READ).exclude(recorded_by=user)


# Tells users who run or supervise the site within a minute, except the colleague who recorded it.
notices_given = due.Source(
    kind="site_notice_given",
    title=gettext_lazy("A site gave notice to leave"),
    permission=Permission.OCCUPANCY_READ,
    about=Site,
    key="site_id",
    date="leaves_on",
    office="site__office_id",
    rows_on=lambda today: SiteNotice.objects.in_force(today).filter(
        recorded_at__date__gte=today - NEWS_FOR
    ),
    say=lambda site: (
        _("%(site)s: notice to leave; the night of %(day)s is the last")
        % {"site": site, "day": short_date(site.must_leave_on - ONE_NIGHT)}
        if site.must_leave_on
        else _("%(site)s: the notice to leave was withdrawn") % {"site": site}
    ),
    read_by=_recorded_by_others,
    is_news=True,
    is_urgent=True,
)
stays_ending = due.Source(
    kind="stay_ends",
    title=gettext_lazy("Planned day of leaving"),
    permission=Permission.PLACEMENT_READ,
    about=Placement,
    date="planned_end_on",
    office="site__office_id",
    case="case_id",
    related=("individual", "site"),
    rows_on=lambda today: Placement.objects.standing().filter(ends_on=None, allowed_until=None),
    say=lambda stay: (
        _("%(number)s leaves %(site)s") % {"number": stay.individual.number, "site": stay.site}
    ),
    person="individual_id",
    what=lambda stay: _("leaves %(site)s") % {"site": stay.site},
    overdue=due.WARN,
    shown_afterwards=SHOWN_AFTERWARDS,
    actions=(
        due.DueAction(gettext_lazy("Extend"), "placement-extend", Permission.PLACEMENT_CHANGE),
        due.DueAction(gettext_lazy("See the stay"), "placement-detail", Permission.PLACEMENT_READ),
    ),
    shown_in_panel="stay",
    happens_on=lambda stay: stay.planned_end_on,
    another_day=due.DueAction(
        gettext_lazy("Extend"), "placement-extend", Permission.PLACEMENT_CHANGE
    ),
)
# What `stays_ending` says of the planned day, of who may stay past it until another one.
stays_allowed = replace(
    stays_ending,
    kind="stay_allowed",
    title=gettext_lazy("Permission to stay past the plan ends"),
    date="allowed_until",
    rows_on=lambda today: Placement.objects.standing().filter(
        ends_on=None, allowed_until__isnull=False
    ),
    what=lambda stay: _("may stay at %(site)s until that day") % {"site": stay.site},
    happens_on=None,
    another_day=None,
)
provisional_places = due.Source(
    kind="stay_provisional",
    title=gettext_lazy("Provisional place to confirm"),
    permission=Permission.PLACEMENT_READ,
    about=Placement,
    date="lapses_on",
    office="site__office_id",
    case="case_id",
    related=("individual", "site"),
    rows_on=lambda today: (
        Placement.objects.standing()
        .filter(provisional_until__isnull=False, checked_in_at=None, ends_on=None)
        .annotate(lapses_on=day_there(F("provisional_until"), "site__office__time_zone"))
    ),
    say=lambda stay: (
        _("the place of %(number)s at %(site)s is provisional")
        % {"number": stay.individual.number, "site": stay.site}
    ),
    person="individual_id",
    what=lambda stay: _("confirm the place at %(site)s") % {"site": stay.site},
    overdue=due.WARN,
    shown_afterwards=SHOWN_AFTERWARDS,
    actions=(
        due.DueAction(gettext_lazy("Confirm"), "placement-confirm", Permission.PLACEMENT_CHANGE),
        due.DueAction(gettext_lazy("See the stay"), "placement-detail", Permission.PLACEMENT_READ),
    ),
    shown_in_panel="stay",
)
surge_reviews = due.Source(
    kind="surge_review",
    title=gettext_lazy("Review of a surge place"),
    permission=Permission.BED_CHANGE,
    about=Bed,
    date="review_on",
    office="room__site__office_id",
    related=("room__site",),
    # Places that will be removed need no review.
    rows_on=lambda today: Bed.objects.surge().standing_on(today).filter(closed_on=None),
    say=lambda bed: (
        _("%(site)s, %(room)s: surge place %(bed)s")
        % {"site": bed.room.site, "room": bed.room, "bed": bed}
    ),
    who=lambda bed: str(bed.room.site),
    what=lambda bed: _("review surge place %(bed)s in %(room)s") % {"bed": bed, "room": bed.room},
    overdue=due.WARN,
    shown_afterwards=SHOWN_AFTERWARDS,
    actions=(due.DueAction(gettext_lazy("Review"), "surge-place-review", Permission.BED_CHANGE),),
)
beds_back = due.Source(
    kind="bed_back",
    title=gettext_lazy("Bed back in service"),
    permission=Permission.BED_CHANGE,
    about=BedClosure,
    date="ends_on",
    office="bed__room__site__office_id",
    related=("bed__room__site",),
    rows_on=lambda today: BedClosure.objects.of_some_night().filter(ends_on__gte=today),
    say=lambda closure: (
        _("%(site)s, %(room)s: bed %(bed)s")
        % {"site": closure.bed.room.site, "room": closure.bed.room, "bed": closure.bed}
    ),
    who=lambda closure: str(closure.bed.room.site),
    what=lambda closure: (
        _("bed %(bed)s in %(room)s is back in service")
        % {"bed": closure.bed, "room": closure.bed.room}
    ),
    overdue=due.WARN,
    shown_afterwards=SHOWN_AFTERWARDS,
    actions=(),
)

sources = (
    paid_until,
    contracts_ending,
    notices_to_leave,
    notices_given,
    stays_ending,
    stays_allowed,
    provisional_places,
    surge_reviews,
    beds_back,
    site_incidents.reviews,
)


def _moved_recently(today: datetime.date) -> Any:
    """Stays that began with a recent move. Adds `assigned_to`, the colleague who looks after the family."""
    assignments = CaseAssignment.objects.on(today).filter(case=OuterRef("case"))
    stays = Placement.objects.standing().filter(
        previous__isnull=False, placed_at__date__gte=today - NEWS_FOR
    )
    return stays.annotate(assigned_to=Subquery(assignments.values("caseworker")[:1]))


stays_moved = due.Source(
    kind="stay_moved",
    title=gettext_lazy("Another bed for a family of yours"),
    permission=Permission.PLACEMENT_READ,
    about=Placement,
    date="starts_on",
    office="site__office_id",
    case="case_id",
    related=("individual", "site"),
    rows_on=_moved_recently,
    say=lambda stay: (
        _("%(number)s sleeps at %(site)s now")
        % {"number": stay.individual.number, "site": stay.site}
    ),
    person="individual_id",
    concerns="assigned_to",
    by="placed_by",
    is_news=True,
)
