"""Choices of permits and renunciations: states, moves, wordings, and the tone each is shown in."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from asylum.pathways.choices import ApplicationStatus


class WorkRight(models.TextChoices):
    """What a paper itself says about work; the law in force may say something else."""

    YES = "yes", _("States the right to work")
    NO = "no", _("Does not state the right to work")
    UNKNOWN = "unknown", _("Not checked")


# A form answers with this if the new paper says about work what the old one said.
AS_BEFORE = "as_before"


class Validity(models.TextChoices):
    """The validity of a permit on a day; derived, never stored."""

    AHEAD = "ahead", _("Not valid yet")
    VALID = "valid", _("Valid")
    EXPIRING = "expiring", _("Expires soon")
    EXPIRED = "expired", _("Expired")
    UNDATED = "undated", _("No expiry known")
    RENEWED = "renewed", _("Renewed")
    CANCELLED = "cancelled", pgettext_lazy("permit", "Cancelled")
    MISTAKEN = "mistaken", _("Recorded by mistake")


VALIDITY_TONE: dict[str, str] = {
    Validity.AHEAD: "warn",
    Validity.VALID: "good",
    Validity.EXPIRING: "warn",
    Validity.EXPIRED: "trouble",
    Validity.UNDATED: "warn",
    Validity.RENEWED: "quiet",
    Validity.CANCELLED: "quiet",
    Validity.MISTAKEN: "quiet",
}


class Wording(models.TextChoices):
    """What the paper says. A permit of 2019 asked for a temporary separation, UNHCR for a permanent one. A person may
    hold both papers; they are never merged."""

    PERMANENT = "permanent", _("Permanent")
    TEMPORARY = "temporary", _("Temporary")


class Signature(models.TextChoices):
    YES = "yes", _("Signed")
    REFUSED = "refused", _("Refused to sign")


class DeclarationLanguage(models.TextChoices):
    """Languages in which the declaration was read out (ISO 639)."""

    SPANISH = "es", _("Spanish")
    WAYUU = "guc", _("Wayuunaiki")
    ENGLISH = "en", _("English")
    OTHER = "mis", _("Another language")


class Gap(models.TextChoices):
    """Facts about the authority's act that are not on file."""

    AUTHORITY = "authority", _("the authority")
    REFERENCE = "reference", _("the reference of its act")
    EXPLAINED = "explained", _("that the consequences were explained")
    COPY = "copy", _("that the person got a copy")


class RenunciationStatus(models.TextChoices):
    RECORDED = "recorded", pgettext_lazy("renunciation", "Recorded")
    SUBMITTED = "submitted", _("With the authority")
    NOT_YET = "not_yet", _("Not yet accepted")
    VERIFIED = "verified", pgettext_lazy("renunciation", "Verified")
    REFUSED = "refused", _("Refused by the authority")
    WITHDRAWN = "withdrawn", _("Withdrawn by the person")
    MISTAKEN = "mistaken", _("Recorded by mistake")


# Papers that the authority did not accept, or that the person withdrew.
FALLEN_RENUNCIATION: frozenset[str] = frozenset(
    {RenunciationStatus.NOT_YET, RenunciationStatus.REFUSED, RenunciationStatus.WITHDRAWN}
)
_R = RenunciationStatus
_TAKEN_BACK: frozenset[str] = frozenset({_R.WITHDRAWN, _R.MISTAKEN})
RENUNCIATION_MOVES: dict[str, frozenset[str]] = {
    _R.RECORDED: frozenset({_R.SUBMITTED}) | _TAKEN_BACK,
    _R.SUBMITTED: frozenset({_R.VERIFIED, _R.NOT_YET, _R.REFUSED}) | _TAKEN_BACK,
    _R.NOT_YET: frozenset({_R.VERIFIED, _R.REFUSED}) | _TAKEN_BACK,
    # A refusal can be challenged; the person can withdraw a verified renunciation.
    _R.REFUSED: frozenset({_R.SUBMITTED}) | _TAKEN_BACK,
    _R.VERIFIED: _TAKEN_BACK,
    _R.WITHDRAWN: frozenset(),
    _R.MISTAKEN: frozenset(),
}
# Fields about the act by which an authority accepted a renunciation; the user who verified the paper corrects them.
ACT_OF_AUTHORITY = frozenset({"accepted_by", "reference"})
# States whose day is a field of the form of the claim or the paper, and is corrected in that form.
DATED_BY_THE_FORM: tuple[str, ...] = (
    ApplicationStatus.DRAFT,
    ApplicationStatus.LODGED,
    RenunciationStatus.RECORDED,
)
# The authority's answers to a submitted paper.
ANSWERS_OF_AUTHORITY: frozenset[str] = frozenset({_R.VERIFIED, _R.NOT_YET, _R.REFUSED})
AWAITING_VERIFICATION: frozenset[str] = frozenset({_R.SUBMITTED, _R.NOT_YET})
PENDING_RENUNCIATION: frozenset[str] = AWAITING_VERIFICATION | {_R.RECORDED}
STANDING_RENUNCIATION: frozenset[str] = PENDING_RENUNCIATION | {_R.VERIFIED}
RENUNCIATION_TONE: dict[str, str] = {
    _R.RECORDED: "calm",
    _R.SUBMITTED: "warn",
    _R.NOT_YET: "warn",
    _R.VERIFIED: "good",
    _R.REFUSED: "trouble",
    _R.WITHDRAWN: "quiet",
    _R.MISTAKEN: "quiet",
}


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


# Identifications by which the person is or was a fighter.
FIGHTERS: frozenset[str] = frozenset({Identified.FORMER, Identified.ACTIVE})
# People who are never asked to renounce.
NEVER_ASKED: frozenset[str] = frozenset({Identified.CIVILIAN, Identified.CHILD})
# Identifications that need a paper of the authority.
WITH_A_PAPER: frozenset[str] = frozenset(set(Identified.values) - {Identified.OPEN})
