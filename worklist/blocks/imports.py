"""The block about sheets on their way into the files."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.permissions import Permission
from imports.choices import UNDER_WAY, ImportStatus
from imports.models import ImportBatch
from pages.context import address
from worklist.blocks.base import Tile, TodayBlock


class MyImports(TodayBlock):
    """One's own imports that run, that failed, and that wait for a decision; left out when there is none."""

    slug = "imports"
    title = gettext_lazy("My imports")
    permission = Permission.IMPORT_RUN

    def context(self, user: User) -> dict[str, Any] | None:
        mine = ImportBatch.objects.visible_to(user).filter(uploaded_by=user, ended_at=None)
        statuses = list(mine.values_list("status", "rows_good", "rows_wrong", "rows_doubtful"))
        if not statuses:
            return None
        running = sum(status in UNDER_WAY for status, *_rows in statuses)
        failed = sum(status == ImportStatus.FAILED for status, *_rows in statuses)
        waiting = sum(
            status in (ImportStatus.MAPPING, ImportStatus.WORDS) or any(rows)
            for status, *rows in statuses
            if status not in UNDER_WAY and status != ImportStatus.FAILED
        )
        url = address("import-list")
        return {
            "tiles": [
                Tile(running, _("running"), url),
                Tile.alarm(failed, _("failed"), url),
                Tile.alarm(waiting, _("with rows that wait"), url, "warn"),
            ]
        }


my_imports = MyImports()
