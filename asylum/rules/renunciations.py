"""Who signs a renunciation, and what depends on it (ExCom 94(c)(vii), IDDRS 5.40 sections 8, 9 and 13)."""

from asylum.choices import Gap, Signature, Wording
from casework.register.choices import Category


def may_be_asked(category: str, *, is_adult: bool) -> bool:
    """Only adults who served in a force: relatives and children are never asked to sign."""
    return category == Category.FORMER_MEMBER and is_adult


def may_be_verified(wording: str, signature: str) -> bool:
    """Only a signed paper of permanent wording; a temporary separation is never enough."""
    return wording == Wording.PERMANENT and signature == Signature.YES


def opens_admission(
    category: str, *, is_adult: bool, is_asked: bool | None, has_verified: bool
) -> bool:
    """Whether a claim may be marked as admitted without an override (IDDRS 5.40 section 13.3.2).

    For an adult who served the authority's "not asked" must be on file: an unknown statement is not a "no"."""
    if has_verified or not may_be_asked(category, is_adult=is_adult):
        return True
    return is_asked is False


def gaps(
    *, has_authority: bool, has_reference: bool, is_explained: bool, is_copy_given: bool
) -> list[Gap]:
    """What a verification lacks; recording it anyway needs a reason."""
    known = {
        Gap.AUTHORITY: has_authority,
        Gap.REFERENCE: has_reference,
        Gap.EXPLAINED: is_explained,
        Gap.COPY: is_copy_given,
    }
    return [gap for gap, is_known in known.items() if not is_known]
