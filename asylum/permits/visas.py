"""Visas of people who were granted protection, beside the term to ask for one and beside older permits."""

import datetime
from collections.abc import Callable, Iterable

from asylum.papers.models.permit import Permit
from asylum.pathways.choices import AFTER_A_GRANT, DeadlineKind, PermitType
from asylum.procedure.models.deadline import LegalDeadline


def with_visas(
    terms: Iterable[LegalDeadline], permits: Callable[[], Iterable[Permit]]
) -> list[LegalDeadline]:
    """Returns the terms. Sets `visa_on` of a running term to ask for a visa, if a visa was issued since the term began.

    The term still runs: it ends on the day on which the person asked, which the visa does not show.
    """
    terms = list(terms)
    visa_terms = [term for term in terms if term.kind == DeadlineKind.VISA and term.is_running]
    visas = [each for each in permits() if each.type == PermitType.VISA] if visa_terms else []
    for term in visa_terms:
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
    """Returns the permits (`with_claim_ended`) without those that a visa or card replaced.

    These are permits whose claim ended, of people who hold a visa or foreigner's card today.
    """
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
