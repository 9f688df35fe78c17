"""Possible duplicates on Today: records that may be of one person."""

from collections import Counter
from collections.abc import Iterator

from django.utils.translation import ngettext

from accounts.permissions import Permission
from casework.duplicates.choices import PairStatus
from pages.context import address
from worklist.today.blocks.base import Count
from worklist.today.facts import TodayFacts


def counts(facts: TodayFacts) -> Iterator[Count]:
    """Pairs to decide, and pairs that are one person and are not merged yet."""
    if not facts.user.holds(Permission.DUPLICATE_DECIDE):
        return
    by_status = Counter({row["status"]: row["number"] for row in facts.rows["duplicates"]})
    undecided, same = by_status[PairStatus.OPEN], by_status[PairStatus.SAME]
    words = ngettext("possible duplicate", "possible duplicates", undecided)
    yield Count("duplicates", undecided, words, address(f"duplicate-list?status={PairStatus.OPEN}"))
    words = ngettext("pair to merge", "pairs to merge", same)
    url = address(f"duplicate-list?status={PairStatus.SAME}")
    yield Count("duplicates", same, words, url, is_rare=True)
