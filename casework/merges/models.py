"""Merges of two records of one person, with the values that an undo restores."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.merges.querysets import MergeQuerySet
from casework.merges.rules import differing_facts
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class Merge(SealedRow):
    """Says that `merged` is the same person as `survivor`. Sealed with the survivor's key."""

    stays_at_merge = True

    survivor = models.ForeignKey(Individual, models.PROTECT, related_name="merges")
    merged = models.ForeignKey(Individual, models.PROTECT, related_name="merges_away")
    case = models.ForeignKey(
        Case,
        models.PROTECT,
        null=True,
        related_name="+",
        help_text="The case in which the merged person was: who undoes must reach it.",
    )
    reason = EncryptedTextField(_("reason"), blank=True)
    at = models.DateTimeField(_("merged"), auto_now_add=True)
    by = models.ForeignKey(User, models.PROTECT, related_name="+")
    undone_at = models.DateTimeField(_("undone"), null=True)
    undone_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")

    objects = MergeQuerySet.as_manager()

    class Privacy:
        open = {"survivor", "merged", "case", "at", "by", "undone_at", "undone_by"}
        sealed = {"reason"}

    class Meta:
        ordering = ["-at"]
        constraints = [
            models.UniqueConstraint(
                fields=["merged"], condition=Q(undone_at=None), name="merged_into_one_at_a_time"
            )
        ]

    @property
    def differing_facts(self) -> list[str]:
        """Facts of the merged record that differ from the survivor's; no other page shows them."""
        return differing_facts(self.survivor, self.merged)


class MovedValue(models.Model):
    """One column of one row that a merge changed. An undo restores `before` if the value is still `after`."""

    append_only = True

    merge = models.ForeignKey(Merge, models.PROTECT, related_name="moved")
    model = models.CharField(max_length=60, help_text="For example shelters.placement")
    row = models.CharField(max_length=40, help_text="Its primary key, as text.")
    column = models.CharField(max_length=60)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)

    class Privacy:
        open = {"merge", "model", "row", "column", "before", "after"}

    class Meta:
        ordering = ["pk"]
