"""States that meet a term of a claim, and the reference rules that compute the validity of permits.

`PathwayStage` has the terms that a stage starts and their rules; `DeadlineRule` has the lengths.
"""

import datetime
from typing import Protocol

from asylum.pathways.choices import GRANTS, ApplicationStatus, DeadlineKind, PermitType

_S = ApplicationStatus
# The rule for the time to apply, which runs from the entry even without a claim.
FILING_RULE = "refugee-application"
# The rule for registering a visa and asking for the foreigner's card.
VISA_REGISTRATION_RULE = "visa-registration"

STATES_THAT_MEET: dict[str, frozenset[str]] = {
    DeadlineKind.FILE: frozenset({_S.LODGED}),
    DeadlineKind.ADMISSION: frozenset({_S.ADMITTED, _S.INADMITTED, _S.REFUSED}),
    DeadlineKind.RATIFY: frozenset(),
    DeadlineKind.INTERVIEW: frozenset({_S.INTERVIEWED}),
    DeadlineKind.APPEAL: frozenset({_S.APPEALED}),
    DeadlineKind.VISA: frozenset(),
    DeadlineKind.LEAVE: frozenset(),
    DeadlineKind.RULING: frozenset({_S.REOPENED, _S.CLOSED, _S.REFUSED_FINAL}),
}
# Kinds of terms that people tick off, because no later state of the claim shows that they were met.
SETTLED_BY_HAND: frozenset[str] = frozenset(
    kind for kind, met_by in STATES_THAT_MEET.items() if not met_by
)
# The states in which a term still runs, because the act is still possible.
STATES_WITH_RUNNING_TERM: dict[str, frozenset[str]] = {
    DeadlineKind.RATIFY: frozenset({_S.ADMITTED, _S.SUMMONED, _S.INTERVIEWED}),
    DeadlineKind.VISA: GRANTS,
    DeadlineKind.LEAVE: frozenset({_S.REFUSED_FINAL, _S.TUTELA}),
}

VALIDITY_RULES: dict[str, str] = {
    PermitType.SC2: "sc2-validity",
    PermitType.PEP: "pep-validity",
    PermitType.PPT: "ppt-validity",
    PermitType.TUTOR: "pep-tutor-validity",
    PermitType.PIP: "pip-validity",
    PermitType.SC1: "leave-after-refusal",
    PermitType.PROTOCOL: "protocol-validity",
}


def goes_on(kind: str, status: str) -> bool:
    """Returns whether a term of this kind still runs when the claim reaches this state."""
    return status in STATES_WITH_RUNNING_TERM.get(kind, ())


class KindOfPaper(Protocol):
    """A country's rules for one kind of permit."""

    kind: str
    entered_until: datetime.date | None
    issued_until: datetime.date | None
    children_too: bool


def is_offered(kind: KindOfPaper, *, entered_on: datetime.date | None, is_adult: bool) -> bool:
    """Returns whether somebody who entered on that day can hold such a permit.

    A closed regime excludes people who entered later, except children if it stays open for them. With an unknown day of
    entry every permit is offered."""
    if kind.children_too and not is_adult:
        return True
    ends = [day for day in (kind.entered_until, kind.issued_until) if day]
    return entered_on is None or not ends or entered_on <= min(ends)
