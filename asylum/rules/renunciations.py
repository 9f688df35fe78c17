"""Who signs a renunciation, and what it opens (ExCom 94(c)(vii), IDDRS 5.40 sections 8, 9 and 13)."""

from asylum.choices import Signature, Wording
from casework.register.choices import Category
from casework.register.rules import AGE_OF_MAJORITY


def is_adult(age: int | None) -> bool:
    """Somebody of unknown age counts as adult; children are never handled as adult fighters."""
    return age is None or age >= AGE_OF_MAJORITY


def must_renounce(category: str, age: int | None) -> bool:
    """Adults who served in a force, and nobody else: relatives and children are never asked to sign."""
    return category == Category.FORMER_MEMBER and is_adult(age)


def may_be_verified(wording: str, signature: str) -> bool:
    """Only a signed paper with the permanent wording; a temporary separation never satisfies."""
    return wording == Wording.PERMANENT and signature == Signature.YES


def opens_admission(category: str, age: int | None, *, has_verified: bool) -> bool:
    """Whether a claim may be marked as admitted without an override (IDDRS 5.40 section 13.3.2)."""
    return has_verified or not must_renounce(category, age)
