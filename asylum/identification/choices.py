"""Choices of identification: how the State told fighters from civilians (IDDRS 5.40 section 7)."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Method(models.TextChoices):
    SELF = "self", _("The person said so")
    LOOKS = "looks", _("Uniform or appearance")
    QUESTIONS = "questions", _("Questions, papers or luggage")
    OTHERS = "others", _("Others said so")
    STOPPED = "stopped", _("Stopped on the way")


class Identified(models.TextChoices):
    """The authority's identification of the person. A municipal policeman may be identified as a civilian."""

    FORMER = "former", _("Former fighter")
    ACTIVE = "active", _("Active fighter")
    CIVILIAN = "civilian", _("Civilian")
    CHILD = "child", _("Child associated with a force")
    OPEN = "open", _("Undetermined")


# The person is or was a fighter, according to the authority.
FIGHTERS: frozenset[str] = frozenset({Identified.FORMER, Identified.ACTIVE})
# People who are never asked to renounce.
NEVER_ASKED: frozenset[str] = frozenset({Identified.CIVILIAN, Identified.CHILD})
# Statements that need a paper of the authority.
WITH_A_PAPER: frozenset[str] = frozenset(set(Identified.values) - {Identified.OPEN})


class ContestResult(models.TextChoices):
    KEPT = "kept", _("The authority kept to it")
    CHANGED = "changed", _("The authority changed it")
