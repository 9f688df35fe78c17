"""What somebody lives on, and who lives on them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from casework.models.individual import Individual
from casework.models.recorded import Recorded
from vault.fields import EncryptedTextField


class Livelihood(Recorded):
    """Who depends on somebody at home: how many, never who. A newer row takes the older one's place."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="livelihoods")
    dependants_abroad = models.PositiveSmallIntegerField(
        _("people at home who depend on them"), null=True, blank=True
    )
    is_sole_breadwinner = models.BooleanField(_("sole breadwinner"), default=False)
    note = EncryptedTextField(_("note"), blank=True)
    replaces = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="replaced_by"
    )

    class Privacy:
        open = Recorded.RECORDED | {"replaces"}
        counted = {"dependants_abroad", "is_sole_breadwinner"}
        sealed = {"note"}

    class Meta:
        verbose_name = _("record of livelihood")
        verbose_name_plural = _("records of livelihood")
        ordering = ["-recorded_at"]
