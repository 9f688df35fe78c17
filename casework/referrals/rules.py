"""The consents that a referral needs, its due day, and the share completed in time (indicator I19)."""

import datetime
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from casework.consents.choices import Purpose
from casework.referrals.choices import OutsideService, ReferralStatus, Urgency
from partners.choices import OrganisationKind

# The number of days within which a referral to a service should be completed. This is an aim of ours, no law.
DAYS_TO_COMPLETE: dict[str, int] = {
    OutsideService.HEALTH: 7,
    OutsideService.MENTAL_HEALTH: 14,
    OutsideService.LEGAL: 14,
    OutsideService.EDUCATION: 30,
    OutsideService.LIVELIHOOD: 30,
    OutsideService.SHELTER: 3,
    OutsideService.CASH: 14,
    OutsideService.TRACING: 30,
    OutsideService.OTHER: 30,
}

# The most days for an urgency, if the service allows more.
MOST_DAYS: dict[str, int] = {Urgency.NORMAL: 365, Urgency.SOON: 7, Urgency.URGENT: 2}

PURPOSE_BY_SERVICE = {
    OutsideService.HEALTH: Purpose.HEALTH,
    OutsideService.MENTAL_HEALTH: Purpose.HEALTH,
    OutsideService.LEGAL: Purpose.LEGAL_AID,
}

PURPOSE_BY_RECIPIENT = {
    OrganisationKind.STATE: Purpose.GOVERNMENT,
    OrganisationKind.FORCES: Purpose.GOVERNMENT,
    OrganisationKind.UN: Purpose.UNHCR,
}


def purposes_of(service: str, organisation_kind: str) -> tuple[Purpose, ...]:
    """Returns the purposes to which the person must consent: that of the service and that of the kind of recipient.

    Both are needed, because consent to legal aid does not include sharing with a ministry. If neither has a purpose of its
    own, it is sharing with an aid organisation.
    """
    purposes = (
        PURPOSE_BY_SERVICE.get(OutsideService(service)),
        PURPOSE_BY_RECIPIENT.get(OrganisationKind(organisation_kind)),
    )
    return tuple(filter(None, purposes)) or (Purpose.AID_ORGANISATION,)


def due_on(service: str, urgency: str, sent_on: datetime.date) -> datetime.date:
    """Returns the day by which the service should be completed."""
    days = min(DAYS_TO_COMPLETE[service], MOST_DAYS[urgency])
    return sent_on + datetime.timedelta(days=days)


@dataclass(frozen=True)
class SentReferral:
    """The facts of one sent referral that indicator I19 counts."""

    service: str
    status: str
    status_on: datetime.date
    due_on: datetime.date


@dataclass(frozen=True)
class ServiceFigure:
    """Indicator I19 for one service, without drafts. `no_answer` counts overdue referrals without an answer."""

    service: str
    made: int
    completed_in_time: int
    completed_late: int
    declined: int
    no_answer: int
    under_way: int

    @property
    def share_in_time(self) -> float | None:
        """The share completed in time, of all that were made; None if none was made."""
        return self.completed_in_time / self.made if self.made else None


def referral_figures(outcomes: Iterable[SentReferral], today: datetime.date) -> list[ServiceFigure]:
    """Returns indicator I19: a figure for each service with referrals, in the order of OutsideService.

    A referral that was taken back counts in `made` only.
    """
    by_service: dict[str, Counter[str]] = {}
    for outcome in outcomes:
        if outcome.status == ReferralStatus.DRAFT:
            continue
        of_service = by_service.setdefault(outcome.service, Counter())
        of_service["made"] += 1
        of_service[_outcome_counted(outcome, today)] += 1
    return [
        ServiceFigure(
            service,
            counted["made"],
            counted["completed_in_time"],
            counted["completed_late"],
            counted["declined"],
            counted["no_answer"],
            counted["under_way"],
        )
        for service in OutsideService.values
        if (counted := by_service.get(service))
    ]


def _outcome_counted(outcome: SentReferral, today: datetime.date) -> str:
    match outcome.status:
        case ReferralStatus.COMPLETED:
            in_time = outcome.status_on <= outcome.due_on
            return "completed_in_time" if in_time else "completed_late"
        case ReferralStatus.REFUSED:
            return "declined"
        case ReferralStatus.SENT if today > outcome.due_on:
            return "no_answer"
        case ReferralStatus.SENT | ReferralStatus.ACCEPTED:
            return "under_way"
    return "taken_back"
