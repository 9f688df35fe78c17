"""Asylum applications and the history of their state."""

import datetime
import uuid
from functools import cached_property
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from asylum.papers.choices import DATED_BY_THE_FORM
from asylum.pathways.choices import APPLICATION_TONE, OPEN_APPLICATION, ApplicationStatus
from asylum.pathways.models import PathwayStage
from asylum.procedure.choices import ClaimGround, RefusalGround
from asylum.procedure.moves import fighters_renounce_first, lawful_moves_of_claim
from asylum.procedure.querysets import ApplicationQuerySet, ApplicationStepQuerySet
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.addresses import fast_reverse
from pages.dates import short_date
from vault.fields import EncryptedTextField
from vault.history import track_history
from vault.models import SealedRow


@track_history()
class AsylumApplication(SealedRow):
    """One person's application for asylum, visible with the person's current case. `case` is where it was recorded."""

    never_deleted = True

    individual = models.ForeignKey(
        Individual, models.PROTECT, related_name="applications", verbose_name=_("person")
    )
    case = models.ForeignKey(
        Case, models.PROTECT, related_name="applications", verbose_name=_("case")
    )
    country = models.CharField(_("country"), max_length=2, default="CO", help_text="ISO 3166-1")
    status = models.CharField(
        _("state"),
        max_length=16,
        choices=ApplicationStatus.choices,
        default=ApplicationStatus.DRAFT,
    )
    status_on = models.DateField(_("since"))
    grounds = ArrayField(
        models.CharField(max_length=10, choices=ClaimGround.choices),
        verbose_name=_("grounds"),
        default=list,
        blank=True,
    )
    entered_on = models.DateField(_("entered the country on"), null=True, blank=True)
    lodged_on = models.DateField(_("lodged on"), null=True, blank=True)
    interview_on = models.DateField(_("interview on"), null=True, blank=True)
    resolved_on = models.DateField(_("decision taken on"), null=True, blank=True)
    decided_on = models.DateField(_("decision notified on"), null=True, blank=True)
    refusal_ground = EncryptedTextField(
        _("why the decision was negative"), max_length=40, choices=RefusalGround.choices, blank=True
    )
    depends_on = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="dependants",
        verbose_name=_("depends on the claim of"),
    )
    reference = EncryptedTextField(_("reference of the authority"), max_length=60, blank=True)
    reference_token = models.BigIntegerField(null=True, db_index=True, editable=False)
    late_reason = EncryptedTextField(_("reason for filing late"), blank=True)
    statement = EncryptedTextField(
        _("reasons for leaving and for not returning"),
        blank=True,
        help_text=_("Only legal officers read this."),
    )
    recorded_at = models.DateTimeField(auto_now_add=True)
    recorded_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    objects = ApplicationQuerySet.as_manager()
    # Set by `asylum.file.of_case` or `asylum.people.querysets.of_the_dead`.
    is_of_the_dead: bool = False
    # The hour of the pending interview; set by `asylum.file.of_case`.
    interview_at: datetime.time | None = None
    # Missed or excused interview without a newer summons, and its key; set by `asylum.file.of_case`.
    absence: str = ""
    absence_key: uuid.UUID | None = None

    class Privacy:
        open = {"id", "key_id", "individual", "case", "depends_on", "recorded_at", "recorded_by"}
        counted = {
            "country",
            "status",
            "status_on",
            "grounds",
            "entered_on",
            "lodged_on",
            "interview_on",
            "resolved_on",
            "decided_on",
        }
        personal = {"reference", "reference_token"}
        sealed = {"late_reason", "refusal_ground", "statement"}

    class Meta:
        verbose_name = _("asylum application")
        verbose_name_plural = _("asylum applications")
        ordering = ["-status_on", "-recorded_at"]
        indexes = [
            models.Index(fields=["status", "-status_on"], name="applications_by_state"),
            models.Index(fields=["-status_on", "-recorded_at"], name="applications_newest_first"),
        ]
        triggers = [lawful_moves_of_claim(), fighters_renounce_first()]
        constraints = [
            models.UniqueConstraint(
                fields=["individual"],
                condition=Q(status__in=sorted(OPEN_APPLICATION)),
                name="one_open_application_per_person",
                violation_error_message=_("This person has an open application already."),
            ),
            models.CheckConstraint(
                condition=Q(lodged_on__isnull=False)
                | Q(
                    status__in=[
                        ApplicationStatus.DRAFT,
                        ApplicationStatus.WITHDRAWN,
                        ApplicationStatus.MISTAKEN,
                    ]
                ),
                name="lodged_application_has_its_day",
                violation_error_message=_("Say on which day the application was lodged."),
            ),
            models.CheckConstraint(
                condition=Q(lodged_on=None)
                | Q(entered_on=None)
                | Q(lodged_on__gte=F("entered_on")),
                name="application_lodged_after_entry",
                violation_error_message=_("The application was lodged before the entry."),
            ),
            models.CheckConstraint(
                condition=~Q(status=ApplicationStatus.SUMMONED) | Q(interview_on__isnull=False),
                name="summons_names_the_day",
                violation_error_message=_("A summons needs the day of the interview."),
            ),
            models.CheckConstraint(
                condition=Q(resolved_on=None)
                | Q(decided_on=None)
                | Q(decided_on__gte=F("resolved_on")),
                name="decision_notified_after_it_was_taken",
                violation_error_message=_("The decision was notified before it was taken."),
            ),
            models.CheckConstraint(
                condition=Q(depends_on=None) | ~Q(depends_on=F("id")),
                name="claim_depends_on_another_one",
            ),
        ]

    def __str__(self) -> str:
        return self.individual.number

    def get_absolute_url(self) -> str:
        return fast_reverse("application-detail", self.pk)

    @property
    def is_open(self) -> bool:
        return self.status in OPEN_APPLICATION

    @property
    def is_pending(self) -> bool:
        """`objects.pending()` for one row."""
        is_before_a_judge = self.status == ApplicationStatus.TUTELA
        return self.is_open and self.lodged_on is not None and not is_before_a_judge

    @cached_property
    def is_overtaken(self) -> bool:
        """Whether the claim is decided and another claim of the person is pending: the terms of this one matter less."""
        if self.is_open:
            return False
        return type(self).objects.pending().filter(individual=self.individual_id).exists()

    @property
    def is_made(self) -> bool:
        """`objects.made()` for one row: neither a mistake nor a withdrawn draft."""
        is_withdrawn_draft = self.status == ApplicationStatus.WITHDRAWN and self.lodged_on is None
        return self.status != ApplicationStatus.MISTAKEN and not is_withdrawn_draft

    @property
    def is_of_national(self) -> bool:
        """Whether the person is a national of the country of the claim (`asylum.procedure.nationals`)."""
        return self.country in self.individual.nationalities

    @property
    def status_tag(self) -> tuple[str, str]:
        return str(self.get_status_display()), APPLICATION_TONE[self.status]

    @property
    def status_day(self) -> str:
        """The date beside the state: its first day, or for a summons the day of the interview and the hour if known."""
        if self.status != ApplicationStatus.SUMMONED or not self.interview_on:
            return short_date(self.status_on)
        day = short_date(self.interview_on)
        if self.absence:
            is_excused = self.absence == "excused"
            sentence = (
                _("%(day)s, did not come and was excused")
                if is_excused
                else _("%(day)s, and did not come")
            )
            return str(sentence % {"day": day})
        return f"{day}, {self.interview_at:%H:%M}" if self.interview_at else day

    @property
    def lawful_moves(self) -> list[ApplicationStatus]:
        """States that may follow in the country of the claim, in the order of the procedure."""
        stage = PathwayStage.objects.stage(self.country, self.status)
        return [state for state in ApplicationStatus if stage and state in stage.leads_to]

    @property
    def moves_in_words(self) -> list[tuple[str, str]]:
        """The states that may follow, with their labels; a repeated summons has a label of its own."""
        return [
            (state.value, str(_("Summoned again") if state == self.status else state.label))
            for state in self.lawful_moves
        ]

    @property
    def next_term(self) -> Any:
        """The running term that ends first. Reads prefetched rows if there are any."""
        running = [term for term in self.deadlines.all() if term.is_running]
        return min(running, key=lambda term: term.due_on, default=None)

    @property
    def grounds_in_words(self) -> list[str]:
        return [str(ClaimGround(ground).label) for ground in self.grounds]


class ApplicationStatusChange(SealedRow):
    """One step of an application; never changed or deleted. `remark` is sealed, and is the reason of an override.

    The step of a decision also stores the date and ground of the decision before.
    """

    append_only = True

    application = models.ForeignKey(
        AsylumApplication, models.PROTECT, related_name="status_changes"
    )
    status = models.CharField(max_length=16, choices=ApplicationStatus.choices)
    on = models.DateField()
    is_override = models.BooleanField(default=False)
    remark = EncryptedTextField(blank=True)
    earlier_resolved_on = models.DateField(_("decision before it taken on"), null=True)
    earlier_ground = EncryptedTextField(
        _("why the decision before it was negative"),
        max_length=40,
        choices=RefusalGround.choices,
        blank=True,
    )
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, models.PROTECT, related_name="+")

    objects = ApplicationStepQuerySet.as_manager()

    # Set by the page of the application: day and hour of the interview that this summons set.
    heard: str = ""

    class Privacy:
        open = {"id", "key_id", "application", "at", "by"}
        counted = {"status", "on", "is_override", "earlier_resolved_on"}
        sealed = {"remark", "earlier_ground"}

    class Meta:
        ordering = ["-at"]

    @property
    def correction_url(self) -> str:
        """The page that corrects the day of the step; empty if the form of the application corrects the day."""
        if self.status in DATED_BY_THE_FORM:
            return ""
        return fast_reverse("application-step-correct", self.pk)

    @property
    def subject(self) -> "AsylumApplication":
        """The claim that moved."""
        return self.application

    @property
    def status_tag(self) -> tuple[str, str]:
        return str(self.get_status_display()), APPLICATION_TONE[self.status]
