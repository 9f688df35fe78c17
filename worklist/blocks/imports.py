"""The block about sheets on their way into the files."""

from typing import Any

from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from accounts.permissions import Permission
from imports.models import ImportBatch
from pages.context import address
from worklist.blocks.base import Tile, TodayBlock

STATES = ("running", "failed", "waiting")


class MyImports(TodayBlock):
    """One's own imports that run, that failed, and that wait for a decision; left out when there is none."""

    slug = "imports"
    title = gettext_lazy("My imports")
    permission = Permission.IMPORT_RUN

    def context(self, user: User) -> dict[str, Any] | None:
        mine = ImportBatch.objects.visible_to(user).filter(uploaded_by=user)
        if not mine.filter(ended_at=None).exists():
            return None
        running, failed, waiting = (mine.in_state(state).count() for state in STATES)
        waiting_words = ngettext("has rows that wait", "have rows that wait", waiting)
        url = address("import-list?whose=mine&state=")
        return {
            "tiles": [
                Tile(running, ngettext("runs", "run", running), f"{url}running"),
                Tile.alarm(failed, ngettext("has failed", "have failed", failed), f"{url}failed"),
                Tile.alarm(waiting, waiting_words, f"{url}waiting", "warn"),
            ]
        }


my_imports = MyImports()
