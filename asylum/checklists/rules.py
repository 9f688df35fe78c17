"""The three facts of an individual decision about a former combatant (IDDRS 5.40, section 13.3.2). Needs no database."""

from typing import Any

from asylum.checklists.choices import Finding
from asylum.pathways.choices import GRANTS, ApplicationStatus
from asylum.procedure.choices import RefusalGround


def renunciation_found(standing: Any) -> Finding:
    """Returns the first fact, from a `RenunciationStanding`."""
    if standing.has_verified:
        return Finding.YES
    if standing.is_asked is not None:
        return Finding.OPEN if standing.is_asked else Finding.NOT_DEMANDED
    return without_word(standing)


def without_word(standing: Any) -> Finding:
    """Returns the first fact if the authority has not stated it; `standing` is a `RenunciationStanding`."""
    if standing.is_unasked:
        return Finding.SERVICE_UNKNOWN
    may_be_concerned = standing.is_concerned or standing.is_age_in_doubt
    return Finding.NOT_KNOWN if may_be_concerned else Finding.NOT_ASKED


def three_facts(
    *, status: str, refusal_ground: str, renounced: Finding
) -> tuple[Finding, Finding, Finding]:
    """Returns what the authority's acts state about renunciation, definition of a refugee, and exclusion.

    A grant affirms the last two. A refusal denies the fact on which it is based. It says nothing about the other fact,
    which is open until the refusal is final, and was not found then.
    """
    if status in GRANTS:
        return renounced, Finding.YES, Finding.YES
    other = Finding.UNFOUND if status == ApplicationStatus.REFUSED_FINAL else Finding.OPEN
    denied = Finding.NO if refusal_ground == RefusalGround.DEFINITION else other
    excluded = Finding.NO if refusal_ground == RefusalGround.EXCLUDED else other
    return renounced, denied, excluded
