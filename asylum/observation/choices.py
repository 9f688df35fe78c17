"""Words of an observation."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from asylum.choices import ENDED, MISTAKEN


class ObservationOutcome(models.TextChoices):
    """What the authority said at a review; no day says it. The last is no word of an authority, and no form asks it."""

    GOES_ON = "goes_on", _("It goes on")
    ENDED = ENDED, _("The authority ended it")
    MISTAKEN = MISTAKEN, _("The review before was recorded by mistake")
