"""Words of an observation."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ObservationOutcome(models.TextChoices):
    """What the authority said at a review. No day says it."""

    GOES_ON = "goes_on", _("It goes on")
    ENDED = "ended", _("The authority ended it")
