"""The three facts of an individual decision about a former combatant (IDDRS 5.40, section 13.3.2). Pure."""

from asylum.checklists.choices import Finding
from asylum.choices import GRANTS, RefusalGround


def three_facts(
    *, status: str, refusal_ground: str, may_be_asked: bool, has_verified: bool
) -> tuple[Finding, Finding, Finding]:
    """Renunciation genuine and permanent, definition met, not excluded: each as acts of the authority say.

    A grant finds both others; a refusal denies the one for which it was refused, and says nothing of the rest.
    """
    renounced = Finding.YES if has_verified else Finding.OPEN
    if not may_be_asked and not has_verified:
        renounced = Finding.NOT_ASKED
    if status in GRANTS:
        return renounced, Finding.YES, Finding.YES
    denied = Finding.NO if refusal_ground == RefusalGround.DEFINITION else Finding.OPEN
    excluded = Finding.NO if refusal_ground == RefusalGround.EXCLUDED else Finding.OPEN
    return renounced, denied, excluded
