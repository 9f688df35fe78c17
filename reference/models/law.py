"""Models of rules of law: deadlines, holidays, suspensions, right to work."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from reference.choices import AllowsWork, Confidence, Unit
from reference.models.lists import is_spanish_active
from reference.querysets import (
    DeadlineRuleQuerySet,
    PublicHolidayQuerySet,
    TermDayQuerySet,
    TermSuspensionQuerySet,
)

FIRMLY_KNOWN: frozenset[str] = frozenset({Confidence.V1, Confidence.V2})


class DeadlineRule(models.Model):
    """One version of a rule of law: the term between two events, when the version is in force, and its source.

    Versions of one rule (`code`) follow each other by `valid_from`/`valid_to`; `valid_to` is the first day on which a
    version is no longer in force. `amount` is null if the law sets no term."""

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
    stops_when_suspended = models.BooleanField(
        _("stops while terms are suspended"),
        default=False,
        help_text=_("Days of a suspension do not count. The life of a paper goes on."),
    )
    is_renewable = models.BooleanField(_("renewable"), default=False)
    warn_days = models.JSONField(
        _("remind so many days before"), default=list, help_text=_("for example 30, 15, 7")
    )
    valid_from = models.DateField(_("in force from"), null=True, blank=True)
    valid_to = models.DateField(_("in force until"), null=True, blank=True)
    legal_reference = models.CharField(_("legal reference"), max_length=200)
    perhaps_superseded_by = models.CharField(
        _("perhaps superseded by"),
        max_length=200,
        blank=True,
        help_text=_("A newer text that nobody here has read in full."),
    )
    source = models.CharField(_("source read"), max_length=200)
    confidence = models.CharField(_("confidence"), max_length=10, choices=Confidence.choices)
    verified_by = models.CharField(_("verified by"), max_length=120, blank=True)
    verified_on = models.DateField(_("verified on"), null=True, blank=True)

    objects = DeadlineRuleQuerySet.as_manager()
    # Set by the action that saved the row: numbers of running terms that got another day, and that were recomputed.
    terms_moved: int | None = None
    terms_recounted: int = 0

    class Privacy:
        open = {
            "code",
            "country",
            "trigger_event",
            "target_event",
            "amount",
            "unit",
            "fixed_on",
            "counts_from_next_day",
            "extends_to_open_day",
            "stops_when_suspended",
            "is_renewable",
            "warn_days",
            "valid_from",
            "valid_to",
            "legal_reference",
            "perhaps_superseded_by",
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

    @property
    def superseded_in_words(self) -> str:
        """The remark that a newer law may have changed the rule; else empty."""
        if not self.perhaps_superseded_by:
            return ""
        return str(_("perhaps changed by %(text)s")) % {"text": self.perhaps_superseded_by}

    @property
    def doubts(self) -> list[str]:
        """Labels of why the rule is uncertain: low confidence in its source, a newer law."""
        trust = "" if self.confidence in FIRMLY_KNOWN else str(Confidence(self.confidence).label)
        return [doubt for doubt in (trust, self.superseded_in_words) if doubt]

    @property
    def doubts_of_day(self) -> list[str]:
        """Labels of why a day computed by the rule is uncertain: `doubts`, and that nobody confirmed the rule."""
        if self.verified_on:
            return self.doubts
        unconfirmed = str(Confidence.UNCONFIRMED.label)
        others = [doubt for doubt in self.doubts if doubt != unconfirmed]
        return [str(_("calculated, not confirmed")), *others]


class PublicHoliday(models.Model):
    """A public holiday, on which terms in business days do not count. `is_worked` marks one that does count after all."""

    country = models.CharField(_("country"), max_length=2, help_text="ISO 3166-1")
    on = models.DateField(_("date"))
    name = models.CharField(_("name"), max_length=80)
    is_worked = models.BooleanField(
        _("offices work all the same"), default=False, help_text=_("It is no day off for terms.")
    )

    objects = PublicHolidayQuerySet.as_manager()
    terms_moved: int | None = None

    class Privacy:
        open = {"country", "on", "name", "is_worked"}

    class Meta:
        ordering = ["on"]
        constraints = [
            models.UniqueConstraint(fields=["country", "on"], name="one_holiday_per_day")
        ]

    def __str__(self) -> str:
        return f"{self.on} {self.name}"


class TermSuspension(models.Model):
    """A period in which an authority suspended the legal terms of a country. `through_on` is the last day."""

    country = models.CharField(_("country"), max_length=2, help_text="ISO 3166-1")
    starts_on = models.DateField(_("first day"))
    through_on = models.DateField(_("last day"))
    legal_reference = models.CharField(_("legal reference"), max_length=200)
    source = models.CharField(_("source read"), max_length=200)
    confidence = models.CharField(_("confidence"), max_length=10, choices=Confidence.choices)
    withdrawn_on = models.DateField(
        _("recorded by mistake, taken back on"), null=True, blank=True, editable=False
    )
    withdrawn_because = models.CharField(
        _("why it was taken back"), max_length=200, blank=True, editable=False
    )

    objects = TermSuspensionQuerySet.as_manager()
    terms_moved: int | None = None

    class Privacy:
        open = {
            "country",
            "starts_on",
            "through_on",
            "legal_reference",
            "source",
            "confidence",
            "withdrawn_on",
            "withdrawn_because",
        }

    class Meta:
        ordering = ["-starts_on"]
        constraints = [
            models.CheckConstraint(
                condition=Q(through_on__gte=F("starts_on")),
                name="suspension_ends_after_it_starts",
            )
        ]

    def __str__(self) -> str:
        return f"{self.starts_on} – {self.through_on}"


class TermDay(models.Model):
    """The last day of a term (`last_on`) by its rule and its starting day.

    `reference.rules.deadline` computes the rows again when a rule, holiday or suspension changes. Lists join them, so that
    SQL need not compute terms."""

    rule = models.ForeignKey(DeadlineRule, models.CASCADE, related_name="days")
    country = models.CharField(max_length=2, help_text="ISO 3166-1")
    code = models.CharField(max_length=40)
    starts_on = models.DateField()
    last_on = models.DateField()

    objects = TermDayQuerySet.as_manager()

    class Privacy:
        open = {"rule", "country", "code", "starts_on", "last_on"}

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["country", "code", "starts_on"], name="one_last_day_per_rule_and_start"
            )
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.starts_on} → {self.last_on}"


class WorkRule(models.Model):
    """One version of what the law of a country says about work with one kind of paper, and its source.

    Versions follow each other as those of a DeadlineRule. The version in force on the day of work decides, not that on
    the day on which the paper was issued."""

    country = models.CharField(_("country"), max_length=2, help_text="ISO 3166-1")
    paper = models.CharField(_("kind of paper"), max_length=6)
    name_en = models.CharField(_("name in English"), max_length=80)
    name_es = models.CharField(_("name in Spanish"), max_length=80)
    allows = models.CharField(_("allows work"), max_length=10, choices=AllowsWork.choices)
    condition_en = models.CharField(_("condition in English"), max_length=160, blank=True)
    condition_es = models.CharField(_("condition in Spanish"), max_length=160, blank=True)
    valid_from = models.DateField(_("in force from"), null=True, blank=True)
    valid_to = models.DateField(_("in force until"), null=True, blank=True)
    legal_reference = models.CharField(_("legal reference"), max_length=200)
    source = models.CharField(_("source read"), max_length=200)
    confidence = models.CharField(_("confidence"), max_length=10, choices=Confidence.choices)

    class Privacy:
        open = {
            "country",
            "paper",
            "name_en",
            "name_es",
            "allows",
            "condition_en",
            "condition_es",
            "valid_from",
            "valid_to",
            "legal_reference",
            "source",
            "confidence",
        }

    class Meta:
        ordering = ["country", "paper", "valid_from"]
        constraints = [
            models.UniqueConstraint(
                fields=["country", "paper", "valid_from"],
                name="one_version_of_a_work_rule_per_day",
                nulls_distinct=False,
            ),
            models.CheckConstraint(
                condition=Q(valid_to=None) | Q(valid_from=None) | Q(valid_to__gt=F("valid_from")),
                name="work_rule_ends_after_it_starts",
            ),
        ]

    def __str__(self) -> str:
        return self.name_es if is_spanish_active() else self.name_en

    @property
    def condition(self) -> str:
        """The condition for work in the user's language; empty without one."""
        return self.condition_es if is_spanish_active() else self.condition_en
