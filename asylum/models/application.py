"""Asylum applications, the history of their state, and the terms that run."""

import datetime
import uuid
from functools import cached_property

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext

from accounts.models import User
from asylum.choices import (
    APPLICATION_TONE,
    DATED_BY_THE_FORM,
    OPEN_APPLICATION,
    ApplicationStatus,
    DeadlineKind,
    Ground,
    RefusalGround,
)
from asylum.models.moves import fighters_renounce_first, moves_of_the_pathway
from asylum.pathways.models import PathwayStage
from asylum.querysets.rows import ApplicationQuerySet, DeadlineQuerySet
from asylum.querysets.steps import ApplicationStepQuerySet
from asylum.rules.terms import SETTLED_BY_HAND
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.addresses import path_to
from pages.dates import hour_in_words
from reference.models import DeadlineRule
from vault.fields import EncryptedTextField
from vault.history import as_known
from vault.models import SealedRow


@as_known()
class AsylumApplication(SealedRow):
    """One person's request for protection. `case` is the file in which it was recorded; sight follows the person."""

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
        models.CharField(max_length=10, choices=Ground.choices),
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
    # Filled by whoever knows of deaths: `asylum.of_case`, `asylum.querysets.rows.of_the_dead`.
    is_of_the_dead: bool = False

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
        triggers = [moves_of_the_pathway(), fighters_renounce_first()]
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
        return path_to("application-detail", self.pk)

    @property
    def is_open(self) -> bool:
        return self.status in OPEN_APPLICATION

    @property
    def is_made(self) -> bool:
        """`objects.made()` of one: neither recorded by mistake nor given up before it was lodged."""
        is_given_up = self.status == ApplicationStatus.WITHDRAWN and self.lodged_on is None
        return self.status != ApplicationStatus.MISTAKEN and not is_given_up

    @property
    def status_tag(self) -> tuple[str, str]:
        return str(self.get_status_display()), APPLICATION_TONE[self.status]

    @property
    def lawful_moves(self) -> list[ApplicationStatus]:
        """States that may come next in its country, in the order in which the procedure knows them."""
        stage = PathwayStage.objects.stage(self.country, self.status)
        return [state for state in ApplicationStatus if stage and state in stage.leads_to]

    @property
    def moves_in_words(self) -> list[tuple[str, str]]:
        """The same with what each is called; the one state that may follow itself says that it comes about again."""
        return [
            (state.value, str(_("Summoned again") if state == self.status else state.label))
            for state in self.lawful_moves
        ]

    @property
    def next_term(self) -> "LegalDeadline | None":
        """The running term that ends first; uses what was fetched with the row."""
        running = [term for term in self.deadlines.all() if term.is_running]
        return min(running, key=lambda term: term.due_on, default=None)

    @property
    def grounds_in_words(self) -> list[str]:
        return [str(Ground(ground).label) for ground in self.grounds]


class ApplicationStatusChange(SealedRow):
    """One move of an application, kept for good. An override of a rule carries its reason, sealed."""

    append_only = True

    application = models.ForeignKey(
        AsylumApplication, models.PROTECT, related_name="status_changes"
    )
    status = models.CharField(max_length=16, choices=ApplicationStatus.choices)
    on = models.DateField()
    is_override = models.BooleanField(default=False)
    remark = EncryptedTextField(blank=True)
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, models.PROTECT, related_name="+")

    objects = ApplicationStepQuerySet.as_manager()

    class Privacy:
        open = {"id", "key_id", "application", "at", "by"}
        counted = {"status", "on", "is_override"}
        sealed = {"remark"}

    class Meta:
        ordering = ["-at"]

    @property
    def correction_url(self) -> str:
        """Where its day is put right; empty for a step whose day stands in the form of the application."""
        if self.status in DATED_BY_THE_FORM:
            return ""
        return path_to("application-step-correct", self.pk)

    @property
    def subject(self) -> "AsylumApplication":
        """What moved."""
        return self.application

    @property
    def status_tag(self) -> tuple[str, str]:
        return str(self.get_status_display()), APPLICATION_TONE[self.status]


class LegalDeadline(models.Model):
    """A term that runs, or ran, for an application: computed when its event happened, under the rule of that day.

    `due_on` is what counts: the day a paper states, or else `computed_on`. Overdue is never stored. `at_time` is the hour of
    an interview, as its summons says it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    application = models.ForeignKey(AsylumApplication, models.PROTECT, related_name="deadlines")
    kind = models.CharField(_("what"), max_length=10, choices=DeadlineKind.choices)
    rule = models.ForeignKey(DeadlineRule, models.PROTECT, null=True, blank=True, related_name="+")
    starts_on = models.DateField(_("runs from"))
    computed_on = models.DateField(_("computed day"), null=True, blank=True)
    due_on = models.DateField(_("last day"), db_index=True)
    at_time = models.TimeField(_("hour"), null=True, blank=True)
    ended_on = models.DateField(_("term ended on"), null=True, blank=True)
    was_met = models.BooleanField(_("met"), null=True, blank=True)
    owner = models.ForeignKey(
        User, models.PROTECT, null=True, related_name="+", verbose_name=_("looks after it")
    )
    deputy = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("stands in")
    )

    objects = DeadlineQuerySet.as_manager()

    class Privacy:
        open = {"id", "application", "rule", "owner", "deputy"}
        counted = {
            "kind",
            "starts_on",
            "computed_on",
            "due_on",
            "at_time",
            "ended_on",
            "was_met",
        }

    class Meta:
        ordering = ["due_on"]
        constraints = [
            models.UniqueConstraint(
                fields=["application", "kind"],
                condition=Q(ended_on=None),
                name="one_running_term_of_a_kind",
            ),
            models.CheckConstraint(
                condition=Q(ended_on=None, was_met=None)
                | Q(ended_on__isnull=False, was_met__isnull=False),
                name="ended_term_was_met_or_not",
            ),
            models.CheckConstraint(
                condition=Q(owner=None) | Q(deputy=None) | ~Q(deputy=F("owner")),
                name="another_one_stands_in_for_the_owner_of_a_term",
                violation_error_message=_("Choose two different people."),
            ),
        ]

    # Filled by `asylum.terms.querysets.terms_of` and `asylum.sums.with_sums`.
    can_go: bool = False
    sum_in_words: str = ""

    def get_absolute_url(self) -> str:
        return self.application.get_absolute_url()

    @property
    def status_tag(self) -> tuple[str, str]:
        if late := self.days_late:
            words = ngettext(
                "Met late, %(days)d day after its last day",
                "Met late, %(days)d days after its last day",
                late,
            )
            return words % {"days": late}, "warn"
        if self.was_met:
            return str(_("Met")), "good"
        if self.ended_on:
            # Of what is ticked off by hand, the claim that went on does not say that nobody did it.
            missed = _("Expired, not ticked off") if self.kind in SETTLED_BY_HAND else _("Missed")
            return str(missed if self.due_on < self.ended_on else _("No longer runs")), "quiet"
        if self.application.is_of_the_dead:
            return str(_("No longer runs: the person died")), "quiet"
        if self.is_needless:
            return str(_("Not needed: national of this country")), "quiet"
        if self.is_overdue_on(self.application.individual.office.today()):
            return str(_("Overdue")), "trouble"
        if self.is_extended:
            return pgettext("legal term", "Extended"), "calm"
        return pgettext("legal term", "Running"), "calm"

    @property
    def what(self) -> str:
        """Its kind in words; of an interview with the hour."""
        kind = str(self.get_kind_display())
        return f"{kind}, {self.hour}" if self.hour else kind

    @property
    def hour(self) -> str:
        """In words, of an interview alone."""
        return hour_in_words(self.at_time) if self.kind == DeadlineKind.INTERVIEW else ""

    @property
    def is_extended(self) -> bool:
        """Whether an authority gave it a later day; uses what was fetched with the row."""
        return any(each.mistaken_on is None for each in self.extensions.all())

    @property
    def days_late(self) -> int:
        """How many days after its last day it was met; none where it was met in time, or not met."""
        return max((self.ended_on - self.due_on).days, 0) if self.was_met and self.ended_on else 0

    @property
    def is_settled_by_hand(self) -> bool:
        return self.ended_on is None and self.kind in SETTLED_BY_HAND

    @property
    def is_ticked_off(self) -> bool:
        """Whether somebody ticked it off by hand, which can be put right."""
        return bool(self.was_met) and self.kind in SETTLED_BY_HAND

    @property
    def is_needless(self) -> bool:
        """Whether it is the time to apply of a national of the country: see `asylum.nationals`."""
        claim = self.application
        return self.kind == DeadlineKind.FILE and claim.country in claim.individual.nationalities

    @property
    def is_running(self) -> bool:
        return not (self.ended_on or self.application.is_of_the_dead or self.is_needless)

    def is_overdue_on(self, today: datetime.date) -> bool:
        return self.is_running and self.due_on < today

    @cached_property
    def doubts(self) -> list[str]:
        """Why the term is not firmly known: the trust in its source, a newer text that may have changed the rule."""
        if self.rule and self.due_on == self.computed_on:
            return self.rule.doubts_of_day
        return self.rule.doubts if self.rule else []

    @property
    def doubt(self) -> str:
        """The same as one sentence, or nothing."""
        return "; ".join(self.doubts)

    def recompute(self, computed_on: datetime.date | None) -> None:
        """Takes a newly computed day. A day that a paper states counts for more, and stays; the caller saves."""
        if computed_on and self.due_on == self.computed_on:
            self.due_on = computed_on
        self.computed_on = computed_on
