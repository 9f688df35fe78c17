"""Choices of notes."""

import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _

# For this time after writing, the author may edit a note; later a database trigger refuses changes.
TIME_TO_EDIT = datetime.timedelta(hours=24)


class NoteKind(models.TextChoices):
    """What the note is about: a conversation, a visit, a call, or a matter of the team."""

    CONTACT = "contact", _("Conversation")
    VISIT = "visit", _("Visit")
    CALL = "call", _("Call")
    INTERNAL = "internal", _("Internal")
