"""A visa on file shows that it was asked for, and carries the stay of who was granted protection."""

import datetime
from collections.abc import Callable, Iterable

from asylum.papers.models.permit import Permit
from asylum.pathways.choices import AFTER_A_GRANT, DeadlineKind, PermitType
from asylum.procedure.models.deadline import LegalDeadline


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


def without_overtaken(permits: Iterable[Permit], today: datetime.date) -> list[Permit]:
    """The permits without those of a claim that ended, of people who hold a visa or card today. Needs `with_claim_ended`."""
    permits = list(permits)
    holders = {
        permit.individual_id
        for permit in permits
        if permit.type in AFTER_A_GRANT and permit.is_held_on(today)
    }
    return [
        permit
        for permit in permits
        if not (permit.claim_ended_on and permit.individual_id in holders)
    ]
