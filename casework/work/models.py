"""Models of the right to work, information about rights, job applications, work without papers, and visits of care."""

import datetime

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.corrections.models import Mistakable
from casework.register.choices import YesNo
from casework.register.models.individual import Individual
from casework.register.models.recorded import Recorded
from casework.work.choices import (
    JOB_TONE,
    JobOutcome,
    RefusalReason,
    RightsTopic,
    SpokenLanguage,
    VisitKind,
    WorkGround,
)
from casework.work.querysets import VisitQuerySet, WorkQuerySet
from partners.models import Organisation
from reference.choices import AllowsWork
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class HealthVisit(Mistakable, Recorded):
    """A visit of care by a provider; the findings are sealed."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="health_visits")
    provider = models.ForeignKey(
        Organisation, models.PROTECT, related_name="+", verbose_name=_("provider of care")
    )
    kind = models.CharField(_("kind of care"), max_length=14, choices=VisitKind.choices)
    on = models.DateField(_("date"))
    findings = EncryptedTextField(_("findings"), blank=True)

    objects = VisitQuerySet.as_manager()

    class Privacy:
        counted = {"provider", "kind", "on"}
        sealed = {"findings"}

    class Meta:
        verbose_name = _("visit of a health provider")
        verbose_name_plural = _("visits of health providers")
        ordering = ["-on", "-recorded_at"]


class WorkAuthorisation(Mistakable, Recorded):
    """A paper that allows, or does not allow, a person to work in a period.

    `ends_on` is the first day after the period. Papers that contradict each other all stay on file.
    """

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="work_authorisations")
    rule = models.CharField(_("rests on"), max_length=12, choices=WorkGround.choices)
    allows = models.CharField(_("allows work"), max_length=10, choices=AllowsWork.choices)
    starts_on = models.DateField(_("from"))
    ends_on = models.DateField(_("first day it no longer holds"), null=True, blank=True)
    paper = EncryptedTextField(_("paper"), max_length=120, blank=True)
    source = EncryptedTextField(_("who says so"), max_length=300, blank=True)

    objects = WorkQuerySet.as_manager()

    class Privacy:
        counted = {"rule", "allows", "starts_on", "ends_on"}
        sealed = {"paper", "source"}

    class Meta:
        verbose_name = _("right to work")
        verbose_name_plural = _("rights to work")
        ordering = ["-starts_on", "-recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on=None) | Q(ends_on__gt=F("starts_on")),
                name="work_right_ends_after_it_starts",
                violation_error_message=_("The end is before the start."),
            )
        ]

    def holds_on(self, day: datetime.date) -> bool:
        return self.starts_on <= day and (self.ends_on is None or self.ends_on > day)


class InformationGiven(Mistakable, SealedRow):
    """Information about a right: when, by whom, in which language, and what the person knew before."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="information")
    topic = models.CharField(_("about"), max_length=8, choices=RightsTopic.choices)
    on = models.DateField(_("told on"))
    given_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    language = models.CharField(_("language"), max_length=5, choices=SpokenLanguage.choices)
    knew_before = models.CharField(_("knew it before"), max_length=7, choices=YesNo.choices)
    understood = models.CharField(_("understood it"), max_length=7, choices=YesNo.choices)
    remark = EncryptedTextField(_("remark"), blank=True)
    recorded_at = models.DateTimeField(default=timezone.now)

    objects = WorkQuerySet.as_manager()

    class Privacy:
        open = {"individual", "given_by", "recorded_at"}
        counted = {"topic", "on", "language", "knew_before", "understood"}
        sealed = {"remark"}

    class Meta:
        verbose_name = _("information given")
        verbose_name_plural = _("pieces of information given")
        ordering = ["-on", "-recorded_at"]
        indexes = [models.Index(fields=["topic", "individual"], name="information_by_topic")]


class JobApplication(Mistakable, Recorded):
    """One job application and its outcome; a refusal has a coded reason, so that reasons can be counted."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="job_applications")
    on = models.DateField(_("applied on"))
    employer = EncryptedTextField(_("employer"), max_length=200, blank=True)
    outcome = models.CharField(
        _("outcome"), max_length=8, choices=JobOutcome.choices, default=JobOutcome.WAITING
    )
    outcome_on = models.DateField(_("answer on"), null=True, blank=True)
    refusal_reason = models.CharField(
        _("why it was refused"), max_length=10, choices=RefusalReason.choices, blank=True
    )

    objects = WorkQuerySet.as_manager()

    class Privacy:
        counted = {"on", "outcome", "outcome_on", "refusal_reason"}
        sealed = {"employer"}

    class Meta:
        verbose_name = _("application for a job")
        verbose_name_plural = _("applications for jobs")
        ordering = ["-on", "-recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(outcome=JobOutcome.WAITING, outcome_on=None)
                | (
                    ~Q(outcome=JobOutcome.WAITING)
                    & Q(outcome_on__isnull=False, outcome_on__gte=F("on"))
                ),
                name="answered_job_application_has_a_day",
                violation_error_message=_("The answer is before the application."),
            ),
            models.CheckConstraint(
                condition=(Q(outcome=JobOutcome.REFUSED) & ~Q(refusal_reason=""))
                | (~Q(outcome=JobOutcome.REFUSED) & Q(refusal_reason="")),
                name="only_a_refusal_has_a_reason",
                violation_error_message=_("A refusal, and nothing else, has a reason."),
            ),
        ]

    @property
    def outcome_tag(self) -> tuple[str, str]:
        return str(self.get_outcome_display()), JOB_TONE[self.outcome]

    @property
    def is_waiting(self) -> bool:
        return self.outcome == JobOutcome.WAITING


class InformalWork(Mistakable, Recorded):
    """Work without papers. Left out of every export, table, API and extract for an authority."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="informal_work")
    account = EncryptedTextField(_("what work, where, on which terms"))
    noted_on = models.DateField(_("noted on"))
    ended_on = models.DateField(_("ended on"), null=True, blank=True)

    objects = WorkQuerySet.as_manager()

    class Privacy:
        open = {"noted_on", "ended_on"}
        sealed = {"account"}

    class Meta:
        verbose_name = _("informal work")
        verbose_name_plural = _("informal works")
        ordering = ["-noted_on", "-recorded_at"]
