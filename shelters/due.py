"""What falls due in shelters: paid nights, contracts, planned ends, surge reviews, beds that come back."""

import datetime
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, CharField, F, QuerySet, UUIDField, Value, When
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.permissions import Permission
from shelters.models import Bed, BedClosure, Placement, Site

# What is over for longer is settled or has a successor.
SHOWN_AFTERWARDS = datetime.timedelta(days=30)


@dataclass(frozen=True)
class Source:
    """An entry of DUE_SOURCES about one date field. `rows_on` says which rows still matter on a day."""

    kind: str
    title: str | Promise
    permission: Permission
    about: Any
    date: str
    office: str
    rows_on: Callable[[datetime.date], QuerySet[Any]]
    say: Callable[[Any], str]
    related: tuple[str, ...] = ()
    case: str = ""
    overdue: str = "warn"

    def rows(self, today: datetime.date) -> Any:
        """The fixed columns of everything with a day, from a month ago on."""
        severity = Case(
            When(**{f"{self.date}__lt": today}, then=Value(self.overdue)),
            default=Value("warn"),
            output_field=CharField(),
        )
        return (
            self.rows_on(today)
            .filter(**{f"{self.date}__gte": today - SHOWN_AFTERWARDS})
            .order_by()
            .values_list(
                Value(self.kind, CharField()),
                self.date,
                Value(self.about._meta.label_lower, CharField()),
                "pk",
                F(self.case) if self.case else Value(None, UUIDField()),
                Value(str(self.permission), CharField()),
                self.office,
                severity,
            )
        )

    def sentence(self, about_ids: Iterable[Any]) -> dict[Any, str]:
        """What it is about: sites, rooms and numbers, never a name."""
        rows = self.about._default_manager.select_related(*self.related)
        return {row.pk: self.say(row) for row in rows.filter(pk__in=about_ids)}


paid_until = Source(
    kind="site_paid_until",
    title=gettext_lazy("Paid nights end"),
    permission=Permission.OCCUPANCY_READ,
    about=Site,
    date="paid_until",
    office="office_id",
    rows_on=lambda today: Site.objects.open_on(today),
    say=lambda site: _("%(site)s: nights paid until here") % {"site": site},
    overdue="trouble",
)
contracts_ending = Source(
    kind="site_contract_ends",
    title=gettext_lazy("Contract of a site ends"),
    permission=Permission.OCCUPANCY_READ,
    about=Site,
    date="contract_ends_on",
    office="office_id",
    rows_on=lambda today: Site.objects.open_on(today),
    say=lambda site: _("%(site)s: the contract ends") % {"site": site},
    overdue="trouble",
)
stays_ending = Source(
    kind="stay_ends",
    title=gettext_lazy("Planned end of a stay"),
    permission=Permission.PLACEMENT_READ,
    about=Placement,
    date="planned_end_on",
    office="site__office_id",
    case="case_id",
    related=("individual", "site"),
    rows_on=lambda today: Placement.objects.standing().filter(ends_on=None),
    say=lambda stay: (
        _("%(number)s leaves %(site)s")
        % {
            "number": stay.individual.number,
            "site": stay.site,
        }
    ),
)
surge_reviews = Source(
    kind="surge_review",
    title=gettext_lazy("Review of a surge place"),
    permission=Permission.BED_CHANGE,
    about=Bed,
    date="review_on",
    office="room__site__office_id",
    related=("room__site",),
    rows_on=lambda today: Bed.objects.surge().standing_on(today),
    say=lambda bed: (
        _("%(site)s, %(room)s: surge place %(bed)s")
        % {
            "site": bed.room.site,
            "room": bed.room,
            "bed": bed,
        }
    ),
)
beds_back = Source(
    kind="bed_back",
    title=gettext_lazy("Bed back in service"),
    permission=Permission.BED_CHANGE,
    about=BedClosure,
    date="ends_on",
    office="bed__room__site__office_id",
    related=("bed__room__site",),
    rows_on=lambda today: BedClosure.objects.filter(ends_on__gte=today),
    say=lambda closure: (
        _("%(site)s, %(room)s: bed %(bed)s")
        % {
            "site": closure.bed.room.site,
            "room": closure.bed.room,
            "bed": closure.bed,
        }
    ),
)
