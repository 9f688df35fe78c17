"""Visits of somebody who gives care."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.choices.work import VisitKind
from casework.models.individual import Individual
from casework.models.organisation import Organisation
from casework.querysets.work import VisitQuerySet
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class HealthVisit(SealedRow):
    """That a provider, also one without legal form, saw somebody; what was found is sealed."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="health_visits")
    provider = models.ForeignKey(
        Organisation, models.PROTECT, related_name="+", verbose_name=_("provider")
    )
    kind = models.CharField(_("kind of care"), max_length=14, choices=VisitKind.choices)
    on = models.DateField(_("date"))
    findings = EncryptedTextField(_("findings"), blank=True)
    recorded_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    recorded_at = models.DateTimeField(auto_now_add=True)

    objects = VisitQuerySet.as_manager()

    class Privacy:
        open = {"id", "key_id", "individual", "recorded_by", "recorded_at"}
        counted = {"provider", "kind", "on"}
        sealed = {"findings"}

    class Meta:
        verbose_name = _("visit of a health provider")
        verbose_name_plural = _("visits of health providers")
        ordering = ["-on", "-recorded_at"]
