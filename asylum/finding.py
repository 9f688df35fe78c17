"""Whom the number of a permit means, for the search."""

from uuid import UUID

from django.db.models import QuerySet

from accounts.models import User
from accounts.permissions import Permission
from asylum.actions.permits import NUMBER
from asylum.models import Permit
from casework.register.rules import bare_number
from casework.search.rules import FEWEST_OF_A_TAIL
from vault.search import exact_token


def by_permit(typed: str, user: User) -> QuerySet[Permit, UUID] | None:
    """Ids of who was given a permit of exactly this number, or None if nothing like one was typed.

    One that is on file by mistake finds nobody: its number is that of somebody else.
    """
    digits = sum(letter.isdigit() for letter in typed)
    if digits < FEWEST_OF_A_TAIL or not user.holds(Permission.PERMIT_READ):
        return None
    tokens = [exact_token(each, purpose=NUMBER) for each in {typed, bare_number(typed)}]
    permits = Permit.objects.visible_to(user).filter(number_token__in=tokens, mistaken_on=None)
    return permits.values_list("individual", flat=True)
