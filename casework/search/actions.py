"""Stores the typed text of a search for an hour, so that it never appears in a URL."""

from django.db import transaction

from accounts.access import require
from accounts.models import User
from accounts.permissions import Permission
from casework.search.models import NameSearch
from vault.keys import issue_key


@transaction.atomic
def remember_search(typed: str, *, by: User) -> NameSearch:
    """Stores the text, encrypted with its own key, and returns the row; a background job deletes it after an hour."""
    require(by, Permission.CASE_CARD)
    return NameSearch.objects.create(key_id=issue_key(), user=by, typed=typed[:200])
