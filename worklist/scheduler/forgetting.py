"""Deletes rows that may be kept only for a while, and destroys their keys."""

import datetime

from django.db import transaction

from casework.arrivals.models import ArrivalDraft
from casework.search.models import NameSearch
from vault.keys import destroy_key
from vault.querysets import SealedQuerySet


def forget_searches(now: datetime.datetime) -> int:
    """Deletes searched names that are an hour old; returns how many."""
    return _forget(NameSearch.objects.filter(created_at__lt=now - NameSearch.LIFETIME))


def forget_drafts(now: datetime.datetime) -> int:
    """Deletes drafts of arrivals that nobody has saved for a week; returns how many."""
    return _forget(ArrivalDraft.objects.over(now))


@transaction.atomic
def _forget(expired: SealedQuerySet) -> int:
    """Deletes these rows and destroys their keys; returns how many.

    Locks the rows first, so that a draft that is saved again at this moment keeps its key."""
    rows = list(expired.select_for_update())
    for row in rows:
        destroy_key(row.key_id)
    expired.filter(pk__in=[row.pk for row in rows]).delete()
    return len(rows)
