"""Vetted interpreters, and interviews of claims."""

import datetime

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from accounts.models import Office, User
from accounts.permissions import Permission
from accounts.sight import visible_keys
from asylum.procedure.choices import ABSENT, OUTCOME_TONE, InterviewOutcome
from asylum.procedure.models.application import ApplicationStatusChange, AsylumApplication
from casework.register.models.individual import Individual
from pages.dates import hour_in_words, short_date
from partners.models import Organisation
from vault.fields import EncryptedTextField
from vault.models import SealedRow
from vault.querysets import SealedQuerySet


class InterpreterQuerySet(SealedQuerySet):
    def visible_to(
        self, user: User, permission: Permission = Permission.APPLICATION_CHANGE
    ) -> "InterpreterQuerySet":
        """Interpreters of the offices where the user changes claims: nobody else needs to know who interprets.

        Excludes former members who were erased, whose rows are unreadable."""
        return self.filter(office__in=user.office_ids(permission), individual__erased_on=None)

    def offered(self, today: datetime.date) -> "InterpreterQuerySet":
        return self.filter(Q(ended_on=None) | Q(ended_on__gt=today))


class Interpreter(SealedRow):
    """An interpreter, and who vetted them. `individual` is set for a former member on file."""

    office = models.ForeignKey(Office, models.PROTECT, related_name="+")
    name = EncryptedTextField(_("name"), max_length=120)
    languages = EncryptedTextField(_("languages"), max_length=120)
    organisation = models.ForeignKey(
        Organisation,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("organisation"),
    )
    individual = models.ForeignKey(
        Individual,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("person on file"),
    )
    vetted_by = EncryptedTextField(_("checked by"), max_length=120)
    vetted_on = models.DateField(_("checked on"))
    ended_on = models.DateField(_("no longer offered since"), null=True, blank=True)
    recorded_at = models.DateTimeField(auto_now_add=True)
    recorded_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    objects = InterpreterQuerySet.as_manager()

    class Privacy:
        open = {
            "id",
            "key_id",
            "office",
            "organisation",
            "individual",
            "recorded_at",
            "recorded_by",
        }
        counted = {"vetted_on", "ended_on"}
        personal = {"name", "languages", "vetted_by"}

    class Meta:
        verbose_name = _("interpreter")
        verbose_name_plural = _("interpreters")
        ordering = ["-recorded_at"]

    def __str__(self) -> str:
        return f"{self.name} ({self.languages})"


# Outcomes of days that a newer summons replaced, or that the authority never set.
NOT_SET_OUTCOMES = frozenset({InterviewOutcome.AGAIN, InterviewOutcome.MISTAKEN})


class InterviewQuerySet(SealedQuerySet):
    def visible_to(
        self, user: User, permission: Permission = Permission.APPLICATION_READ
    ) -> "InterviewQuerySet":
        people = visible_keys(Individual.objects, user, permission)
        return self.filter(application__individual__in=people)

    def unsaid(self) -> "InterviewQuerySet":
        """Without an outcome."""
        return self.filter(outcome="")

    def set_days(self) -> "InterviewQuerySet":
        """Held, missed or pending: without mistakes and those that only a newer summons replaced."""
        return self.exclude(outcome__in=NOT_SET_OUTCOMES)


class ClaimInterview(SealedRow):
    """One day of interview set by the authority; a new summons creates another row.

    `at_time` is local time of the office, as in the summons. An interview held on another day has no hour."""

    application = models.ForeignKey(AsylumApplication, models.PROTECT, related_name="interviews")
    summons = models.ForeignKey(
        ApplicationStatusChange, models.PROTECT, null=True, blank=True, related_name="interviews"
    )
    noticed_on = models.DateField(_("summons notified on"), null=True, blank=True)
    on = models.DateField(_("day of the interview"))
    at_time = models.TimeField(_("hour"), null=True, blank=True)
    place = EncryptedTextField(_("place"), max_length=255, blank=True)
    outcome = models.CharField(
        _("what became of it"), max_length=8, choices=InterviewOutcome.choices, blank=True
    )
    reason = EncryptedTextField(_("why the person was not there"), blank=True)
    interpreter = models.ForeignKey(
        Interpreter,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="interviews",
        verbose_name=_("interpreter"),
    )
    interpreter_because = EncryptedTextField(_("why this interpreter all the same"), blank=True)
    recorded_at = models.DateTimeField(auto_now_add=True)
    recorded_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    objects = InterviewQuerySet.as_manager()

    # Set by `with_set_day`.
    set_on: datetime.date | None = None

    class Privacy:
        open = {
            "id",
            "key_id",
            "application",
            "summons",
            "interpreter",
            "recorded_at",
            "recorded_by",
        }
        counted = {"noticed_on", "on", "at_time", "outcome"}
        sealed = {"place", "reason", "interpreter_because"}

    class Meta:
        verbose_name = _("interview with the authority")
        verbose_name_plural = _("interviews with the authority")
        ordering = ["on", "recorded_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["application"],
                condition=Q(outcome=""),
                name="one_interview_ahead_of_a_claim",
            ),
            models.CheckConstraint(
                condition=~Q(outcome=InterviewOutcome.MISSED) | Q(reason__isnull=False),
                name="missed_interview_says_why",
                violation_error_message=_("Say why the person was not there."),
            ),
        ]

    def get_absolute_url(self) -> str:
        return reverse("claim-interview", args=[self.pk])

    @property
    def individual(self) -> Individual:
        return self.application.individual

    @property
    def is_mistake(self) -> bool:
        return self.outcome == InterviewOutcome.MISTAKEN

    @property
    def is_set(self) -> bool:
        """Held, missed or pending, as in `set_days`."""
        return self.outcome not in NOT_SET_OUTCOMES

    @property
    def hour(self) -> str:
        """The hour in words; of an interview that was held, only if it was on its planned day (`with_set_day`)."""
        is_held = self.outcome == InterviewOutcome.ATTENDED
        return "" if is_held and self.set_on != self.on else hour_in_words(self.at_time)

    @property
    def set_in_words(self) -> str:
        """Day and hour as in the summons, whatever the outcome (`with_set_day`)."""
        day, hour = short_date(self.set_on or self.on), hour_in_words(self.at_time)
        return ", ".join(filter(None, [day, hour]))

    @property
    def excuse(self) -> str:
        """The reason of an absence; empty for other outcomes."""
        return self.reason if self.outcome in ABSENT else ""

    @property
    def status_tag(self) -> tuple[str, str]:
        if not self.outcome:
            return pgettext("interview", "Not said yet"), "warn"
        return str(self.get_outcome_display()), OUTCOME_TONE[self.outcome]
