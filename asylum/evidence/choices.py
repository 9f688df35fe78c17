"""Words of evidence about a renunciation (IDDRS 5.40 section 13.3.3; signs against it as reported in 2019)."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Bearing(models.TextChoices):
    SUPPORTING = "supporting", _("Speaks for it")
    CONTRARY = "contrary", _("Speaks against it")


BEARING_TONE: dict[str, str] = {Bearing.SUPPORTING: "good", Bearing.CONTRARY: "warn"}


class Sign(models.TextChoices):
    """Of what it is a sign. A sign settles nothing."""

    ARMS = "arms", _("Laid down the arms, or kept them")
    REGRET = "regret", _("Regret, weariness of war, or none")
    COMMAND = "command", _("Contact with the former chain of command")
    CALL = "call", _("Said that they will take up arms, or will not")
    GROUP = "group", _("Took part in an armed group, or left it")
    FAMILY = "family", _("Family, homesickness")
    LIVELIHOOD = "livelihood", _("A civilian livelihood")
    OTHER = "other", _("Another sign")


class Channel(models.TextChoices):
    """How it came to the officer."""

    PRESS = "press", _("Press, radio or television")
    NETWORK = "network", _("Social network or video")
    SPEECH = "speech", _("Said in public")
    AUTHORITY = "authority", _("An authority")
    PERSON = "person", _("The person themselves")
    WITNESS = "witness", _("Somebody who was there")
    PAPER = "paper", _("A paper")


# What was said in public: a deployment may keep nothing of it about one person.
PUBLIC_CHANNELS: frozenset[str] = frozenset({Channel.PRESS, Channel.NETWORK, Channel.SPEECH})


class Attribution(models.TextChoices):
    """How sure it is that it was this person."""

    CERTAIN = "certain", _("Certainly this person")
    PROBABLE = "probable", _("Probably this person")
    DOUBTFUL = "doubtful", _("It may be somebody else")


class Reliability(models.TextChoices):
    """How far the source can be believed."""

    CONFIRMED = "confirmed", _("Confirmed by another source")
    USUAL = "usual", _("Usually reliable, not confirmed")
    WEAK = "weak", _("Hearsay, or a source with an interest")
    UNKNOWN = "unknown", _("Cannot be judged")


class ReplyKind(models.TextChoices):
    ANSWERED = "answered", _("Answered")
    DECLINED = "declined", _("Did not want to answer")


class ReviewResult(models.TextChoices):
    """What the people who reviewed it made of it. What an authority does follows as a step of its own."""

    UNFOUNDED = "unfounded", _("It does not hold, or is not about this person")
    NOTED = "noted", _("It is kept, and nothing follows")
    TOLD = "told", _("The authority was told")
    TAKEN_BACK = "taken_back", _("What spoke against it was taken back")
