"""The block about records that may be one person."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.permissions import Permission
from casework.duplicates.choices import PairStatus
from casework.duplicates.models import DuplicatePair
from worklist.blocks.base import Tile, TodayBlock, address


class PossibleDuplicates(TodayBlock):
    """Pairs to decide, and pairs that were found to be one person and still are two records."""

    slug = "duplicates"
    title = gettext_lazy("Possible duplicates")
    permission = Permission.DUPLICATE_DECIDE

    def context(self, user: User) -> dict[str, Any]:
        pairs = DuplicatePair.objects.visible_to(user)
        counts = {
            status: pairs.filter(status=status).count()
            for status in (PairStatus.OPEN, PairStatus.SAME)
        }
        return {
            "tiles": [
                Tile(
                    counts[PairStatus.OPEN],
                    _("to decide"),
                    address("duplicate-list", f"status={PairStatus.OPEN}"),
                ),
                Tile(
                    counts[PairStatus.SAME],
                    _("to merge"),
                    address("duplicate-list", f"status={PairStatus.SAME}"),
                ),
            ]
        }


possible_duplicates = PossibleDuplicates()
