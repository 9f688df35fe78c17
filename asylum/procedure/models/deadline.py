"""The terms that run for an application."""

import datetime
import uuid
from functools import cached_property
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext

from accounts.models import User
from asylum.pathways.choices import ApplicationStatus, DeadlineKind
from asylum.pathways.rules import SETTLED_BY_HAND
from asylum.procedure.models.application import ApplicationStatusChange, AsylumApplication
from asylum.procedure.querysets import DeadlineQuerySet
from pages.dates import hour_in_words
from reference.models import DeadlineRule


class LegalDeadline(models.Model):
    """A term of an application, computed by the rule of the day on which the term began.

    `due_on` is the effective last day: the one that the authority stated, or else `computed_on`. `at_time` is the hour of
    an interview. `ticked_on` is the day on which the term was met, if somebody ticked it off.
    `asylum.procedure.counting` computes the days from valid steps, ticks and extensions.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    application = models.ForeignKey(AsylumApplication, models.PROTECT, related_name="deadlines")
    begun_by = models.ForeignKey(
        ApplicationStatusChange, models.PROTECT, null=True, blank=True, related_name="terms"
    )
    kind = models.CharField(_("what"), max_length=10, choices=DeadlineKind.choices)
    rule = models.ForeignKey(DeadlineRule, models.PROTECT, null=True, blank=True, related_name="+")
    starts_on = models.DateField(_("runs from"))
    computed_on = models.DateField(_("computed day"), null=True, blank=True)
    due_on = models.DateField(_("last day"), db_index=True)
    at_time = models.TimeField(_("hour"), null=True, blank=True)
    ended_on = models.DateField(_("term ended on"), null=True, blank=True)
    was_met = models.BooleanField(_("met"), null=True, blank=True)
    ticked_on = models.DateField(_("ticked off for the day"), null=True, blank=True)
    owner = models.ForeignKey(
        User, models.PROTECT, null=True, related_name="+", verbose_name=_("looks after it")
    )
    deputy = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("stands in")
    )

    objects = DeadlineQuerySet.as_manager()

    class Privacy:
        open = {"id", "application", "begun_by", "rule", "owner", "deputy"}
        counted = {
            "kind",
            "starts_on",
            "computed_on",
            "due_on",
            "at_time",
            "ended_on",
            "was_met",
            "ticked_on",
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

    # Set by `asylum.terms.querysets.terms_of` and `asylum.terms.sums.with_sums`.
    can_be_taken: bool = False
    sum_in_words: str = ""
    # Set by `asylum.permits.visas.with_visas`.
    visa_on: datetime.date | None = None

    def get_absolute_url(self) -> str:
        return self.application.get_absolute_url()

    @property
    def status_tag(self) -> tuple[str, str]:
        if self.was_met and self.application.status == ApplicationStatus.MISTAKEN:
            return str(_("Met by a claim recorded by mistake")), "quiet"
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
            # A term that people tick off may be met although nobody ticked it off before the claim moved on.
            missed = _("Expired, not ticked off") if self.kind in SETTLED_BY_HAND else _("Missed")
            return str(missed if self.is_missed else _("No longer runs")), "quiet"
        if self.application.is_of_the_dead:
            return str(_("No longer runs: the person died")), "quiet"
        if self.is_not_needed:
            return str(_("Not needed: national of this country")), "quiet"
        if self.is_overdue_on(self.application.individual.office.today()):
            return str(_("Overdue")), "trouble"
        if self.is_extended:
            return pgettext("legal term", "Extended"), "calm"
        return pgettext("legal term", "Running"), "calm"

    @property
    def what(self) -> str:
        """The label of the kind of term; for an interview with the hour."""
        kind = str(self.get_kind_display())
        return f"{kind}, {self.hour}" if self.hour else kind

    @property
    def hour(self) -> str:
        """The hour of an interview in words; empty for other terms."""
        return hour_in_words(self.at_time) if self.kind == DeadlineKind.INTERVIEW else ""

    @property
    def is_extended(self) -> bool:
        """Whether an extension gives a later day than the rule. Reads prefetched rows if there are any."""
        extension = self.newest_extension
        return bool(extension and (self.computed_on is None or extension.is_on > self.computed_on))

    @property
    def newest_extension(self) -> Any:
        """The newest valid extension, which may be undone. Reads prefetched rows if there are any."""
        standing = [each for each in self.extensions.all() if each.mistaken_on is None]
        return standing[-1] if standing else None

    @property
    def days_late(self) -> int:
        """How many days after its last day the term was met; 0 if it was met in time, or was not met."""
        return max((self.ended_on - self.due_on).days, 0) if self.was_met and self.ended_on else 0

    @property
    def is_missed(self) -> bool:
        """Whether the last day had passed when a step ended the term unmet.

        Never True for an interview, which may have been moved: its own row has the outcome.
        """
        if self.was_met or not self.ended_on or self.kind == DeadlineKind.INTERVIEW:
            return False
        return self.due_on < self.ended_on

    @property
    def is_settled_by_hand(self) -> bool:
        return self.ended_on is None and self.kind in SETTLED_BY_HAND

    @property
    def may_be_ticked_off(self) -> bool:
        """Whether somebody may tick the term off: while it runs, or if a step ended it unmet after its first day.

        A term that ended on its first day never ran: the step that started it was a mistake.
        """
        if self.kind not in SETTLED_BY_HAND or self.was_met:
            return False
        return self.ended_on is None or self.ended_on > self.starts_on

    @property
    def is_of_a_summons(self) -> bool:
        """Whether the term is the day of an interview, which only a new summons moves."""
        return self.kind == DeadlineKind.INTERVIEW

    @property
    def is_ticked_off(self) -> bool:
        """Whether somebody ticked the term off, which can be corrected."""
        return bool(self.was_met) and self.kind in SETTLED_BY_HAND

    @property
    def is_not_needed(self) -> bool:
        """Whether the term is the time to apply of a national of the country, who needs no asylum there."""
        return self.kind == DeadlineKind.FILE and self.application.is_of_national

    @property
    def is_running(self) -> bool:
        return not (self.ended_on or self.application.is_of_the_dead or self.is_not_needed)

    def is_overdue_on(self, today: datetime.date) -> bool:
        return self.is_running and self.due_on < today

    @cached_property
    def doubts(self) -> list[str]:
        """Says why the term is uncertain, for example because a newer text may have changed the rule."""
        if self.rule and self.due_on == self.computed_on:
            return self.rule.doubts_of_day
        return self.rule.doubts if self.rule else []

    @property
    def doubt(self) -> str:
        """The `doubts` as one sentence; empty without doubts."""
        return "; ".join(self.doubts)

    def recompute(self, computed_on: datetime.date | None) -> None:
        """Sets the computed last day; the caller saves the term. A later day by an extension stays the effective one."""
        extension = None if self._state.adding else self.newest_extension
        if computed_on:
            self.due_on = max(extension.is_on, computed_on) if extension else computed_on
        self.computed_on = computed_on
