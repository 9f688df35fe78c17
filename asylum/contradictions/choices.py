"""Kinds of contradiction."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Mismatch(models.TextChoices):
    SERVED_AFTER_CROSSING = "served_after", _("Served after having crossed")
    ARMS_BEFORE_END = "arms_before", _("Laid down arms before the service ended")
    ARMS_AFTER_CROSSING = "arms_after", _("Laid down arms after having crossed")
    SIGNED_BEFORE_ARMS = "signed_armed", _("Signed before having laid down arms")
    TWO_SERVICES = "two_ends", _("Two ranks, units or forces at the end of the service")
    ENTRY_NOT_ARRIVAL = "entry", _("The entry in the claim is not the arrival")
    SIGNED_BEFORE_CROSSING = "signed_before", _("Signed before having crossed")
    TOLD_BEFORE_CROSSING = "told_before", _("Told of the flight before having crossed")
    ISSUED_AFTER_CROSSING = (
        "issued_after",
        _("Paper of the country of origin issued after crossing"),
    )
    FAMILY_ENTRY = "family_entry", _("The claim of a relative who came along says another entry")
    CIVILIAN_SIGNED = "civilian", _("Signed after having been identified as a civilian")
