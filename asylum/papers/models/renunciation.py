"""Renunciations of military activity, their steps, and the authority's statements about people."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from asylum.papers.choices import (
    AWAITING_VERIFICATION,
    DATED_BY_THE_FORM,
    NEVER_ASKED,
    RENUNCIATION_MOVES,
    RENUNCIATION_TONE,
    WITH_A_PAPER,
    DeclarationLanguage,
    Gap,
    Identified,
    Method,
    RenunciationStatus,
    Signature,
    Wording,
)
from asylum.papers.moves import lawful_moves_of_paper
from asylum.papers.querysets import DemandQuerySet, RenunciationQuerySet, RenunciationStepQuerySet
from asylum.papers.rules import gaps, may_be_verified
from casework.register.choices import YesNo
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.models.recorded import Withdrawable
from partners.models import Organisation
from reference.models import Municipality
from vault.fields import EncryptedTextField
from vault.history import track_history
from vault.models import SealedRow


@track_history()
class Renunciation(SealedRow):
    """The paper by which one adult former member of a force gives up military activity.

    Constraints enforce that a verified paper is signed, has the permanent wording, and was verified by somebody else
    than its author."""

    never_deleted = True

    individual = models.ForeignKey(
        Individual, models.PROTECT, related_name="renunciations", verbose_name=_("person")
    )
    case = models.ForeignKey(
        Case, models.PROTECT, related_name="renunciations", verbose_name=_("case")
    )
    template_version = EncryptedTextField(_("version of the form"), max_length=60, blank=True)
    wording = models.CharField(_("wording"), max_length=10, choices=Wording.choices)
    language = models.CharField(
        _("language"), max_length=3, choices=DeclarationLanguage.choices, blank=True, default=""
    )
    had_interpreter = models.CharField(
        _("with an interpreter"), max_length=7, choices=YesNo.choices, default=YesNo.UNKNOWN
    )
    are_consequences_explained = models.CharField(
        _("consequences explained"), max_length=7, choices=YesNo.choices, default=YesNo.UNKNOWN
    )
    signature = models.CharField(_("signature"), max_length=7, choices=Signature.choices)
    signed_on = models.DateField(_("date of the paper"))
    municipality = models.ForeignKey(
        Municipality,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("place"),
    )
    authority = models.ForeignKey(
        Organisation,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("authority before which it was signed"),
    )
    witness = EncryptedTextField(_("witness"), max_length=120, blank=True)
    is_copy_given = models.CharField(
        _("copy given to the person"), max_length=7, choices=YesNo.choices, default=YesNo.UNKNOWN
    )
    statement = EncryptedTextField(
        _("statement"), blank=True, help_text=_("Only legal officers read this.")
    )
    status = models.CharField(
        _("state"),
        max_length=10,
        choices=RenunciationStatus.choices,
        default=RenunciationStatus.RECORDED,
    )
    status_on = models.DateField(_("since"))
    recorded_at = models.DateTimeField(auto_now_add=True)
    recorded_by = models.ForeignKey(
        User, models.PROTECT, related_name="+", verbose_name=_("recorded by")
    )
    verified_by = models.ForeignKey(
        User,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("second person"),
    )
    verified_on = models.DateField(_("day of verification"), null=True, blank=True)
    accepted_by = models.ForeignKey(
        Organisation,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("authority that accepted it"),
    )
    reference = EncryptedTextField(_("reference of the authority's act"), max_length=60, blank=True)
    verified_without = ArrayField(
        models.CharField(max_length=10, choices=Gap.choices),
        verbose_name=_("verified without"),
        default=list,
        blank=True,
    )
    verified_without_because = EncryptedTextField(_("why without it"), blank=True)

    objects = RenunciationQuerySet.as_manager()

    class Privacy:
        open = {
            "id",
            "key_id",
            "individual",
            "case",
            "recorded_at",
            "recorded_by",
            "verified_by",
        }
        counted = {
            "wording",
            "language",
            "had_interpreter",
            "are_consequences_explained",
            "signature",
            "signed_on",
            "municipality",
            "authority",
            "accepted_by",
            "is_copy_given",
            "status",
            "status_on",
            "verified_on",
            "verified_without",
        }
        personal = {"witness", "reference"}
        sealed = {"template_version", "statement", "verified_without_because"}

    class Meta:
        verbose_name = _("renunciation")
        verbose_name_plural = _("renunciations")
        ordering = ["-signed_on", "-recorded_at"]
        indexes = [models.Index(fields=["status", "-signed_on"], name="renunciations_by_state")]
        triggers = [lawful_moves_of_paper()]
        constraints = [
            models.CheckConstraint(
                condition=Q(verified_by=None, verified_on=None)
                | (
                    Q(verified_by__isnull=False, verified_on__isnull=False)
                    & ~Q(verified_by=F("recorded_by"))
                ),
                name="verified_by_a_second_person",
                violation_error_message=_("Somebody else than whoever recorded it must verify."),
            ),
            models.CheckConstraint(
                condition=~Q(status=RenunciationStatus.VERIFIED)
                | Q(
                    wording=Wording.PERMANENT,
                    signature=Signature.YES,
                    verified_by__isnull=False,
                    verified_on__isnull=False,
                ),
                name="verified_paper_is_permanent_and_signed",
                violation_error_message=_(
                    "Only a signed paper with the permanent wording can be verified."
                ),
            ),
            models.CheckConstraint(
                condition=~Q(status=RenunciationStatus.VERIFIED)
                | Q(
                    accepted_by__isnull=False,
                    are_consequences_explained=YesNo.YES,
                    is_copy_given=YesNo.YES,
                )
                | ~Q(verified_without=[]),
                name="verified_by_an_act_of_the_state",
                violation_error_message=_("A verification needs what the authority did."),
            ),
            models.CheckConstraint(
                condition=Q(verified_by=None)
                | Q(
                    status__in=[
                        RenunciationStatus.VERIFIED,
                        RenunciationStatus.WITHDRAWN,
                        RenunciationStatus.MISTAKEN,
                    ]
                ),
                name="verifier_stands_on_verified_paper",
            ),
        ]

    def get_absolute_url(self) -> str:
        return reverse("renunciation-detail", args=[self.pk])

    @property
    def is_refusal(self) -> bool:
        """Whether the person refused to sign: the row records the refusal."""
        return self.signature == Signature.REFUSED

    @property
    def status_tag(self) -> tuple[str, str]:
        if self.is_refusal and self.status == RenunciationStatus.RECORDED:
            return self.signature_tag
        return str(self.get_status_display()), RENUNCIATION_TONE[self.status]

    @property
    def signature_tag(self) -> tuple[str, str]:
        is_signed = self.signature == Signature.YES
        return str(self.get_signature_display()), "good" if is_signed else "trouble"

    @property
    def spoken(self) -> str:
        """The language, and whether somebody interpreted, as far as it was answered."""
        interpreted = {YesNo.YES: _("with an interpreter"), YesNo.NO: _("without an interpreter")}
        words = self.get_language_display(), interpreted.get(YesNo(self.had_interpreter), "")
        return ", ".join(str(each) for each in words if each)

    @property
    def submitted_to(self) -> Organisation | None:
        """The authority to which the paper was last submitted."""
        step = self.status_changes.standing().filter(status=RenunciationStatus.SUBMITTED).first()
        return step.authority if step else None

    @property
    def acting_authority(self) -> Organisation | None:
        """The authority that accepted the paper, or that has to decide; the paper may be signed before another one."""
        return self.accepted_by if self.verified_by_id else self.accepted_by or self.submitted_to

    @property
    def gaps_in_words(self) -> list[str]:
        return [str(Gap(gap).label) for gap in self.verified_without]

    @property
    def lacks(self) -> list[Gap]:
        """Facts about the authority's act that are not on file yet, whether or not the paper is verified."""
        return gaps(
            has_authority=self.acting_authority is not None,
            has_reference=bool(self.reference),
            is_explained=self.are_consequences_explained == YesNo.YES,
            is_copy_given=self.is_copy_given == YesNo.YES,
        )

    @property
    def lacks_in_words(self) -> str:
        return ", ".join(str(gap.label) for gap in self.lacks)

    @property
    def is_awaiting_verification(self) -> bool:
        return self.status in AWAITING_VERIFICATION and may_be_verified(
            self.wording, self.signature
        )

    @property
    def is_before_verification(self) -> bool:
        """Whether the paper waits for the authority, or can still be submitted."""
        is_new = self.status == RenunciationStatus.RECORDED
        return self.is_awaiting_verification or (
            is_new and may_be_verified(self.wording, self.signature)
        )

    @property
    def lawful_moves(self) -> list[RenunciationStatus]:
        """States that may follow. An unsigned paper can only be a mistake, and a temporary one cannot be verified."""
        moves = RENUNCIATION_MOVES[self.status]
        if self.signature != Signature.YES:
            moves &= {RenunciationStatus.MISTAKEN}
        if not may_be_verified(self.wording, self.signature):
            moves -= {RenunciationStatus.VERIFIED}
        return [state for state in RenunciationStatus if state in moves]


class RenunciationDemand(Withdrawable):
    """The authority's statement about one person: its identification, and whether it asks for a renunciation.

    The statement of the latest day counts; of one day, the one recorded last. Earlier statements stay on file. Only the
    authority tells fighters from civilians: a force or rank on file does not."""

    individual = models.ForeignKey(
        Individual, models.PROTECT, related_name="renunciation_demands", verbose_name=_("person")
    )
    case = models.ForeignKey(Case, models.PROTECT, related_name="+", verbose_name=_("case"))
    is_asked = models.BooleanField(_("the authority asks for a renunciation"))
    authority = models.ForeignKey(
        Organisation,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("authority"),
    )
    on = models.DateField(_("said on"))
    method = models.CharField(
        _("how the authority identified the person"),
        max_length=10,
        choices=Method.choices,
        blank=True,
        default="",
    )
    outcome = models.CharField(
        _("identified as"), max_length=10, choices=Identified.choices, blank=True, default=""
    )
    reference = EncryptedTextField(_("paper in which it stands"), max_length=60, blank=True)
    remark = EncryptedTextField(_("how it is known"), blank=True)

    # A statement is visible with the person's current case, as a claim is.
    objects = DemandQuerySet.as_manager()

    class Privacy:
        open = {"case"}
        counted = {"is_asked", "authority", "on", "method", "outcome"}
        sealed = {"reference", "remark"}

    class Meta:
        verbose_name = _("word of the authority about a renunciation")
        verbose_name_plural = _("words of the authority about renunciations")
        ordering = ["-on", "-recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(outcome__in=sorted(NEVER_ASKED)) | Q(is_asked=False),
                name="no_civilian_is_asked_to_renounce",
                violation_error_message=_("Nobody asks a civilian or a child to renounce."),
            ),
            models.CheckConstraint(
                condition=~Q(outcome__in=sorted(WITH_A_PAPER)) | Q(reference__isnull=False),
                name="identification_has_its_paper",
                violation_error_message=_("Name the paper in which it stands."),
            ),
        ]


class RenunciationStatusChange(SealedRow):
    """One step of a renunciation, with the authority that it names; never changed or deleted. The remark is sealed."""

    append_only = True

    renunciation = models.ForeignKey(Renunciation, models.PROTECT, related_name="status_changes")
    status = models.CharField(max_length=10, choices=RenunciationStatus.choices)
    on = models.DateField()
    authority = models.ForeignKey(
        Organisation, models.PROTECT, null=True, related_name="+", verbose_name=_("authority")
    )
    remark = EncryptedTextField(blank=True)
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, models.PROTECT, related_name="+")

    objects = RenunciationStepQuerySet.as_manager()

    # Set by the page of the paper: whether the user may not correct this step.
    is_closed: bool = False

    class Privacy:
        open = {"id", "key_id", "renunciation", "at", "by"}
        counted = {"status", "on", "authority"}
        sealed = {"remark"}

    class Meta:
        ordering = ["-at"]

    @property
    def correction_url(self) -> str:
        """The page that corrects the day of the step; empty if the form of the renunciation corrects the day."""
        if self.status in DATED_BY_THE_FORM:
            return ""
        return reverse("renunciation-step-correct", args=[self.pk])

    @property
    def scan_url(self) -> str:
        """The page that adds an image of the act; empty for the first step: its image is that of the paper."""
        if self.status == RenunciationStatus.RECORDED:
            return ""
        return reverse("renunciation-step-scan", args=[self.pk])

    @property
    def subject(self) -> "Renunciation":
        """The paper that moved."""
        return self.renunciation

    @property
    def status_tag(self) -> tuple[str, str]:
        if self.status == RenunciationStatus.RECORDED and self.renunciation.is_refusal:
            return self.renunciation.signature_tag
        return str(self.get_status_display()), RENUNCIATION_TONE[self.status]
