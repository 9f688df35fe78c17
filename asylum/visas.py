"""A visa on file shows that it was asked for, and carries the stay of who was granted protection."""

import datetime
from collections.abc import Callable, Iterable

from asylum.choices import GRANTS, DeadlineKind, PermitType
from asylum.models import AsylumApplication, LegalDeadline, Permit


def with_visas(
    terms: Iterable[LegalDeadline], permits: Callable[[], Iterable[Permit]]
) -> list[LegalDeadline]:
    """The same terms; a running one to ask for the visa has `visa_on` if one was issued since it began.

    It does not end by itself: it ends on the day of asking, which the visa does not bear."""
    terms = list(terms)
    asking = [term for term in terms if term.kind == DeadlineKind.VISA and term.is_running]
    visas = [each for each in permits() if each.type == PermitType.VISA] if asking else []
    for term in asking:
        term.visa_on = min(
            (
                visa.issued_on
                for visa in visas
                if visa.individual_id == term.application.individual_id
                and visa.mistaken_on is None
                and visa.issued_on >= term.starts_on
            ),
            default=None,
        )
    return terms


def without_overtaken(
    permits: Iterable[Permit],
    claims: Callable[[], Iterable[AsylumApplication]],
    today: datetime.date,
) -> list[Permit]:
    """The permits without the safe-conducts of people whose claim was granted and who hold a visa today."""
    permits = list(permits)
    with_visa = {
        permit.individual_id
        for permit in permits
        if permit.type == PermitType.VISA and permit.is_held_on(today)
    }
    if with_visa:
        granted = {claim.individual_id for claim in claims() if claim.status in GRANTS}
        with_visa &= granted
    return [
        permit
        for permit in permits
        if permit.type != PermitType.SC2 or permit.individual_id not in with_visa
    ]
