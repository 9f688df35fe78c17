"""Querysets of referrals to outside services."""

import datetime
from typing import Any, Self

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import related_manager
from casework.asking.sharing import who_may_be_shared
from casework.consents.choices import SAYS_NO, Purpose
from casework.consents.models import Consent
from casework.corrections.steps import StepQuerySet
from casework.referrals.choices import OPEN_REFERRAL, ReferralStatus
from casework.referrals.rules import SentReferral
from casework.register.models.individual import Individual
from casework.register.querysets.case import OfCaseQuerySet
from pages.dates import short_date


class ReferralQuerySet(OfCaseQuerySet):
    read_with = Permission.REFERRAL_READ

    def open(self) -> Self:
        return self.filter(status__in=OPEN_REFERRAL)

    def drafts(self) -> Self:
        """Returns referrals that were written, and not recorded as sent."""
        return self.filter(status=ReferralStatus.DRAFT)

    def overdue(self, today: datetime.date) -> Self:
        """Returns referrals that were sent or accepted, and not completed by the due day."""
        return self.open().filter(due_on__lt=today)

    def drafts_beside(self, referral: Any) -> Self:
        """Returns drafts of the same day for other people of the case, to the same service and organisation."""
        same = self.filter(case=referral.case_id, service=referral.service)
        same = same.filter(organisation=referral.organisation_id, status=ReferralStatus.DRAFT)
        day = timezone.localdate(referral.written_at)
        return same.filter(written_at__date=day).exclude(pk=referral.pk)

    def outcomes(self) -> list[SentReferral]:
        """Returns all sent referrals, for figure I19."""
        sent = self.exclude(status=ReferralStatus.DRAFT).exclude(due_on=None).order_by()
        rows = sent.values_list("service", "status", "status_on", "due_on")
        return [SentReferral(*row) for row in rows]


class ReferralStepQuerySet(StepQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.REFERRAL_READ) -> Self:
        referrals = related_manager(self, "referral").visible_to(user, permission)
        return self.filter(referral__in=referrals)


# The purposes of consent for outside services.
WITH_SERVICES = (
    Purpose.HEALTH,
    Purpose.LEGAL_AID,
    Purpose.AID_ORGANISATION,
    Purpose.UNHCR,
    Purpose.GOVERNMENT,
)


def shareable_purposes(
    people: QuerySet[Individual], today: datetime.date
) -> dict[Any, list[Purpose]]:
    """Returns by key of the person the purposes for which data may be shared today. Makes two queries for each purpose."""
    purposes: dict[Any, list[Purpose]] = {}
    for purpose in WITH_SERVICES:
        for key in who_may_be_shared(people, purpose, today).values_list("pk", flat=True):
            purposes.setdefault(key, []).append(purpose)
    return purposes


def refused_purposes(people: QuerySet[Individual]) -> dict[Any, list[str]]:
    """Returns by key of the person the refused or withdrawn purposes, each in words with the day."""
    purposes = (*WITH_SERVICES, Purpose.STORING)
    rows = Consent.objects.counting().filter(
        individual__in=people, purpose__in=purposes, status__in=SAYS_NO
    )
    refusals: dict[Any, list[str]] = {}
    for row in rows:
        refusal = (
            f"{row.get_purpose_display()}: {row.get_status_display()}, {short_date(row.status_on)}"
        )
        refusals.setdefault(row.individual_id, []).append(refusal)
    return refusals
