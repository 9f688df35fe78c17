"""A typed name, kept for an hour so that it never stands in an address."""

from django.db import transaction

from accounts.access import require
from accounts.models import User
from accounts.permissions import Permission
from casework.search.models import NameSearch
from vault.keys import issue_key


@transaction.atomic
def remember_search(typed: str, *, by: User) -> NameSearch:
    """Keeps what was typed, encrypted under a key of its own, until the clock forgets it after an hour."""
    require(by, Permission.CASE_CARD)
    return NameSearch.objects.create(key_id=issue_key(), user=by, typed=typed[:200])
