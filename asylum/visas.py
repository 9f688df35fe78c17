"""A visa on file shows that it was asked for; on which day, somebody says with the term to ask for it."""

from collections.abc import Callable, Iterable

from asylum.choices import DeadlineKind, PermitType
from asylum.models import LegalDeadline, Permit


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
