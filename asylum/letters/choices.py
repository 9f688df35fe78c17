"""Kinds of letters, and who may issue and open each."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission


class LetterKind(models.TextChoices):
    EMPLOYER = "employer", _("Letter to employers")
    CERTIFICATE = "certificate", _("Certificate of a pending application")
    APPOINTMENT = "appointment", _("Notice of an appointment")
    DECLARATION = "declaration", _("Declaration of renunciation, to be signed")
    POWER = "power", _("Power of attorney")
    APPEAL = "appeal", _("Cover sheet of an appeal")
    REQUEST = "request", _("Request to the authority")
    ANSWER = "answer", _("Answer to a request about own data")


class LetterLanguage(models.TextChoices):
    SPANISH = "es", _("Spanish")
    ENGLISH = "en", _("English")


# Letters that the person signs, or takes to an employer or an appointment: not issued for a person who died.
NOT_FOR_THE_DEAD = frozenset(
    {
        LetterKind.EMPLOYER,
        LetterKind.APPOINTMENT,
        LetterKind.DECLARATION,
        LetterKind.POWER,
        LetterKind.APPEAL,
        LetterKind.REQUEST,
    }
)

# The permission that a kind of letter needs besides LETTER_READ or LETTER_ISSUE, because it repeats what the file says.
CONTENT_PERMISSION: dict[str, Permission] = {
    LetterKind.EMPLOYER: Permission.PERMIT_READ,
    LetterKind.CERTIFICATE: Permission.APPLICATION_READ,
    LetterKind.APPOINTMENT: Permission.TASK_READ,
    LetterKind.DECLARATION: Permission.RENUNCIATION_CHANGE,
    LetterKind.POWER: Permission.APPLICATION_CHANGE,
    LetterKind.APPEAL: Permission.APPLICATION_CHANGE,
    LetterKind.REQUEST: Permission.APPLICATION_CHANGE,
    LetterKind.ANSWER: Permission.EXTRACT_MAKE,
}
