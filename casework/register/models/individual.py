"""Individuals."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Office
from casework.register.choices import BirthPrecision, Category, Language, Sex
from casework.register.models.arrival import Arrival
from casework.register.models.recorded import Edited
from casework.register.querysets.individual import IndividualQuerySet
from casework.register.rules import Birth, age_on
from pages.named import PersonName
from vault.fields import EncryptedDateField, EncryptedTextField, TokensField
from vault.indexes import TokensIndex
from vault.models import SealedRow


class Individual(Edited, SealedRow):
    """One supported person. Number, claims, permits, renunciations and stays belong to the person, not to a case."""

    number = models.CharField(_("number"), max_length=20, unique=True)
    office = models.ForeignKey(Office, models.PROTECT, related_name="+")
    category = models.CharField(_("category"), max_length=16, choices=Category.choices)
    is_service_asked = models.BooleanField(_("asked whether they served"), default=False)
    given_names = EncryptedTextField(_("given names"), blank=True)
    family_names = EncryptedTextField(_("family names"), blank=True)
    alias = EncryptedTextField(
        _("alias"), blank=True, help_text=_("Shown in lists when the person asked for anonymity.")
    )
    is_anonymous = models.BooleanField(_("asked for anonymity"), default=False)
    sex = models.CharField(_("sex"), max_length=1, choices=Sex.choices, default=Sex.UNKNOWN)
    born_on = EncryptedDateField(_("date of birth"), null=True, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    birth_precision = models.CharField(
        _("birth known by"),
        max_length=8,
        choices=BirthPrecision.choices,
        default=BirthPrecision.UNKNOWN,
    )
    languages = ArrayField(
        models.CharField(max_length=3, choices=Language.choices),
        verbose_name=_("languages"),
        default=list,
        blank=True,
    )
    needs_interpreter = models.BooleanField(_("needs an interpreter"), default=False)
    nationality = models.CharField(
        _("nationality"), max_length=2, blank=True, help_text="ISO 3166-1"
    )
    second_nationality = models.CharField(
        _("second nationality"), max_length=2, blank=True, help_text="ISO 3166-1"
    )
    arrival = models.ForeignKey(
        Arrival, models.PROTECT, null=True, blank=True, related_name="individuals"
    )
    name_tokens = TokensField()
    merged_into = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="merged_from",
        help_text="The record that stands for this person. Always the last one, never a chain.",
    )
    erased_on = models.DateField(
        _("erased on"), null=True, help_text="The day on which the key was destroyed."
    )
    compared_at = models.DateTimeField(
        null=True, help_text="When this record was last compared with the others."
    )

    objects = IndividualQuerySet.as_manager()

    class Privacy:
        open = {
            "number",
            "office",
            "arrival",
            "merged_into",
            "erased_on",
            "compared_at",
            "is_anonymous",
            "needs_interpreter",
        }
        counted = {"category", "is_service_asked", "sex", "nationality", "languages"}
        counted |= {"birth_year", "birth_precision", "second_nationality"}
        personal = {"given_names", "family_names", "alias", "born_on", "name_tokens"}

    class Meta:
        verbose_name = _("record of a person")
        verbose_name_plural = _("records of people")
        ordering = ["number"]
        indexes = [
            TokensIndex(fields=["name_tokens"], name="individuals_by_name_tokens"),
            models.Index(
                fields=["changed_at"],
                name="individuals_to_compare",
                condition=Q(compared_at=None) | Q(compared_at__lt=F("changed_at")),
            ),
            models.Index(
                fields=["id"],
                name="individuals_erased",
                condition=Q(erased_on__isnull=False),
            ),
            models.Index(
                fields=["birth_year"],
                name="former_members_by_birth_year",
                condition=Q(category=Category.FORMER_MEMBER, merged_into=None),
            ),
            # Figures and rules about beds read thousands of people, so the wide columns are deferred.
            models.Index(
                fields=["id"],
                name="individuals_as_counted",
                include=["category", "sex", "birth_year", "birth_precision"],
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(merged_into=None) | ~Q(merged_into=F("id")),
                name="nobody_is_merged_into_themselves",
            ),
            models.CheckConstraint(
                condition=Q(second_nationality="")
                | (~Q(nationality="") & ~Q(second_nationality=F("nationality"))),
                name="second_nationality_is_another_one",
            ),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def nationalities(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.nationality, self.second_nationality)))

    @property
    def languages_in_words(self) -> list[str]:
        """The names of the languages, the person's best one first."""
        return [str(Language(code).label) for code in self.languages]

    @property
    def names(self) -> str:
        """Given and family names for comparison. For display use `full_name`."""
        return " ".join(filter(None, (self.given_names, self.family_names)))

    @property
    def full_name(self) -> str:
        """The full name; "Erased" for an erased person; "" without any name."""
        if self.erased_on:
            return gettext("Erased")
        given, family = self.given_names, self.family_names
        if family and not given:
            return PersonName(gettext("(no name) %s") % family)
        return PersonName(" ".join(filter(None, (given, family))))

    def names_with(self, aliases: Iterable[Any]) -> list[str]:
        """Returns the names by which the search finds the person: name, alias, and `aliases` without mistakes."""
        others = [each.name for each in aliases if not each.is_mistake]
        return [name for name in (self.names, self.alias, *others) if name]

    @property
    def display_name(self) -> str:
        """The full name, or the number without one; for people who asked for anonymity the alias, or the number."""
        if self.is_anonymous and not self.erased_on:
            return PersonName(self.alias) if self.alias else self.number
        return self.full_name or self.number

    @property
    def birth(self) -> Birth:
        """What is known of the birth. Decrypts the day only if the precision says that there is one."""
        precision = BirthPrecision(self.birth_precision)
        is_dated = precision in (BirthPrecision.DAY, BirthPrecision.MONTH)
        return Birth(precision, self.born_on if is_dated else None, self.birth_year)

    @property
    def is_birthday_known(self) -> bool:
        return self.birth_precision == BirthPrecision.DAY

    def age_on(self, day: datetime.date) -> int | None:
        """Returns completed years, or the difference of the years if no day is known; None without a birth year."""
        return age_on(day, born_on=self.birth.born_on, birth_year=self.birth_year)


# The columns that `display_name` and `full_name` need.
NAME_FIELDS = {
    "id", "key_id", "number", "given_names", "family_names", "alias", "is_anonymous", "erased_on",
}  # fmt: skip


def non_name_fields(person: str = "", *kept: str) -> list[str]:
    """Fields for `defer` in a list of names: all of the person at this path without NAME_FIELDS, relations and `kept`."""
    path = f"{person}__" if person else ""
    unread = [each for each in Individual._meta.concrete_fields if not each.is_relation]
    return [f"{path}{each.name}" for each in unread if each.name not in NAME_FIELDS.union(kept)]


def records_of(individual: Individual) -> list[Individual]:
    """Returns the person's record and those that were merged into it."""
    return [individual, *individual.merged_from.all()]
