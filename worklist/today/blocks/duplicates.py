"""Records that may be one person."""

from collections import Counter
from collections.abc import Iterator

from django.utils.translation import ngettext

from accounts.permissions import Permission
from casework.duplicates.choices import PairStatus
from pages.context import address
from worklist.today.blocks.base import Count
from worklist.today.facts import Desk


def counts(desk: Desk) -> Iterator[Count]:
    """Pairs to decide, and pairs that were found to be one person but are not merged yet."""
    if not desk.user.holds(Permission.DUPLICATE_DECIDE):
        return
    found = Counter({row["status"]: row["number"] for row in desk.rows["duplicates"]})
    undecided, same = found[PairStatus.OPEN], found[PairStatus.SAME]
    words = ngettext("possible duplicate", "possible duplicates", undecided)
    yield Count("duplicates", undecided, words, address(f"duplicate-list?status={PairStatus.OPEN}"))
    words = ngettext("pair to merge", "pairs to merge", same)
    url = address(f"duplicate-list?status={PairStatus.SAME}")
    yield Count("duplicates", same, words, url, is_rare=True)
