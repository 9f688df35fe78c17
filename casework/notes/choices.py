"""Choices of notes."""

import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _

# The author may edit the text for this time; later a trigger refuses changes.
OPEN_FOR = datetime.timedelta(hours=24)


class NoteKind(models.TextChoices):
    """What the note is about: a conversation, a visit, a call, or a matter of the team."""

    CONTACT = "contact", _("Conversation")
    VISIT = "visit", _("Visit")
    CALL = "call", _("Call")
    INTERNAL = "internal", _("Internal")
