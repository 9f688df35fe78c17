"""Records that may be one person."""

from collections.abc import Iterator

from django.db.models import Count as CountOf
from django.db.models import Q
from django.utils.translation import ngettext

from accounts.permissions import Permission
from casework.duplicates.choices import PairStatus
from casework.duplicates.models import DuplicatePair
from pages.context import address
from worklist.blocks.base import Count
from worklist.desk import Desk


def counts(desk: Desk) -> Iterator[Count]:
    """Pairs to decide, and pairs that were found to be one person and still are two records."""
    if not desk.user.holds(Permission.DUPLICATE_DECIDE):
        return
    pairs = DuplicatePair.objects.waiting().visible_to(desk.user)
    found = pairs.aggregate(
        undecided=CountOf("pk", filter=Q(status=PairStatus.OPEN)),
        same=CountOf("pk", filter=Q(status=PairStatus.SAME)),
    )
    undecided, same = found["undecided"], found["same"]
    words = ngettext("possible duplicate", "possible duplicates", undecided)
    yield Count("duplicates", undecided, words, address(f"duplicate-list?status={PairStatus.OPEN}"))
    words = ngettext("pair to merge", "pairs to merge", same)
    url = address(f"duplicate-list?status={PairStatus.SAME}")
    yield Count("duplicates", same, words, url, is_rare=True)
