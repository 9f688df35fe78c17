"""The reason for a place that breaks a rule."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from casework.register.models.individual import Individual
from casework.register.models.recorded import Recorded
from shelters.choices import NOT_MET, BedRule
from shelters.models.placement import Placement
from shelters.querysets.reason import StayReasonQuerySet
from vault.fields import EncryptedTextField


class StayReason(Recorded):
    """The reason given for the broken rules: sealed, and never changed.

    If the act is undone, `taken_back_at` says when the reason was withdrawn.
    """

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="stay_reasons")
    placement = models.ForeignKey(
        Placement, models.PROTECT, related_name="reasons", verbose_name=_("stay")
    )
    rules = ArrayField(
        models.CharField(max_length=24, choices=BedRule.choices), verbose_name=_("rules")
    )
    reason = EncryptedTextField(_("reason"))
    taken_back_at = models.DateTimeField(_("taken back"), null=True, blank=True)

    objects = StayReasonQuerySet.as_manager()

    class Privacy:
        open = {"placement", "taken_back_at"}
        counted = {"rules"}
        sealed = {"reason"}

    class Meta:
        verbose_name = _("reason for a place")
        verbose_name_plural = _("reasons for a place")
        ordering = ["-recorded_at"]

    @property
    def rules_in_words(self) -> list[str]:
        """For each broken rule, what was done against it."""
        return [str(NOT_MET[BedRule(code)]) for code in self.rules]
