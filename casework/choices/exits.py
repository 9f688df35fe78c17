"""Words of leaving the support of the house."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from casework.choices.cases import EndReason


class ExitType(models.TextChoices):
    RENT_SUBSIDY = "rent_subsidy", _("Own lodging with a rent subsidy")
    ONWARD = "onward", _("Travelled on to another country")
    RETURN = "return", _("Returned to the country of origin")
    RESETTLED = "resettled", _("Resettled")
    EVICTED = "evicted", _("Evicted")
    ABSCONDED = "absconded", _("Left without notice")
    DIED = "died", _("Died")
    OWN_MEANS = "own_means", _("Lives on its own means")
    TRANSFERRED = "transferred", _("Handed over to another organisation")
    WITHDREW = "withdrew", _("No longer wants support")


class Voluntary(models.TextChoices):
    YES = "yes", _("Yes, of their own will")
    NO = "no", _("No, against their will")


# What the closing of a case says about everybody who still belongs to it. A case that was joined with another,
# or opened by mistake, sends nobody away.
LEFT_BY: dict[str, ExitType] = {
    EndReason.SETTLED: ExitType.OWN_MEANS,
    EndReason.ONWARD: ExitType.ONWARD,
    EndReason.RETURNED: ExitType.RETURN,
    EndReason.RESETTLED: ExitType.RESETTLED,
    EndReason.LOST_CONTACT: ExitType.ABSCONDED,
    EndReason.TRANSFERRED: ExitType.TRANSFERRED,
    EndReason.WITHDREW: ExitType.WITHDREW,
    EndReason.DIED: ExitType.DIED,
}
