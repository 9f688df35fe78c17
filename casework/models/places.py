"""Departments, municipalities, regional directorates, crossing points."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from casework.models.catalogued import Catalogued


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
