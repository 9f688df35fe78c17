"""The block about records that may be one person."""

from typing import Any

from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from accounts.permissions import Permission
from casework.duplicates.choices import PairStatus
from casework.duplicates.models import DuplicatePair
from pages.context import address
from worklist.blocks.base import Tile, TodayBlock

WAITING = (PairStatus.OPEN, PairStatus.SAME)


class PossibleDuplicates(TodayBlock):
    """Pairs to decide, and pairs that were found to be one person and still are two records."""

    slug = "duplicates"
    title = gettext_lazy("Possible duplicates")
    permission = Permission.DUPLICATE_DECIDE

    def context(self, user: User) -> dict[str, Any]:
        pairs = DuplicatePair.objects.visible_to(user)
        undecided, same = (pairs.filter(status=status).count() for status in WAITING)
        url = address("duplicate-list?status=")
        return {
            "tiles": [
                Tile(
                    undecided,
                    ngettext("pair to decide", "pairs to decide", undecided),
                    f"{url}{PairStatus.OPEN}",
                ),
                Tile(
                    same,
                    ngettext("pair to merge", "pairs to merge", same),
                    f"{url}{PairStatus.SAME}",
                ),
            ]
        }


possible_duplicates = PossibleDuplicates()
