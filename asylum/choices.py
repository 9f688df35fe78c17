"""Choices of asylum: states and the moves allowed between them, papers, wordings, and the tone each is shown in."""

from enum import StrEnum

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class ClaimGround(models.TextChoices):
    """The ground of a claim: the three definitions in force in Colombia (Decreto 1067 de 2015)."""

    CONVENTION_1951 = "1951", _("1951 Convention")
    CARTAGENA = "cartagena", _("Cartagena Declaration")
    TORTURE_RISK = "torture", _("Risk of torture")


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


class ApplicationStatus(models.TextChoices):
    """The stages of a claim, in the order in which it passes them.

    `PathwayStage` holds which of them a country has, and the stages that may follow each."""

    DRAFT = "draft", _("In preparation")
    LODGED = "lodged", _("Lodged")
    RECEIVED = "received", _("Receipt confirmed by the authority")
    ADMITTED = "admitted", _("Admitted")
    INADMITTED = "inadmitted", _("Not admitted")
    SUMMONED = "summoned", _("Summoned to interview")
    INTERVIEWED = "interviewed", _("Interviewed")
    REFUSED = "refused", _("Negative decision notified")
    APPEALED = "appealed", _("Under appeal")
    RECOGNISED = "recognised", _("Recognised as refugee")
    PROTECTED = "protected", _("Complementary protection")
    REFUSED_FINAL = "refused_final", _("Refused for good")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    CLOSED = "closed", _("Archived by the authority")
    REOPENED = "reopened", _("Reopened by the authority")
    TUTELA = "tutela", _("Before a judge (tutela)")
    CEASED = "ceased", _("Protection ceased")
    CANCELLED = "cancelled", _("Recognition cancelled")
    REVOKED = "revoked", _("Recognition revoked")
    MISTAKEN = "mistaken", _("Recorded by mistake")


_S = ApplicationStatus
# Stages at which the claim is still being decided; a person has at most one such claim at a time.
OPEN_APPLICATION: frozenset[str] = frozenset(
    {
        _S.DRAFT,
        _S.LODGED,
        _S.RECEIVED,
        _S.ADMITTED,
        _S.INADMITTED,
        _S.SUMMONED,
        _S.INTERVIEWED,
        _S.REFUSED,
        _S.APPEALED,
        _S.REOPENED,
        _S.TUTELA,
    }
)
GRANTS: frozenset[str] = frozenset({_S.RECOGNISED, _S.PROTECTED})
# Decisions of an authority: the act has a day, and is notified on that day or later.
DECISIONS: frozenset[str] = GRANTS | {
    _S.INADMITTED,
    _S.REFUSED,
    _S.REFUSED_FINAL,
    _S.CEASED,
    _S.CANCELLED,
    _S.REVOKED,
}
# Decisions against the person, whose ground is stored separately.
NEGATIVE_DECISIONS: frozenset[str] = DECISIONS - GRANTS - {_S.INADMITTED, _S.CEASED}
# Claims that continued because the renunciation was thought to be valid.
UNDER_A_RENUNCIATION: frozenset[str] = frozenset(
    {_S.ADMITTED, _S.SUMMONED, _S.INTERVIEWED, _S.APPEALED, _S.RECOGNISED, _S.PROTECTED}
)
# Steps that need a valid renunciation, or a written reason.
NEEDS_STANDING: frozenset[str] = GRANTS | {_S.ADMITTED}
APPLICATION_TONE: dict[str, str] = {
    _S.DRAFT: "warn",
    _S.LODGED: "calm",
    _S.RECEIVED: "calm",
    _S.ADMITTED: "calm",
    _S.INADMITTED: "trouble",
    _S.SUMMONED: "warn",
    _S.INTERVIEWED: "calm",
    _S.REFUSED: "trouble",
    _S.APPEALED: "warn",
    _S.RECOGNISED: "good",
    _S.PROTECTED: "good",
    _S.REFUSED_FINAL: "trouble",
    _S.WITHDRAWN: "quiet",
    _S.CLOSED: "quiet",
    _S.REOPENED: "calm",
    _S.TUTELA: "warn",
    _S.CEASED: "trouble",
    _S.CANCELLED: "trouble",
    _S.REVOKED: "trouble",
    _S.MISTAKEN: "quiet",
}


class RefusalGround(models.TextChoices):
    """Why the authority refused a claim. Sealed: the file shows that a claim was refused, not why."""

    DEFINITION = "definition", _("Does not meet the definition of a refugee")
    CREDIBILITY = "credibility", _("Was not believed")
    EXCLUDED = "excluded", _("Excluded (article 1F of the Convention)")
    OTHER = "other", _("Another reason")


class DeadlineKind(models.TextChoices):
    FILE = "file", _("Lodge the application")
    ADMISSION = "admission", _("Authority decides on admission")
    RATIFY = "ratify", _("Ratify or extend the claim")
    INTERVIEW = "interview", _("Interview")
    APPEAL = "appeal", _("Appeal the negative decision")
    VISA = "visa", _("Ask for the visa")
    LEAVE = "leave", _("Leave or regularise")
    RULING = "ruling", _("Judge rules on the tutela")


class PermitType(models.TextChoices):
    SC2 = "sc2", _("Safe-conduct SC-2")
    SC1 = "sc1", _("Safe-conduct SC-1")
    PEP = "pep", _("Special stay permit PEP")
    PPT = "ppt", _("Temporary protection permit PPT")
    TUTOR = "tutor", _("Special stay permit PEP-Tutor")
    PIP = "pip", _("Entry and stay permit PIP")
    VISA = "visa", _("Visa")
    CE = "ce", _("Foreigner's card (cédula de extranjería)")
    PROTOCOL = "protoc", _("Protocol of the claim (protocolo)")
    DPRNM = "dprnm", _("Provisional registration document DPRNM")
    CRNM = "crnm", _("National migration card CRNM")
    OTHER = "other", _("Other permit")


# Papers that the authority issues while a decision is pending.
WHILE_PENDING = frozenset({PermitType.SC2, PermitType.PROTOCOL, PermitType.DPRNM})
# Papers that replace them once a claim was granted.
AFTER_A_GRANT = frozenset({PermitType.VISA, PermitType.CE, PermitType.CRNM})


class WorkRight(models.TextChoices):
    """What the paper itself says about work; the law in force may say something else."""

    YES = "yes", _("States the right to work")
    NO = "no", _("Does not state the right to work")
    UNKNOWN = "unknown", _("Not checked")


# For a new paper: its right to work is the one of the paper before.
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
# What a renunciation states of the act by which an authority accepted it; who verified it corrects it.
ACT_OF_AUTHORITY = frozenset({"accepted_by", "reference"})
# States whose day is part of the form of the application or the paper, and is corrected there.
DATED_BY_THE_FORM: tuple[str, ...] = (
    ApplicationStatus.DRAFT,
    ApplicationStatus.LODGED,
    RenunciationStatus.RECORDED,
)
# The authority's answers to a submitted paper.
WORD_OF_THE_AUTHORITY: frozenset[str] = frozenset({_R.VERIFIED, _R.NOT_YET, _R.REFUSED})
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


class RuleTask(StrEnum):
    """Which rule added a task (`asylum.actions.rule_tasks`); never shown."""

    NO_RENUNCIATION = "no_renunciation"
    VERIFIED_LATER = "verified_later"
    SCAN_FOLLOWS = "scan_follows"
    LATE_UNSAID = "late_unsaid"
    ENTRY_MOVED = "entry_moved"
    LATE_NOW = "late_now"
    TWO_WORDS = "two_words"
    TWO_PAPERS = "two_papers"
    TWO_CLAIMS = "two_claims"
    TWO_PERMITS = "two_permits"
    PRINCIPAL_ENDED = "principal_ended"
    VISA_TO_REGISTER = "visa_to_register"
