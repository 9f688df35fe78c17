"""Querysets of what is agreed and paid for sites. Every day can be asked, past and to come."""

import datetime
from typing import Self

from django.db.models import Exists, OuterRef, Q

from shelters.querysets.site import OfSiteQuerySet


class SiteRowQuerySet(OfSiteQuerySet):
    def standing(self) -> Self:
        """Rows that were not recorded by mistake."""
        return self.filter(is_mistake=False)


class SiteContractQuerySet(SiteRowQuerySet):
    def on(self, night: datetime.date) -> Self:
        """Contracts that cover that night."""
        open_end = Q(ends_on=None) | Q(ends_on__gt=night)
        return self.standing().filter(open_end, starts_on__lte=night)

    def not_continued(self) -> Self:
        """Contracts with an end after which no other contract of the site covers the next night."""
        others = self.model._default_manager.standing().filter(site=OuterRef("site"))
        next_night = others.filter(
            Q(ends_on=None) | Q(ends_on__gt=OuterRef("ends_on")), starts_on__lte=OuterRef("ends_on")
        )
        return self.standing().filter(~Exists(next_night), ends_on__isnull=False)


class SitePaymentQuerySet(SiteRowQuerySet):
    def made_by(self, day: datetime.date) -> Self:
        """Payments made until that day."""
        return self.standing().filter(paid_on__lte=day)


class SiteBillQuerySet(SiteRowQuerySet):
    def owed_on(self, day: datetime.date) -> Self:
        """Bills that had come by that day and were not settled then."""
        unsettled = Q(settled_on=None) | Q(settled_on__gt=day)
        return self.standing().filter(unsettled, billed_on__lte=day)


class SiteNoticeQuerySet(SiteRowQuerySet):
    def in_force(self, day: datetime.date) -> Self:
        """Notices received by that day and not withdrawn then."""
        is_kept = Q(withdrawn_on=None) | Q(withdrawn_on__gt=day)
        return self.standing().filter(is_kept, received_on__lte=day)
