"""The validity of a permit on a day; who may be asked for a renunciation, and what depends on it.

The rules of renunciations follow ExCom 94(c)(vii) and IDDRS 5.40, sections 8, 9 and 13.
"""

import datetime

from asylum.papers.choices import Gap, Signature, Validity, Wording
from casework.register.choices import Category

EXPIRES_SOON_DAYS = 30


def validity_on(
    today: datetime.date,
    *,
    valid_until: datetime.date | None,
    valid_from: datetime.date | None = None,
    is_renewed: bool = False,
    cancelled_on: datetime.date | None = None,
    is_mistaken: bool = False,
) -> Validity:
    """Returns the validity of a permit; `valid_from` and `valid_until` are its first and last valid day."""
    if is_mistaken:
        return Validity.MISTAKEN
    if cancelled_on is not None and cancelled_on <= today:
        return Validity.CANCELLED
    if is_renewed:
        return Validity.RENEWED
    if valid_from is not None and today < valid_from:
        return Validity.AHEAD
    if valid_until is None:
        return Validity.UNDATED
    if valid_until < today:
        return Validity.EXPIRED
    if (valid_until - today).days <= EXPIRES_SOON_DAYS:
        return Validity.EXPIRING
    return Validity.VALID


def may_be_asked(category: str, *, is_adult: bool) -> bool:
    """Returns whether the authority may ask this person to sign: only adults who served in a force."""
    return category == Category.FORMER_MEMBER and is_adult


def may_be_verified(wording: str, signature: str) -> bool:
    """Returns whether a paper can be verified: only a signed one of permanent wording."""
    return wording == Wording.PERMANENT and signature == Signature.YES


def opens_admission(
    category: str, *, is_adult: bool, is_asked: bool | None, has_verified: bool
) -> bool:
    """Returns whether a claim may be marked as admitted without an override (IDDRS 5.40 section 13.3.2).

    For an adult who served and has no verified paper, the authority's "not asked" must be on file. A missing statement
    (`is_asked` is None) is no "not asked".
    """
    if has_verified or not may_be_asked(category, is_adult=is_adult):
        return True
    return is_asked is False


def gaps(
    *, has_authority: bool, has_reference: bool, is_explained: bool, is_copy_given: bool
) -> list[Gap]:
    """Returns what a verification lacks; recording it anyway needs a reason."""
    facts = {
        Gap.AUTHORITY: has_authority,
        Gap.REFERENCE: has_reference,
        Gap.EXPLAINED: is_explained,
        Gap.COPY: is_copy_given,
    }
    return [gap for gap, is_known in facts.items() if not is_known]
