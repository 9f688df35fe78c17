"""Querysets of sites and of rows that belong to sites."""

import datetime
from typing import Any, Self

from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import related_manager, visible_keys
from shelters.choices import BedKind
from shelters.querysets.sight import office_ids
from vault.querysets import LockingQuerySet, SealedQuerySet


class SiteQuerySet(LockingQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.SITE_READ) -> Self:
        """Sites of the offices where the user holds the permission. Users who run sites see those of today's postings."""
        posted = related_manager(self, "postings").in_force(user.today()).filter(user=user)
        return self.filter(
            Q(office__in=office_ids(user, permission, posted=False))
            | Q(
                office__in=office_ids(user, permission, posted=True),
                pk__in=posted.values("site"),
            )
        )

    def reach(self, user: User, permission: Permission) -> Any:
        """See `accounts.access.cached_permissions`."""
        return tuple(
            frozenset(office_ids(user, permission, posted=posted)) for posted in (False, True)
        )

    def open_on(self, day: datetime.date) -> Self:
        return self.filter(Q(closed_on=None) | Q(closed_on__gt=day), opened_on__lte=day)

    def with_sleepers(self, night: datetime.date) -> Self:
        """Adds `sleepers`, the people counted asleep there that night, and the places held by others: `kept_places` by
        people who left, `expected_places` by people who have not arrived."""
        stays = related_manager(self, "placements")
        return self.annotate(
            sleepers=_count(stays.asleep_on(night), "site"),
            kept_places=_count(stays.keeping_on(night, is_expected=False), "site"),
            expected_places=_count(stays.keeping_on(night, is_expected=True), "site"),
        )

    def with_occupancy(self, night: datetime.date) -> Self:
        """Adds what `Site.occupancy` needs for that night, counted in the same query."""
        beds = related_manager(self, "rooms__beds").in_service_on(night)
        regular, surge = beds.exclude(kind=BedKind.SURGE), beds.filter(kind=BedKind.SURGE)
        return self.with_sleepers(night).annotate(
            beds_in_service=_count(regular, "room__site"),
            free_beds=_count(regular.untaken_on(night), "room__site"),
            surge_places=_count(surge, "room__site"),
            free_surge_places=_count(surge.untaken_on(night), "room__site"),
        )


def _count(rows: QuerySet[Any], site: str) -> Coalesce:
    counted = (
        rows.filter(**{site: OuterRef("pk")})
        .order_by()
        .values(site)
        .annotate(number=Count("pk"))
        .values("number")
    )
    return Coalesce(Subquery(counted, output_field=IntegerField()), Value(0))


class OfSiteQuerySet(LockingQuerySet):
    """Rows with a foreign key `site`."""

    def visible_to(self, user: User, permission: Permission = Permission.SITE_READ) -> Self:
        return self.filter(site__in=visible_keys(related_manager(self, "site"), user, permission))


class SiteAddressQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.PLACEMENT_CHANGE) -> Self:
        return self.filter(site__in=visible_keys(related_manager(self, "site"), user, permission))


class PostingQuerySet(OfSiteQuerySet):
    def in_force(self, on: datetime.date) -> Self:
        """Postings in force on that day: `ends_on` is the first day without."""
        return self.filter(Q(ends_on=None) | Q(ends_on__gt=on), starts_on__lte=on)
