"""Sheets on their way into the files."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import ngettext

from accounts.models import User
from accounts.permissions import Permission
from imports.models import ImportBatch
from pages.context import address
from pages.questions import kept_exists
from worklist.blocks.base import Count
from worklist.desk import Desk


def counts(desk: Desk) -> Iterator[Count]:
    """One's own imports that run, that failed, and that wait for a decision; nothing while there is none."""
    if not desk.user.holds(Permission.IMPORT_RUN):
        return
    if not kept_exists(_under_way, desk.user):
        return
    mine = _mine(desk.user)
    running, failed, waiting = (
        mine.in_state(state).count() for state in ("running", "failed", "waiting")
    )
    url = address("import-list?whose=mine&state=")
    words = ngettext("import runs", "imports run", running)
    yield Count("imports", running, words, f"{url}running", is_rare=True)
    words = ngettext("import has failed", "imports have failed", failed)
    yield Count("imports", failed, words, f"{url}failed", is_rare=True, tone="late")
    words = ngettext("import has rows that wait", "imports have rows that wait", waiting)
    yield Count("imports", waiting, words, f"{url}waiting", is_rare=True, tone="soon")


def _mine(user: User) -> Any:
    return ImportBatch.objects.visible_to(user).filter(uploaded_by=user)


def _under_way(user: User) -> Any:
    return _mine(user).filter(ended_at=None)
