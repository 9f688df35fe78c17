"""Why somebody got a place although a rule asked for a reason."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from casework.register.models.individual import Individual
from casework.register.models.recorded import Recorded
from shelters.choices import BedRule
from shelters.models.placement import Placement
from vault.fields import EncryptedTextField


class StayReason(Recorded):
    """The answer to the rules that a place would have broken: sealed, and never changed."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="stay_reasons")
    placement = models.ForeignKey(
        Placement, models.PROTECT, related_name="reasons", verbose_name=_("stay")
    )
    rules = ArrayField(
        models.CharField(max_length=24, choices=BedRule.choices), verbose_name=_("rules")
    )
    reason = EncryptedTextField(_("reason"))

    class Privacy:
        open = {"placement"}
        counted = {"rules"}
        sealed = {"reason"}

    class Meta:
        verbose_name = _("reason for a place")
        verbose_name_plural = _("reasons for a place")
        ordering = ["-recorded_at"]

    @property
    def rules_in_words(self) -> list[str]:
        return [str(BedRule(code).label) for code in self.rules]
