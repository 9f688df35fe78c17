"""Withdraws notices whose date is no longer due on the day that they name."""

import datetime
from collections.abc import Collection
from functools import partial

from django.db.models.functions import Coalesce, Now

from accounts.due import due_sources
from accounts.models import User
from pages.failing import part_or
from worklist.notices.models import Notice
from worklist.sources.lookups import days

# Older notices are history.
LOOKED_AT_FOR = datetime.timedelta(days=30)


def withdraw_stale(users: Collection[User], today: datetime.date) -> int:
    """Withdraws the notices of these users whose date moved, was settled or is gone; returns how many.

    A withdrawn notice counts as read and is not mailed. If its date comes back, the next tick writes a new one.
    """
    kinds = [each.kind for each in due_sources if each.is_told and not each.is_told_at_once]
    told = list(
        Notice.objects.standing()
        .filter(user__in=users, kind__in=kinds, due_on__gte=today - LOOKED_AT_FOR)
        .order_by()
        .values_list("pk", "kind", "about_id", "due_on")
    )
    keys = {(kind, about_id) for _pk, kind, about_id, _on in told}
    # If a source fails, notices are still written.
    current = part_or(partial(days, keys, today), lambda: None, kind="withdrawn notices")
    if current is None:
        return 0
    stale = [
        pk for pk, kind, about_id, on in told if on not in current.get((kind, about_id), set())
    ]
    if not stale:
        return 0
    now = Now()
    return Notice.objects.filter(pk__in=stale).update(
        withdrawn_at=now, read_at=Coalesce("read_at", now)
    )
