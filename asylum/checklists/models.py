"""Marks on the checklist of a claim."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from asylum.checklists.choices import MarkState
from asylum.pathways.models import PathwayPaper
from asylum.procedure.models.application import AsylumApplication
from vault.models import SealedRow
from vault.querysets import SealedQuerySet


class MarkQuerySet(SealedQuerySet):
    def newest(self) -> dict[int, str]:
        """Returns the latest state of each paper by its key."""
        rows = self.order_by("at").values_list("paper", "state")
        return dict(rows)


class ChecklistMark(SealedRow):
    """A colleague's statement about a paper of the checklist. Rows never change; the newest one of a paper counts."""

    append_only = True

    application = models.ForeignKey(
        AsylumApplication, models.PROTECT, related_name="checklist_marks"
    )
    paper = models.ForeignKey(
        PathwayPaper, models.PROTECT, related_name="+", verbose_name=_("paper")
    )
    state = models.CharField(_("state"), max_length=10, choices=MarkState.choices)
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, models.PROTECT, related_name="+")

    objects = MarkQuerySet.as_manager()

    class Privacy:
        open = {"id", "key_id", "application", "paper", "at", "by"}
        counted = {"state"}

    class Meta:
        ordering = ["-at"]
