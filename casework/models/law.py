"""Deadlines as reference data, and the days on which offices are closed."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from casework.choices import Confidence, Unit
from casework.querysets.law import DeadlineRuleQuerySet, PublicHolidayQuerySet


class DeadlineRule(models.Model):
    """How long the law leaves between two events, since when, and who says so.

    Several versions of one rule (`code`) follow each other by `valid_from`/`valid_to`; `valid_to` is
    the first day the version no longer counts. `amount` is null where the text sets no term.
    """

    code = models.CharField(_("rule"), max_length=40)
    country = models.CharField(_("country"), max_length=2, default="CO", help_text="ISO 3166-1")
    trigger_event = models.CharField(_("starts with"), max_length=120)
    target_event = models.CharField(_("must happen"), max_length=160)
    amount = models.PositiveSmallIntegerField(_("length"), null=True, blank=True)
    unit = models.CharField(_("unit"), max_length=12, choices=Unit.choices)
    fixed_on = models.DateField(_("fixed date"), null=True, blank=True)
    counts_from_next_day = models.BooleanField(_("counted from the next day"), default=True)
    extends_to_open_day = models.BooleanField(
        _("moves to the next working day"),
        default=False,
        help_text=_("When the last day is a holiday or a weekend."),
    )
    is_renewable = models.BooleanField(_("renewable"), default=False)
    warn_days = models.JSONField(
        _("remind so many days before"), default=list, help_text=_("for example 30, 15, 7")
    )
    valid_from = models.DateField(_("in force from"), null=True, blank=True)
    valid_to = models.DateField(_("in force until"), null=True, blank=True)
    legal_reference = models.CharField(_("legal reference"), max_length=200)
    source = models.CharField(_("source read"), max_length=200)
    confidence = models.CharField(_("confidence"), max_length=10, choices=Confidence.choices)
    verified_by = models.CharField(_("verified by"), max_length=120, blank=True)
    verified_on = models.DateField(_("verified on"), null=True, blank=True)

    objects = DeadlineRuleQuerySet.as_manager()

    class Privacy:
        open = {
            "id",
            "code",
            "country",
            "trigger_event",
            "target_event",
            "amount",
            "unit",
            "fixed_on",
            "counts_from_next_day",
            "extends_to_open_day",
            "is_renewable",
            "warn_days",
            "valid_from",
            "valid_to",
            "legal_reference",
            "source",
            "confidence",
            "verified_by",
            "verified_on",
        }

    class Meta:
        ordering = ["code", "valid_from"]
        constraints = [
            models.UniqueConstraint(
                fields=["country", "code", "valid_from"],
                name="one_version_of_a_rule_per_day",
                nulls_distinct=False,
            ),
            models.CheckConstraint(
                condition=Q(valid_to=None) | Q(valid_from=None) | Q(valid_to__gt=F("valid_from")),
                name="rule_ends_after_it_starts",
            ),
        ]

    def __str__(self) -> str:
        return self.code


class PublicHoliday(models.Model):
    """A day on which no legal business day runs."""

    country = models.CharField(_("country"), max_length=2, help_text="ISO 3166-1")
    on = models.DateField(_("date"))
    name = models.CharField(_("name"), max_length=80)

    objects = PublicHolidayQuerySet.as_manager()

    class Privacy:
        open = {"id", "country", "on", "name"}

    class Meta:
        ordering = ["on"]
        constraints = [
            models.UniqueConstraint(fields=["country", "on"], name="one_holiday_per_day")
        ]

    def __str__(self) -> str:
        return f"{self.on} {self.name}"
