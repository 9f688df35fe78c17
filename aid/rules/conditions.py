"""What an agreement that asks for the renunciation misses of one person. Pure."""

from typing import Protocol

from aid.choices import Lack, RenunciationAsked


class RenunciationSoFar(Protocol):
    """How a renunciation stands, as far as this rule looks at it."""

    @property
    def is_concerned(self) -> bool: ...
    @property
    def is_identified(self) -> bool | None: ...
    @property
    def has_signed(self) -> bool: ...
    @property
    def has_verified(self) -> bool: ...


def lack_of(condition: str, standing: RenunciationSoFar) -> Lack | None:
    """What is not on file; None where the agreement asks nothing of the person, or has what it asks.

    It asks whom an authority took for a fighter, and nobody else: no child, no relative, no civilian.
    """
    if not (condition and standing.is_concerned) or standing.is_identified is False:
        return None
    if standing.has_verified or (standing.has_signed and condition == RenunciationAsked.SIGNED):
        return None
    if standing.is_identified is None:
        return Lack.WORD
    return Lack.VERIFICATION if standing.has_signed else Lack.SIGNATURE
