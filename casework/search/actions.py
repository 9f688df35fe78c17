"""A typed name, kept for an hour so that it never stands in an address."""

from django.db import transaction
from django.utils import timezone

from accounts.access import require
from accounts.models import User
from accounts.permissions import Permission
from casework.search.models import NameSearch
from vault.keys import destroy_key, issue_key


@transaction.atomic
def remember_search(typed: str, *, by: User) -> NameSearch:
    """Keeps what was typed, encrypted under a key of its own; the user's searches of more than an hour ago are forgotten."""
    require(by, Permission.CASE_CARD)
    over = timezone.now() - NameSearch.LIFETIME
    for search in NameSearch.objects.filter(user=by, created_at__lt=over):
        destroy_key(search.key_id)
        search.delete()
    return NameSearch.objects.create(key_id=issue_key(), user=by, typed=typed[:200])
