"""Terms that moved because the law or calendar on file changed."""

import uuid

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from asylum.procedure.models.deadline import LegalDeadline
from asylum.procedure.querysets import TermMoveQuerySet
from casework.register.models.individual import Individual
from pages.dates import short_date
from reference.models import DeadlineRule, PublicHoliday, TermSuspension


class TermMove(models.Model):
    """A move of the last day of a term, with both days and the cause, which was entered or removed.

    Without `deadline` the term is the time to apply of a person who has no claim yet.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    deadline = models.ForeignKey(
        LegalDeadline, models.PROTECT, null=True, blank=True, related_name="moves"
    )
    individual = models.ForeignKey(Individual, models.PROTECT, related_name="term_moves")
    was_on = models.DateField(gettext_lazy("last day before"))
    is_on = models.DateField(gettext_lazy("last day since"))
    suspension = models.ForeignKey(
        TermSuspension, models.PROTECT, null=True, blank=True, related_name="+"
    )
    holiday = models.ForeignKey(
        PublicHoliday, models.PROTECT, null=True, blank=True, related_name="+"
    )
    rule = models.ForeignKey(DeadlineRule, models.PROTECT, null=True, blank=True, related_name="+")
    is_taken_back = models.BooleanField(gettext_lazy("what moved it was taken back"), default=False)
    at = models.DateTimeField(auto_now_add=True)

    objects = TermMoveQuerySet.as_manager()

    class Privacy:
        open = {
            "id",
            "deadline",
            "individual",
            "suspension",
            "holiday",
            "rule",
            "is_taken_back",
            "at",
        }
        counted = {"was_on", "is_on"}

    class Meta:
        verbose_name = gettext_lazy("legal term that got another day")
        verbose_name_plural = gettext_lazy("legal terms that got another day")
        ordering = ["at"]
        indexes = [models.Index(fields=["at"], name="term_moves_by_day")]
        constraints = [
            models.CheckConstraint(condition=~Q(was_on=F("is_on")), name="term_move_moves")
        ]

    def __str__(self) -> str:
        return f"{self.was_on} → {self.is_on}"

    @property
    def in_words(self) -> str:
        """Says why the day moved, and names the day before."""
        words = {"why": self.cause_in_words, "was": short_date(self.was_on)}
        return _("%(why)s (before: %(was)s)") % words

    @property
    def cause_in_words(self) -> str:
        if self.suspension:
            days = {
                "first": short_date(self.suspension.starts_on),
                "last": short_date(self.suspension.through_on),
            }
            if self.is_taken_back:
                return _("moved, as the suspension of %(first)s – %(last)s was taken back") % days
            return _("moved by the suspension of %(first)s – %(last)s") % days
        if self.holiday:
            day = {"day": short_date(self.holiday.on)}
            if self.is_taken_back:
                return _("moved, as %(day)s counts as a working day") % day
            return _("moved by the public holiday of %(day)s") % day
        if self.rule and self.rule.valid_from:
            day = {"day": short_date(self.rule.valid_from)}
            return _("counted anew by the version of the rule in force since %(day)s") % day
        if self.rule:
            return _("counted anew, as the rule was corrected")
        return _("moved, as the working calendar was brought up to date")
