"""What the state that somebody left has done against them."""

from django.db import models
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from casework.choices import Confidence
from casework.choices.identity_documents import YesNo
from casework.choices.sanctions import SanctionType
from casework.models.individual import Individual
from casework.models.recorded import Withdrawable
from casework.querysets.individual import WithdrawableQuerySet
from vault.fields import EncryptedTextField


class SanctionInstrument(models.Model):
    """A decree, order or list that sanctions many at once. It names nobody here."""

    code = models.CharField(_("code"), max_length=30, primary_key=True)
    on = models.DateField(_("date"))
    name_en = models.CharField(_("name in English"), max_length=120)
    name_es = models.CharField(_("name in Spanish"), max_length=120)
    source = models.CharField(_("source read"), max_length=120)
    confidence = models.CharField(_("confidence"), max_length=10, choices=Confidence.choices)

    class Privacy:
        open = {"code", "on", "name_en", "name_es", "source", "confidence"}

    class Meta:
        ordering = ["on"]

    def __str__(self) -> str:
        spanish = (get_language() or "es").startswith("es")
        return self.name_es if spanish else self.name_en


class OriginSanction(Withdrawable):
    """One sanction against one person, with what shows it. A newer row takes the older one's place."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="sanctions")
    type = models.CharField(_("type"), max_length=16, choices=SanctionType.choices)
    on = models.DateField(_("date"), null=True, blank=True)
    instrument = models.ForeignKey(
        SanctionInstrument,
        models.PROTECT,
        null=True,
        blank=True,
        verbose_name=_("decree or order"),
        related_name="sanctions",
    )
    names_person = models.CharField(
        _("names the person"), max_length=8, choices=YesNo.choices, default=YesNo.UNKNOWN
    )
    charge = EncryptedTextField(_("charge"), blank=True)
    evidence = EncryptedTextField(_("evidence"), blank=True)
    replaces = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="replaced_by"
    )

    objects = WithdrawableQuerySet.as_manager()

    class Privacy:
        open = Withdrawable.RECORDED | {"replaces"}
        counted = {"type", "on", "instrument", "names_person"}
        sealed = {"charge", "evidence", "withdrawn_because"}

    class Meta:
        verbose_name = _("sanction at home")
        verbose_name_plural = _("sanctions at home")
        ordering = ["-on", "-recorded_at"]
