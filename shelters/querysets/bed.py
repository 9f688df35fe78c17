"""Querysets of beds: existing, in service and free."""

import datetime
from collections.abc import Collection
from typing import Any, Self

from django.db.models import (
    BooleanField,
    Exists,
    ExpressionWrapper,
    F,
    FilteredRelation,
    OuterRef,
    Q,
)

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import related_manager, visible_keys
from shelters.choices import BedKind
from shelters.querysets.natural import natural_order
from vault.querysets import LockingQuerySet

# A closure stays on the page of its site for this long after its end, so that it can be corrected.
SHOWN_AFTERWARDS = datetime.timedelta(days=30)


def _stands_on(night: datetime.date) -> Q:
    """Condition on beds: the bed exists that night, and its site is open."""
    return Q(
        Q(closed_on=None) | Q(closed_on__gt=night),
        Q(room__site__closed_on=None) | Q(room__site__closed_on__gt=night),
        opened_on__lte=night,
        room__site__opened_on__lte=night,
    )


class BedQuerySet(LockingQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.SITE_READ) -> Self:
        return self.filter(
            room__site__in=visible_keys(related_manager(self, "room__site"), user, permission)
        )

    def in_order(self) -> Self:
        room, bed = natural_order("room__name"), natural_order("name")
        return self.order_by("room__site__name", "room__floor", *room, "position", *bed)

    def surge(self) -> Self:
        return self.filter(kind=BedKind.SURGE)

    def standing_on(self, night: datetime.date) -> Self:
        """Beds that exist at an open site on that night, in service or not."""
        return self.filter(_stands_on(night))

    def of_night(self, night: datetime.date) -> Any:
        """Beds that exist that night, and any other bed in which somebody sleeps.

        Adds `is_standing`, `is_taken`, and `closure`, the closure that night, if any.
        """
        stays = related_manager(self, "placements").sleeping_on(night).filter(bed=OuterRef("pk"))
        closed = Q(closures__ends_on=None) | Q(closures__ends_on__gt=night)
        rows = self.annotate(
            is_standing=ExpressionWrapper(_stands_on(night), BooleanField()),
            is_taken=Exists(stays),
            closure=FilteredRelation(
                "closures", condition=closed & Q(closures__starts_on__lte=night)
            ),
        )
        return rows.filter(Q(is_standing=True) | Q(is_taken=True)).select_related("closure")

    def in_service_on(self, night: datetime.date) -> Self:
        closures = related_manager(self, "closures").on(night)
        return self.standing_on(night).filter(~Exists(closures.filter(bed=OuterRef("pk"))))

    def untaken_on(self, night: datetime.date) -> Self:
        stays = related_manager(self, "placements").sleeping_on(night)
        return self.filter(~Exists(stays.filter(bed=OuterRef("pk"))))

    def free_on(self, night: datetime.date) -> Self:
        return self.in_service_on(night).untaken_on(night)

    def free_from(
        self,
        starts_on: datetime.date,
        planned_end_on: datetime.date | None,
        *,
        at: Collection[Any] | None = None,
        holder: Any = None,
    ) -> Self:
        """Beds that are free and in service on every planned night, and not held for a call by anybody but `holder`.

        Without a planned end they are free from that night on, and in service on it. `at` limits them to these sites, whose
        stays are then looked up once, and not for each of 5,000 beds.
        """
        stays = related_manager(self, "placements").overlapping(starts_on, planned_end_on)
        closures = related_manager(self, "closures").overlapping(
            starts_on, planned_end_on or starts_on + datetime.timedelta(days=1)
        )
        held = related_manager(self, "holds").active().overlapping(starts_on, planned_end_on)
        held = held.of_others(holder).filter(bed=OuterRef("pk"))
        beds, is_taken = self, Q(Exists(stays.filter(bed=OuterRef("pk"))))
        if at is not None:
            beds = self.filter(room__site__in=at)
            is_taken = Q(pk__in=stays.filter(site__in=at).exclude(bed=None).values("bed"))
        return beds.in_service_on(starts_on).filter(
            ~is_taken, ~Exists(held), ~Exists(closures.filter(bed=OuterRef("pk")))
        )


class BedClosureQuerySet(LockingQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.SITE_READ) -> Self:
        return self.filter(
            bed__room__site__in=visible_keys(
                related_manager(self, "bed__room__site"), user, permission
            )
        )

    def on(self, night: datetime.date) -> Self:
        return self.filter(Q(ends_on=None) | Q(ends_on__gt=night), starts_on__lte=night)

    def of_some_night(self) -> Self:
        """Closures that cover a night: not those that ended on their first night, or were recorded by mistake."""
        return self.exclude(ends_on=F("starts_on"))

    def shown_on(self, day: datetime.date) -> Self:
        """For a site's page: closures that are current, to come, or ended recently."""
        return self.filter(Q(ends_on=None) | Q(ends_on__gt=day - SHOWN_AFTERWARDS))

    def overlapping(self, first: datetime.date, last: datetime.date | None) -> Self:
        """Closures on a night of [first, last); an open end has no limit."""
        rows = self.of_some_night().filter(Q(ends_on=None) | Q(ends_on__gt=first))
        return rows if last is None else rows.filter(starts_on__lt=last)
