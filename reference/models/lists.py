"""Models of places, forces, ranks, codes of needs and sanctions, which administrators maintain."""

from collections.abc import Iterable
from typing import Any

from django.db import models
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from pages.order import ByName
from reference.choices import Confidence, ForceKind, NeedFamily, RankBand, has_rank


def is_spanish_active() -> bool:
    return (get_language() or "es").startswith("es")


class CataloguedQuerySet(models.QuerySet[Any]):
    def offered(self) -> "CataloguedQuerySet":
        """Rows that forms still offer."""
        return self.filter(ended_on=None)


class Catalogued(models.Model):
    """Base of rows that are never deleted, because files refer to them. From `ended_on` on, forms no longer offer the row."""

    name_en = models.CharField(
        _("name in English"), max_length=80, blank=True, help_text=_("Where it has another one.")
    )
    ended_on = models.DateField(_("no longer offered since"), null=True, blank=True)

    objects = CataloguedQuerySet.as_manager()

    CATALOGUED = frozenset({"name_en", "ended_on"})

    class Meta:
        abstract = True

    def in_words(self, spanish: str) -> str:
        """The name in the user's language."""
        return spanish if is_spanish_active() else self.name_en or spanish


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

    def has(self, rank: "Rank") -> bool:
        return has_rank(self.code, self.kind, rank.band)


class Rank(Catalogued):
    """A rank and the band that exports show for it."""

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


def ranks_by_body(ranks: Iterable[Rank]) -> dict[str, list[Rank]]:
    """The ranks by the label of the kind of force that has them; the unknown rank is under ""."""
    groups: dict[str, list[Rank]] = {}
    for rank in ranks:
        kind = ForceKind.POLICE if rank.band == RankBand.POLICE else ForceKind.ARMED_FORCE
        groups.setdefault(str(kind.label) if rank.band != RankBand.UNKNOWN else "", []).append(rank)
    return groups


class State(models.Model):
    """A state or province of a country of origin, keyed by ISO 3166-2 ("VE-S")."""

    code = models.CharField("ISO 3166-2", max_length=6, primary_key=True)
    name = models.CharField(_("name"), max_length=60)
    country = models.CharField(_("country"), max_length=2, help_text="ISO 3166-1")

    class Privacy:
        open = {"code", "name", "country"}

    class Meta:
        ordering = ["country", ByName("name")]

    def __str__(self) -> str:
        return self.name


class NeedCode(models.Model):
    """One of UNHCR's codes. Only legal officers see those of the restricted compartment."""

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
        return f"{self.name_es if is_spanish_active() else self.name_en} ({self.code})"


class Department(models.Model):
    """A department of Colombia, keyed by DIVIPOLA ("54"), with its ISO 3166-2 code ("CO-NSA")."""

    code = models.CharField("DIVIPOLA", max_length=2, primary_key=True)
    iso_code = models.CharField("ISO 3166-2", max_length=6, blank=True)
    name = models.CharField(_("name"), max_length=60)

    class Privacy:
        open = {"code", "iso_code", "name"}

    class Meta:
        ordering = [ByName("name")]

    def __str__(self) -> str:
        return self.name


class Municipality(models.Model):
    """A municipality of Colombia, keyed by DIVIPOLA ("54001"). Leading zeros are part of the code."""

    code = models.CharField("DIVIPOLA", max_length=5, primary_key=True)
    name = models.CharField(_("name"), max_length=60)
    department = models.ForeignKey(Department, models.PROTECT, related_name="municipalities")

    class Privacy:
        open = {"code", "name", "department"}

    class Meta:
        ordering = [ByName("name")]
        verbose_name_plural = "municipalities"

    def __str__(self) -> str:
        return self.name


class RegionalDirectorate(Catalogued):
    """A regional directorate of the migration authority, which covers several departments."""

    code = models.CharField(_("code"), max_length=20, primary_key=True)
    name = models.CharField(_("name"), max_length=60)
    departments = models.ManyToManyField(Department, blank=True, related_name="directorates")

    class Privacy:
        open = Catalogued.CATALOGUED | {"code", "name", "departments"}

    class Meta:
        ordering = [ByName("name")]

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
        ordering = [ByName("name")]

    def __str__(self) -> str:
        return self.in_words(self.name)


class SanctionInstrument(models.Model):
    """A decree, order or list that sanctions many people at once. The row names none of them."""

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
        return self.name_es if is_spanish_active() else self.name_en
