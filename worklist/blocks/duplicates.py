"""The block about records that may be one person."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.permissions import Permission
from casework.duplicates.choices import PairStatus
from casework.duplicates.models import DuplicatePair
from pages.context import address
from worklist.blocks.base import Tile, TodayBlock


class PossibleDuplicates(TodayBlock):
    """Pairs to decide, and pairs that were found to be one person and still are two records."""

    slug = "duplicates"
    title = gettext_lazy("Possible duplicates")
    permission = Permission.DUPLICATE_DECIDE

    def context(self, user: User) -> dict[str, Any]:
        pairs = DuplicatePair.objects.visible_to(user)
        waiting = {PairStatus.OPEN: _("to decide"), PairStatus.SAME: _("to merge")}
        return {
            "tiles": [
                Tile(
                    pairs.filter(status=status).count(),
                    words,
                    address(f"duplicate-list?status={status}"),
                )
                for status, words in waiting.items()
            ]
        }


possible_duplicates = PossibleDuplicates()
