"""Imports of sheets on Today."""

from collections.abc import Iterator

from django.utils.translation import ngettext

from accounts.permissions import Permission
from pages.context import address
from worklist.today.blocks.base import Count
from worklist.today.facts import TodayFacts


def counts(facts: TodayFacts) -> Iterator[Count]:
    """The user's imports that run, failed, or wait for a decision; no counts if the user has no open import."""
    if not facts.user.holds(Permission.IMPORT_RUN):
        return
    if not facts.counts["imports"]:
        return
    running, failed, waiting = (
        facts.counts[f"imports_{state}"] for state in ("running", "failed", "waiting")
    )
    url = address("import-list?whose=mine&state=")
    words = ngettext("import runs", "imports run", running)
    yield Count("imports", running, words, f"{url}running", is_rare=True)
    words = ngettext("import has failed", "imports have failed", failed)
    yield Count("imports", failed, words, f"{url}failed", is_rare=True, tone="late")
    words = ngettext("import has rows that wait", "imports have rows that wait", waiting)
    yield Count("imports", waiting, words, f"{url}waiting", is_rare=True, tone="soon")
