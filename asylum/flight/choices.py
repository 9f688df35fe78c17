"""Choices of accounts of flight."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Motive(models.TextChoices):
    """The reasons that people gave for leaving a force (own codes, after reports of 2019)."""

    REPRESSION = "repression", _("Was ordered to repress people")
    AID_BLOCKED = "aid_blocked", _("Was ordered to stop humanitarian aid")
    REFUSED = "refused", _("Refused to take part in abuses")
    WITNESS = "witness", _("Saw crimes that others committed")
    POLITICS = "politics", _("Was forced to vote, to attend or to swear loyalty")
    HUNGER = "hunger", _("Hunger in the barracks, or pay that fed nobody")
    PURSUED = "pursued", _("Was looked for, detained or tortured")
    FAMILY = "family", _("Relatives were threatened or harmed")
    KEPT = "kept", _("Was kept in service against their will")
    OTHER = "other", _("Another motive, in the account")
