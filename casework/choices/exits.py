"""Words of leaving the support of the house."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ExitType(models.TextChoices):
    RENT_SUBSIDY = "rent_subsidy", _("Own lodging with a rent subsidy")
    ONWARD = "onward", _("Travelled on to another country")
    RETURN = "return", _("Returned to the country of origin")
    RESETTLED = "resettled", _("Resettled")
    EVICTED = "evicted", _("Evicted")
    ABSCONDED = "absconded", _("Left without notice")
    DIED = "died", _("Died")
    OWN_MEANS = "own_means", _("Lives on its own means")


class Voluntary(models.TextChoices):
    YES = "yes", _("Yes, of their own will")
    NO = "no", _("No, against their will")
