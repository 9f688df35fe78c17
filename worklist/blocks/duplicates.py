"""Records that may be one person."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.db.models import Count as CountOf
from django.utils.translation import ngettext

from accounts.models import User
from accounts.permissions import Permission
from casework.duplicates.choices import PairStatus
from casework.duplicates.models import DuplicatePair
from pages.context import address
from pages.questions import kept_rows
from worklist.blocks.base import Count
from worklist.desk import Desk


def counts(desk: Desk) -> Iterator[Count]:
    """Pairs to decide, and pairs that were found to be one person and still are two records."""
    if not desk.user.holds(Permission.DUPLICATE_DECIDE):
        return
    found = Counter(dict(kept_rows(_waiting, desk.user)))
    undecided, same = found[PairStatus.OPEN], found[PairStatus.SAME]
    words = ngettext("possible duplicate", "possible duplicates", undecided)
    yield Count("duplicates", undecided, words, address(f"duplicate-list?status={PairStatus.OPEN}"))
    words = ngettext("pair to merge", "pairs to merge", same)
    url = address(f"duplicate-list?status={PairStatus.SAME}")
    yield Count("duplicates", same, words, url, is_rare=True)


def _waiting(user: User) -> Any:
    """How many pairs wait in each state."""
    pairs: Any = DuplicatePair.objects.waiting().visible_to(user)
    return pairs.order_by().values_list("status").annotate(number=CountOf("pk"))
