"""Deletes rows that are kept only for a while, and destroys their keys."""

import datetime

from django.db import transaction

from casework.arrivals.models import ArrivalDraft
from casework.search.models import NameSearch
from vault.keys import destroy_key
from vault.querysets import SealedQuerySet


def forget_searches(now: datetime.datetime) -> int:
    """Deletes searched names after an hour, and destroys their keys."""
    return _forget(NameSearch.objects.filter(created_at__lt=now - NameSearch.LIFETIME))


def forget_drafts(now: datetime.datetime) -> int:
    """Deletes drafts of arrivals untouched for a week, and destroys their keys."""
    return _forget(ArrivalDraft.objects.over(now))


@transaction.atomic
def _forget(over: SealedQuerySet) -> int:
    """Locks the rows first: a draft that is saved again at this moment keeps its key."""
    rows = list(over.select_for_update())
    for row in rows:
        destroy_key(row.key_id)
    over.filter(pk__in=[row.pk for row in rows]).delete()
    return len(rows)
