"""Stages of a claim, legal terms, kinds of permits, and the papers of a pathway."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from pages.choices import Toned


class AskedOf(models.TextChoices):
    """Who needs a paper at a stage of a pathway."""

    ALL = "all", _("Everybody")
    FORMER = "former", _("Former members of a force")
    CHILD = "child", _("Children")


class PairVerdict(Toned):
    """What a law or a court says about holding two papers."""

    FORBIDDEN = "forbidden", "warn", _("not held together")
    DISPUTED = "disputed", "warn", _("courts have ruled on it")
    ALLOWED = "allowed", "calm", _("may be held together")


class Bringer(models.TextChoices):
    """Who provides a paper of a pathway."""

    PERSON = "person", _("The person")
    OFFICE = "office", _("This office")
    AUTHORITY = "authority", _("The authority")


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
# States of claims that continued because a renunciation was valid or was not needed.
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
# Papers that replace those once a claim is granted.
AFTER_A_GRANT = frozenset({PermitType.VISA, PermitType.CE, PermitType.CRNM})
