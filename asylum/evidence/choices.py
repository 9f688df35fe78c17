"""Choices for evidence about a renunciation (IDDRS 5.40 section 13.3.3; contrary signs as reported in 2019)."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Bearing(models.TextChoices):
    SUPPORTING = "supporting", _("Speaks for it")
    CONTRARY = "contrary", _("Speaks against it")


BEARING_TONE: dict[str, str] = {Bearing.SUPPORTING: "good", Bearing.CONTRARY: "warn"}


class Sign(models.TextChoices):
    """What the evidence indicates. A sign proves nothing."""

    ARMS = "arms", _("Laid down the arms, or kept them")
    REGRET = "regret", _("Regret, weariness of war, or none")
    COMMAND = "command", _("Contact with the former chain of command")
    CALL = "call", _("Said that they will take up arms, or will not")
    GROUP = "group", _("Took part in an armed group, or left it")
    FAMILY = "family", _("Family, homesickness")
    LIVELIHOOD = "livelihood", _("A civilian livelihood")
    OTHER = "other", _("Another sign")


class Channel(models.TextChoices):
    """How the officer learned of the evidence."""

    PRESS = "press", _("Press, radio or television")
    NETWORK = "network", _("Social network or video")
    SPEECH = "speech", _("Said in public")
    AUTHORITY = "authority", _("An authority")
    PERSON = "person", _("The person themselves")
    WITNESS = "witness", _("Somebody who was there")
    PAPER = "paper", _("A paper")


# Public statements: a deployment may choose to store none about a person.
PUBLIC_CHANNELS: frozenset[str] = frozenset({Channel.PRESS, Channel.NETWORK, Channel.SPEECH})


class Attribution(models.TextChoices):
    """How sure it is that the evidence is about this person."""

    CERTAIN = "certain", _("Certainly this person")
    PROBABLE = "probable", _("Probably this person")
    DOUBTFUL = "doubtful", _("It may be somebody else")


class Reliability(models.TextChoices):
    """How reliable the source is."""

    CONFIRMED = "confirmed", _("Confirmed by another source")
    USUAL = "usual", _("Usually reliable, not confirmed")
    WEAK = "weak", _("Hearsay, or a source with an interest")
    UNKNOWN = "unknown", _("Cannot be judged")


class ReplyKind(models.TextChoices):
    ANSWERED = "answered", _("Answered")
    DECLINED = "declined", _("Did not want to answer")


class ReviewResult(models.TextChoices):
    """The result of a review. Acts of an authority are recorded as separate steps."""

    UNFOUNDED = "unfounded", _("It does not hold, or is not about this person")
    NOTED = "noted", _("It is kept, and nothing follows")
    TOLD = "told", _("The authority was told")
    TAKEN_BACK = "taken_back", _("What spoke against it was taken back")
