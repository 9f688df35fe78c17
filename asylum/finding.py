"""Finds people by the number of a permit or claim or the code of a letter, for the search.

Rows marked as mistakes find nobody, because their number belongs to somebody else."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from accounts.models import User
from accounts.permissions import Permission
from asylum.actions.permits import NUMBER
from asylum.actions.references import REFERENCE
from asylum.choices import ApplicationStatus
from asylum.models import AsylumApplication, Letter, Permit
from casework.papers.rules.numbers import bare_number
from pages.codes import code_in, hash_of
from vault.search import exact_token


def by_permit(typed: str, user: User) -> QuerySet[Permit, UUID] | None:
    """Ids of people with a permit of exactly this number, or None if the text is no number."""
    if not (tokens := _tokens(typed, NUMBER)) or not user.holds(Permission.PERMIT_READ):
        return None
    permits = Permit.objects.visible_to(user).filter(number_token__in=tokens, mistaken_on=None)
    return permits.values_list("individual", flat=True)


def by_claim(typed: str, user: User) -> Any:
    """Ids of people with a claim of exactly this reference, or None if the text is no number."""
    if not (tokens := _tokens(typed, REFERENCE)) or not user.holds(Permission.APPLICATION_READ):
        return None
    claims = AsylumApplication.objects.visible_to(user).filter(reference_token__in=tokens)
    return claims.exclude(status=ApplicationStatus.MISTAKEN).values("individual")


def by_letter(typed: str, user: User) -> Any:
    """Ids of people whom the letter with this code is about, or None if the text is no code."""
    if not (code := code_in(typed)) or not user.holds(Permission.LETTER_READ):
        return None
    letters = Letter.objects.visible_to(user).filter(code_hash=hash_of(code))
    return letters.values("individual")


def _tokens(typed: str, purpose: str) -> list[int]:
    """Tokens of a number as typed and without separators, to be matched exactly. Empty for text without a digit, like
    names."""
    if not any(map(str.isdigit, typed)):
        return []
    return [exact_token(each, purpose=purpose) for each in {typed, bare_number(typed)}]


finders = (by_permit, by_claim, by_letter)
