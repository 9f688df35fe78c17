"""What a person lacks under an agreement that requires the renunciation."""

from typing import Protocol

from aid.choices import Lack, RenunciationAsked


class RenunciationSoFar(Protocol):
    """The state of a renunciation, as this rule needs it."""

    @property
    def is_concerned(self) -> bool: ...
    @property
    def is_identified(self) -> bool | None: ...
    @property
    def has_signed(self) -> bool: ...
    @property
    def has_verified(self) -> bool: ...


def lack_of(condition: str, standing: RenunciationSoFar) -> Lack | None:
    """What is missing; None if the agreement requires nothing of the person, or nothing is missing.

    Only people whom an authority identified as fighters can lack something: no child, no relative, no civilian.
    """
    if not (condition and standing.is_concerned) or standing.is_identified is False:
        return None
    if standing.has_verified or (standing.has_signed and condition == RenunciationAsked.SIGNED):
        return None
    if standing.is_identified is None:
        return Lack.STATEMENT
    return Lack.VERIFICATION if standing.has_signed else Lack.SIGNATURE
