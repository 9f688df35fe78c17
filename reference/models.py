"""Places, forces, deadlines and closed days, codes of needs, sanctions: lists that administrators maintain."""

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from reference.choices import Confidence, ForceKind, NeedFamily, RankBand, TextLanguage, Unit
from reference.querysets import (
    DeadlineRuleQuerySet,
    HouseTextQuerySet,
    PublicHolidayQuerySet,
    TermSuspensionQuerySet,
)


def reads_spanish() -> bool:
    return (get_language() or "es").startswith("es")


class CataloguedQuerySet(models.QuerySet[Any]):
    def offered(self) -> "CataloguedQuerySet":
        """Rows that forms still offer."""
        return self.filter(ended_on=None)


class Catalogued(models.Model):
    """Files name these rows, so that none is deleted: a row ends, and is offered no more."""

    name_en = models.CharField(
        _("name in English"), max_length=80, blank=True, help_text=_("Where it has another one.")
    )
    ended_on = models.DateField(_("no longer offered since"), null=True, blank=True)

    objects = CataloguedQuerySet.as_manager()

    CATALOGUED = frozenset({"name_en", "ended_on"})

    class Meta:
        abstract = True

    def in_words(self, spanish: str) -> str:
        """The name in the reader's language."""
        return spanish if reads_spanish() else self.name_en or spanish


class Force(Catalogued):
    """An armed force or police body."""

    code = models.CharField(_("code"), max_length=20, primary_key=True)
    name = models.CharField(_("name"), max_length=80)
    short_name = models.CharField(_("short name"), max_length=20)
    kind = models.CharField(_("kind"), max_length=12, choices=ForceKind.choices)
    country = models.CharField(_("country"), max_length=2, default="VE", help_text="ISO 3166-1")

    class Privacy:
        open = Catalogued.CATALOGUED | {"code", "name", "short_name", "kind", "country"}

    class Meta:
        ordering = ["kind", "name"]

    def __str__(self) -> str:
        return self.in_words(self.short_name)


class Rank(Catalogued):
    """A rank and the band under which it may be shown outside."""

    code = models.CharField(_("code"), max_length=30, primary_key=True)
    name = models.CharField(_("name"), max_length=60)
    band = models.CharField(_("band"), max_length=12, choices=RankBand.choices)
    order = models.PositiveSmallIntegerField(default=0)

    class Privacy:
        open = Catalogued.CATALOGUED | {"code", "name", "band", "order"}

    class Meta:
        ordering = ["order"]

    def __str__(self) -> str:
        return self.in_words(self.name)


class State(models.Model):
    """A first administrative level of a country of origin, keyed by ISO 3166-2 ("VE-S")."""

    code = models.CharField("ISO 3166-2", max_length=6, primary_key=True)
    name = models.CharField(_("name"), max_length=60)
    country = models.CharField(_("country"), max_length=2, help_text="ISO 3166-1")

    class Privacy:
        open = {"code", "name", "country"}

    class Meta:
        ordering = ["country", "name"]

    def __str__(self) -> str:
        return self.name


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

    class Privacy:
        open = {
            "code", "country", "trigger_event", "target_event", "amount", "unit", "fixed_on",
            "counts_from_next_day", "extends_to_open_day", "stops_when_suspended", "is_renewable",
            "warn_days", "valid_from", "valid_to", "legal_reference", "perhaps_superseded_by",
            "source", "confidence", "verified_by", "verified_on",
        }  # fmt: skip

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
    """A day on which no legal business day runs. One that is none after all stays, and counts as worked."""

    country = models.CharField(_("country"), max_length=2, help_text="ISO 3166-1")
    on = models.DateField(_("date"))
    name = models.CharField(_("name"), max_length=80)
    is_worked = models.BooleanField(
        _("offices work all the same"), default=False, help_text=_("It is no day off for terms.")
    )

    objects = PublicHolidayQuerySet.as_manager()

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
    """Days, both included, on which an authority let the terms of a country stand still."""

    country = models.CharField(_("country"), max_length=2, help_text="ISO 3166-1")
    starts_on = models.DateField(_("first day"))
    through_on = models.DateField(_("last day"))
    legal_reference = models.CharField(_("legal reference"), max_length=200)
    source = models.CharField(_("source read"), max_length=200)
    confidence = models.CharField(_("confidence"), max_length=10, choices=Confidence.choices)
    withdrawn_on = models.DateField(
        _("recorded by mistake, taken back on"), null=True, blank=True, editable=False
    )

    objects = TermSuspensionQuerySet.as_manager()

    class Privacy:
        open = {
            "country", "starts_on", "through_on", "legal_reference", "source", "confidence",
            "withdrawn_on",
        }  # fmt: skip

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
    """What a rule makes of one day: the day after which something is late.

    Written from `reference.rules.deadline` whenever a rule, a holiday or a suspension changes, so that a
    list may join what Python computed and no second computation exists in SQL.
    """

    rule = models.ForeignKey(DeadlineRule, models.CASCADE, related_name="days")
    country = models.CharField(max_length=2, help_text="ISO 3166-1")
    code = models.CharField(max_length=40)
    starts_on = models.DateField()
    last_on = models.DateField()

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


class NeedCode(models.Model):
    """One of UNHCR's codes. Those of the restricted compartment are seen by legal officers alone."""

    code = models.CharField(_("code"), max_length=8, primary_key=True)
    family = models.CharField(_("family"), max_length=2, choices=NeedFamily.choices)
    name_en = models.CharField(_("name in English"), max_length=80)
    name_es = models.CharField(_("name in Spanish"), max_length=80)
    is_restricted = models.BooleanField(_("restricted"), default=False)
    room_needs = models.JSONField(_("what a place must offer"), default=list, blank=True)

    class Privacy:
        open = {"code", "family", "name_en", "name_es", "is_restricted", "room_needs"}

    class Meta:
        ordering = ["code"]

    def __str__(self) -> str:
        return f"{self.code} {self.name_es if reads_spanish() else self.name_en}"


class Department(models.Model):
    """First administrative level, keyed by DIVIPOLA ("54") and ISO 3166-2 ("CO-NSA")."""

    code = models.CharField("DIVIPOLA", max_length=2, primary_key=True)
    iso_code = models.CharField("ISO 3166-2", max_length=6, blank=True)
    name = models.CharField(_("name"), max_length=60)

    class Privacy:
        open = {"code", "iso_code", "name"}

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Municipality(models.Model):
    """Second administrative level, keyed by DIVIPOLA ("54001"); leading zeros count."""

    code = models.CharField("DIVIPOLA", max_length=5, primary_key=True)
    name = models.CharField(_("name"), max_length=60)
    department = models.ForeignKey(Department, models.PROTECT, related_name="municipalities")

    class Privacy:
        open = {"code", "name", "department"}

    class Meta:
        ordering = ["name"]
        verbose_name_plural = "municipalities"

    def __str__(self) -> str:
        return self.name


class RegionalDirectorate(Catalogued):
    """A regional directorate of the migration authority. It covers departments and is none itself."""

    code = models.CharField(_("code"), max_length=20, primary_key=True)
    name = models.CharField(_("name"), max_length=60)
    departments = models.ManyToManyField(Department, blank=True, related_name="directorates")

    class Privacy:
        open = Catalogued.CATALOGUED | {"code", "name", "departments"}

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.in_words(self.name)


class CrossingPoint(Catalogued):
    """Where people cross the border: a bridge, a river bank, an airport."""

    code = models.CharField(_("code"), max_length=30, primary_key=True)
    name = models.CharField(_("name"), max_length=80)
    municipality = models.ForeignKey(Municipality, models.PROTECT, null=True, blank=True)
    is_official = models.BooleanField(_("official crossing"), default=True)

    class Privacy:
        open = Catalogued.CATALOGUED | {"code", "name", "municipality", "is_official"}

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.in_words(self.name)


class SanctionInstrument(models.Model):
    """A decree, order or list that sanctions many at once. It names nobody here."""

    code = models.CharField(_("code"), max_length=30, primary_key=True)
    on = models.DateField(_("date"))
    name_en = models.CharField(_("name in English"), max_length=120)
    name_es = models.CharField(_("name in Spanish"), max_length=120)
    source = models.CharField(_("source read"), max_length=120)
    confidence = models.CharField(_("confidence"), max_length=10, choices=Confidence.choices)

    class Privacy:
        open = {"code", "on", "name_en", "name_es", "source", "confidence"}

    class Meta:
        ordering = ["on"]

    def __str__(self) -> str:
        return self.name_es if reads_spanish() else self.name_en


class HouseText(models.Model):
    """What the house reads to people: one version of one text in one language. Files name it, so it never changes."""

    append_only = True

    code = models.CharField(_("code"), max_length=30)
    version = models.PositiveSmallIntegerField(_("version"))
    language = models.CharField(_("language"), max_length=2, choices=TextLanguage.choices)
    title = models.CharField(_("title"), max_length=120)
    body = models.TextField(_("text"))
    in_force_from = models.DateField(_("in force from"), null=True, blank=True)

    objects = HouseTextQuerySet.as_manager()

    class Privacy:
        open = {"code", "version", "language", "title", "body", "in_force_from"}

    class Meta:
        verbose_name = _("text that is read to people")
        ordering = ["code", "-version", "language"]
        constraints = [
            models.UniqueConstraint(
                fields=["code", "version", "language"], name="one_text_per_version_and_language"
            )
        ]

    def __str__(self) -> str:
        words = {"title": self.title, "version": self.version}
        return str(_("%(title)s, version %(version)s") % words)
