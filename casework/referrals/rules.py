"""The consents that a referral needs, its due day, and the share completed in time (I19). Needs no database."""

import datetime
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from casework.consents.choices import Purpose
from casework.referrals.choices import OutsideService, ReferralStatus, Urgency
from partners.choices import OrganisationKind

# The number of days within which a service should be completed. This is an aim, no law.
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

MOST_DAYS: dict[str, int] = {Urgency.NORMAL: 365, Urgency.SOON: 7, Urgency.URGENT: 2}

_BY_SERVICE = {
    OutsideService.HEALTH: Purpose.HEALTH,
    OutsideService.MENTAL_HEALTH: Purpose.HEALTH,
    OutsideService.LEGAL: Purpose.LEGAL_AID,
}

_BY_KIND = {
    OrganisationKind.STATE: Purpose.GOVERNMENT,
    OrganisationKind.FORCES: Purpose.GOVERNMENT,
    OrganisationKind.UN: Purpose.UNHCR,
}


def purposes_of(service: str, organisation_kind: str) -> tuple[Purpose, ...]:
    """Returns all consents that a referral needs: one for the service, if it is health or law, and one for the recipient.

    Consent to legal aid does not include sharing with a ministry.
    """
    purposes = (
        _BY_SERVICE.get(OutsideService(service)),
        _BY_KIND.get(OrganisationKind(organisation_kind)),
    )
    return tuple(filter(None, purposes)) or (Purpose.AID_ORGANISATION,)


def due_on(service: str, urgency: str, sent_on: datetime.date) -> datetime.date:
    """Returns the day by which the service should be completed."""
    days = min(DAYS_TO_COMPLETE[service], MOST_DAYS[urgency])
    return sent_on + datetime.timedelta(days=days)


@dataclass(frozen=True)
class SentReferral:
    """The facts of one sent referral for a figure."""

    service: str
    status: str
    status_on: datetime.date
    due_on: datetime.date


@dataclass(frozen=True)
class ServiceFigure:
    """I19 for one service, without drafts. `no_answer` counts overdue referrals without any answer."""

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
    """I19: how many referrals were made, completed in time, late, declined, unanswered, by service.

    Undone ones count as made and nowhere else.
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
