"""Pathways of claims by country: stages, the papers that each requires, and the sources."""

import datetime
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Exists, Q
from django.utils.translation import gettext_lazy as _

from asylum.pathways.choices import AskedOf, Bringer, PairVerdict, PermitType
from reference.choices import Confidence
from reference.models.lists import is_spanish_active

# The country code of the general pathway, for countries without their own.
ANY_COUNTRY = "ZZ"


class Sourced(models.Model):
    """A row of the law with its source, the confidence in the source, and who confirmed the source on a page."""

    legal_reference = models.CharField(_("legal reference"), max_length=200, blank=True)
    source = models.CharField(_("source read"), max_length=200)
    confidence = models.CharField(_("confidence"), max_length=10, choices=Confidence.choices)
    verified_by = models.CharField(_("verified by"), max_length=120, blank=True)
    verified_on = models.DateField(_("verified on"), null=True, blank=True)

    class Privacy:
        open = {"legal_reference", "source", "confidence", "verified_by", "verified_on"}

    class Meta:
        abstract = True


class PathwayStageQuerySet(models.QuerySet[Any]):
    def of(self, country: str) -> "PathwayStageQuerySet":
        """Returns the pathway of that country, or the general one if it has none."""
        own = Exists(self.filter(country=country))
        return self.filter(Q(country=country) | ~own & Q(country=ANY_COUNTRY))

    def stage(self, country: str, stage: str) -> "PathwayStage | None":
        """Returns the stage in that country's pathway; None if it has no such stage."""
        row: PathwayStage | None = self.of(country).filter(stage=stage).first()
        return row


class PathwayStage(Sourced):
    """One stage of a country's pathway: the authority, the stages that may follow, and the terms that it starts.

    `stage` and the kinds of terms are codes of the app that stores claims. A trigger checks `leads_to` before a claim
    moves. `terms` are pairs: the kind of a term, and the code of its DeadlineRule; the code is empty if a paper states
    the day."""

    country = models.CharField(_("country"), max_length=2, help_text="ISO 3166-1")
    stage = models.CharField(_("stage"), max_length=16)
    place = models.PositiveSmallIntegerField(_("place in the order of the procedure"))
    leads_to = ArrayField(models.CharField(max_length=16), verbose_name=_("leads to"), default=list)
    terms = models.JSONField(_("terms that it starts"), default=list)
    authority = models.CharField(_("authority"), max_length=120, blank=True)
    objects = PathwayStageQuerySet.as_manager()

    class Privacy:
        open = {
            "country",
            "stage",
            "place",
            "leads_to",
            "terms",
            "authority",
        }

    class Meta:
        ordering = ["country", "place"]
        constraints = [
            models.UniqueConstraint(fields=["country", "stage"], name="one_stage_per_pathway")
        ]

    def __str__(self) -> str:
        return f"{self.country} {self.stage}"


class PathwayPaper(Sourced):
    """A requirement of a stage: a paper, or an act before it; and who provides it."""

    country = models.CharField(_("country"), max_length=2, help_text="ISO 3166-1")
    stage = models.CharField(_("stage"), max_length=16)
    code = models.CharField(_("code"), max_length=30)
    place = models.PositiveSmallIntegerField(_("place in the list"))
    name_en = models.CharField(_("name in English"), max_length=120)
    name_es = models.CharField(_("name in Spanish"), max_length=120)
    asked_of = models.CharField(_("asked of"), max_length=8, choices=AskedOf.choices)
    brought_by = models.CharField(_("brought by"), max_length=10, choices=Bringer.choices)

    class Privacy:
        open = {
            "country",
            "stage",
            "code",
            "place",
            "name_en",
            "name_es",
            "asked_of",
            "brought_by",
        }

    class Meta:
        ordering = ["country", "place"]
        constraints = [
            models.UniqueConstraint(
                fields=["country", "stage", "code"], name="one_paper_per_stage_and_code"
            )
        ]

    def __str__(self) -> str:
        return self.name_es if is_spanish_active() else self.name_en


class PermitKind(Sourced):
    """A kind of permit that a country issues, its authority, and until which day of entry it was issued.

    `kind` is a code of PermitType. `entered_until` is the last day of entry of the regime, `issued_until` the last day
    on which such permits were valid; `children_too` is set where children may still get one."""

    country = models.CharField(_("country"), max_length=2, help_text="ISO 3166-1")
    kind = models.CharField(_("type"), max_length=6)
    place = models.PositiveSmallIntegerField(_("place in the list"))
    authority = models.CharField(_("authority"), max_length=120, blank=True)
    issued_until = models.DateField(_("held until"), null=True, blank=True)
    entered_until = models.DateField(_("for entries until"), null=True, blank=True)
    children_too = models.BooleanField(_("still open for children"))

    class Privacy:
        open = {
            "country",
            "kind",
            "place",
            "authority",
            "issued_until",
            "entered_until",
            "children_too",
        }

    class Meta:
        ordering = ["country", "place"]
        constraints = [
            models.UniqueConstraint(
                fields=["country", "kind"], name="one_kind_of_permit_per_country"
            )
        ]

    def __str__(self) -> str:
        return f"{self.country} {self.kind}"

    @property
    def name(self) -> str:
        return str(PermitType(self.kind).label)


class PermitPairQuerySet(models.QuerySet[Any]):
    def in_force(self, country: str, on: datetime.date) -> "PermitPairQuerySet":
        """Returns pairs of that country on that day; an empty end is open."""
        return self.filter(
            Q(starts_on=None) | Q(starts_on__lte=on),
            Q(ends_on=None) | Q(ends_on__gte=on),
            country=country,
        )


class PermitPair(models.Model):
    """Whether a person may hold two kinds of permits, by law or court decision. A pair without a row is undecided.

    `one` and `other` are codes of PermitType. `starts_on` and `ends_on` are the first and last day; empty if unknown."""

    country = models.CharField(_("country"), max_length=2, help_text="ISO 3166-1")
    one = models.CharField(_("one paper"), max_length=6)
    other = models.CharField(_("the other paper"), max_length=6)
    verdict = models.CharField(_("what is said of it"), max_length=10, choices=PairVerdict.choices)
    starts_on = models.DateField(_("from"), null=True, blank=True)
    ends_on = models.DateField(_("until"), null=True, blank=True)
    words_en = models.CharField(_("words in English"), max_length=400)
    words_es = models.CharField(_("words in Spanish"), max_length=400)
    legal_reference = models.CharField(_("legal reference"), max_length=200)
    source = models.CharField(_("source read"), max_length=200)
    confidence = models.CharField(_("confidence"), max_length=10, choices=Confidence.choices)

    objects = PermitPairQuerySet.as_manager()

    class Privacy:
        open = {
            "country",
            "one",
            "other",
            "verdict",
            "starts_on",
            "ends_on",
            "words_en",
            "words_es",
            "legal_reference",
            "source",
            "confidence",
        }

    class Meta:
        ordering = ["country", "one", "other"]
        constraints = [
            models.UniqueConstraint(
                fields=["country", "one", "other"], name="one_word_about_a_pair_of_permits"
            ),
            models.CheckConstraint(
                condition=~Q(one=models.F("other")), name="a_pair_of_permits_is_of_two"
            ),
            models.CheckConstraint(
                condition=Q(starts_on=None)
                | Q(ends_on=None)
                | Q(ends_on__gte=models.F("starts_on")),
                name="a_pair_of_permits_ends_after_it_starts",
            ),
        ]

    def __str__(self) -> str:
        return self.words_es if is_spanish_active() else self.words_en

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset({self.one, self.other})

    @property
    def tone(self) -> str:
        return PairVerdict(self.verdict).tone
