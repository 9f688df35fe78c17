"""Choices of notes."""

import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _

# For how long the author may edit the text; then a trigger refuses changes.
OPEN_FOR = datetime.timedelta(hours=24)


class NoteKind(models.TextChoices):
    """What the note is about: a conversation, a visit, a call, or a matter of the team."""

    CONTACT = "contact", _("Conversation")
    VISIT = "visit", _("Visit")
    CALL = "call", _("Call")
    INTERNAL = "internal", _("Internal")
