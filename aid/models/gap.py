"""Ends of aid for which nothing can be done."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Office, User
from aid.choices import AidKind
from aid.models.commitment import ForOneTarget, only_target
from aid.querysets.commitment import OpenGapQuerySet
from casework.corrections.models import Mistakable
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from shelters.models import Site
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class OpenGap(Mistakable, ForOneTarget, SealedRow):
    """On `on` somebody said that nothing can be done about aid of a site, family or person that ends.

    `lost_on` is the first day without it. The record is about that day only: aid that ends on another day is another gap.
    """

    office = models.ForeignKey(Office, models.PROTECT, related_name="+")
    kind = models.CharField(_("kind of aid"), max_length=10, choices=AidKind.choices)
    lost_on = models.DateField(_("first day without"))
    site = models.ForeignKey(Site, models.PROTECT, null=True, blank=True, related_name="+")
    case = models.ForeignKey(Case, models.PROTECT, null=True, blank=True, related_name="+")
    individual = models.ForeignKey(
        Individual, models.PROTECT, null=True, blank=True, related_name="+"
    )
    on = models.DateField(_("date"))
    said = EncryptedTextField(_("what was said"))
    told = EncryptedTextField(_("to whom"))
    recorded_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    recorded_at = models.DateTimeField(auto_now_add=True)

    objects = OpenGapQuerySet.as_manager()

    class Privacy:
        open = {"office", "site", "case", "individual", "recorded_by", "recorded_at"}
        counted = {"kind", "lost_on", "on"}
        sealed = {"said", "told"}

    class Meta:
        verbose_name = _("end of aid for which nothing can be done")
        verbose_name_plural = _("ends of aid for which nothing can be done")
        ordering = ["-on", "-recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=only_target("site") | only_target("case") | only_target("individual"),
                name="gap_is_of_one_target",
            )
        ]
