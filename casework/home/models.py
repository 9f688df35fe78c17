"""Relatives in the country of origin, what happened to them, and who of them is detained.

A relative at home is never an Individual, and has no number, no application, no bed, and no address.
"""

import datetime

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.home.choices import (
    RISK_TONE,
    Actor,
    Certainty,
    DetentionEnd,
    IncidentSource,
    IncidentType,
    RelativeEnd,
    Risk,
)
from casework.home.querysets import DetentionQuerySet, HomeIncidentQuerySet, RelativeAbroadQuerySet
from casework.register.choices import Relation, YesNo
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.models.recorded import Edited, Signed
from pages.dates import short_date, since
from pages.rough_days import RoughDayColumn
from reference.models import State
from vault.fields import EncryptedTextField


class RelativeAbroad(Edited, Signed):
    """A relative of a person in a case, in the country of origin. The name is optional; there is never an address."""

    changed_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    individual = models.ForeignKey(Individual, models.PROTECT, related_name="relatives_abroad")
    name = EncryptedTextField(_("name"), blank=True)
    relation = models.CharField(
        _("relation"), max_length=3, choices=Relation.choices, default=Relation.UNKNOWN
    )
    country = models.CharField(_("country"), max_length=2, blank=True, help_text="ISO 3166-1")
    state = models.ForeignKey(
        State, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("state")
    )
    risk = models.CharField(_("risk"), max_length=8, choices=Risk.choices, default=Risk.UNKNOWN)
    is_dependant = models.BooleanField(_("lives on what this person earns"), default=False)
    is_ailing = models.BooleanField(_("ailing"), default=False)
    note = EncryptedTextField(_("note"), blank=True)
    ended_on = models.DateField(_("no longer at home since"), null=True, blank=True)
    ended_as = models.CharField(_("reason"), max_length=12, choices=RelativeEnd.choices, blank=True)

    objects = RelativeAbroadQuerySet.as_manager()

    class Privacy:
        open = {"individual"}
        counted = {
            "relation",
            "country",
            "state",
            "risk",
            "is_dependant",
            "is_ailing",
            "ended_on",
            "ended_as",
        }
        personal = {"name"}
        sealed = {"note"}

    class Meta:
        verbose_name = _("relative at home")
        verbose_name_plural = _("relatives at home")
        ordering = ["individual__number", "recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ended_on=None, ended_as="")
                | (Q(ended_on__isnull=False) & ~Q(ended_as="")),
                name="relative_gone_has_day_and_reason",
            )
        ]

    @property
    def ended_in_words(self) -> str:
        """Why the relative is no longer at home, and since when; a mistake has no day."""
        why = str(self.get_ended_as_display())
        is_mistake = self.ended_as == RelativeEnd.MISTAKE
        return f"{why}, {short_date(self.ended_on)}" if self.ended_on and not is_mistake else why

    @property
    def display_name(self) -> str:
        """The name, or the relation if no name is on file."""
        return self.name or str(self.get_relation_display())

    @property
    def risk_tone(self) -> str:
        return RISK_TONE[self.risk]


def _when(day: datetime.date | None) -> str:
    return short_date(day) if day else gettext("day not known")


class HomeIncident(Edited, Signed):
    """Something done to a relative at home because of the person who fled, or to that person, as it was told.

    The row belongs to the person's record. Only with the person's consent it also belongs to the case, and may be counted
    for others.
    """

    changed_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    individual = models.ForeignKey(Individual, models.PROTECT, related_name="home_incidents")
    relative = models.ForeignKey(
        RelativeAbroad,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="home_incidents",
        verbose_name=_("to whom"),
    )
    is_own = models.BooleanField(_("to the person themself"), default=False)
    is_here = models.BooleanField(_("on this side of the border"), default=False)
    case = models.ForeignKey(
        Case, models.PROTECT, null=True, blank=True, related_name="home_incidents"
    )
    type = models.CharField(_("what happened"), max_length=16, choices=IncidentType.choices)
    happened_on = RoughDayColumn(_("when"), null=True, blank=True)
    state = models.ForeignKey(
        State, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("state")
    )
    actor = models.CharField(
        _("by whom"), max_length=12, choices=Actor.choices, default=Actor.UNKNOWN
    )
    source = models.CharField(
        _("who told it"),
        max_length=8,
        choices=IncidentSource.choices,
    )
    certainty = models.CharField(
        _("how certain"), max_length=10, choices=Certainty.choices, default=Certainty.UNCHECKED
    )
    paper_signed = models.CharField(
        _("had to sign a paper"),
        max_length=8,
        choices=YesNo.choices,
        default=YesNo.UNKNOWN,
    )
    account = EncryptedTextField(_("account"), blank=True)
    consent_given_on = models.DateField(_("consent given on"), null=True, blank=True)
    is_mistake = models.BooleanField(_("recorded by mistake"), default=False)

    objects = HomeIncidentQuerySet.as_manager()

    class Privacy:
        open = {"individual", "relative", "case"}
        counted = {
            "type",
            "happened_on",
            "state",
            "actor",
            "source",
            "certainty",
            "paper_signed",
            "consent_given_on",
            "is_mistake",
            "is_own",
            "is_here",
        }
        sealed = {"account"}

    class Meta:
        verbose_name = _("incident")
        verbose_name_plural = _("incidents")
        ordering = [F("happened_on").desc(nulls_last=True), "-recorded_at"]
        indexes = [models.Index(fields=["happened_on", "type"], name="incidents_by_month")]
        constraints = [
            models.CheckConstraint(
                condition=Q(case=None, consent_given_on=None)
                | Q(case__isnull=False, consent_given_on__isnull=False),
                name="incident_of_a_case_has_consent",
                violation_error_message=_("An incident joins the case only with consent."),
            ),
            models.CheckConstraint(
                condition=Q(is_own=False) | Q(relative=None),
                name="own_incident_is_no_relatives",
            ),
            models.CheckConstraint(
                condition=Q(is_here=False) | Q(state=None),
                name="incident_here_is_in_no_state_of_origin",
            ),
        ]

    @property
    def when(self) -> str:
        """The day, month or year as exactly as it is known."""
        return _when(self.happened_on)

    @property
    def is_actor_known(self) -> bool:
        return self.actor != Actor.UNKNOWN

    @property
    def is_paper_signed(self) -> bool:
        return self.paper_signed == YesNo.YES


class Detention(Edited, Signed):
    """The detention of a relative at home: since when, and by whom (UNHCR's need LP-DO)."""

    changed_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    relative = models.ForeignKey(RelativeAbroad, models.PROTECT, related_name="detentions")
    since = RoughDayColumn(_("detained since"), null=True, blank=True)
    authority = models.CharField(
        _("held by"), max_length=12, choices=Actor.choices, default=Actor.UNKNOWN
    )
    state = models.ForeignKey(
        State, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("state")
    )
    note = EncryptedTextField(_("note"), blank=True)
    review_on = models.DateField(_("ask again on"), null=True, blank=True)
    ended_on = RoughDayColumn(_("ended on"), null=True, blank=True)
    ended_as = models.CharField(
        _("how it ended"), max_length=8, choices=DetentionEnd.choices, blank=True
    )

    objects = DetentionQuerySet.as_manager()

    class Privacy:
        open = {"relative"}
        counted = {"since", "authority", "state", "review_on", "ended_on", "ended_as"}
        sealed = {"note"}

    class Meta:
        verbose_name = _("detention")
        verbose_name_plural = _("detentions")
        ordering = [F("since").asc(nulls_last=True), "recorded_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["relative"],
                condition=Q(ended_on=None),
                name="one_open_detention_per_relative",
                violation_error_message=_("This relative is on file as detained already."),
            ),
            models.CheckConstraint(
                condition=Q(ended_on=None, ended_as="")
                | (Q(ended_on__isnull=False) & ~Q(ended_as="")),
                name="ended_detention_has_day_and_way",
            ),
            models.CheckConstraint(
                condition=~Q(ended_on__fully_lt=F("since")),
                name="detention_ends_after_it_starts",
                violation_error_message=_("The end is before the beginning."),
            ),
        ]

    @property
    def is_open(self) -> bool:
        return self.ended_on is None

    @property
    def individual(self) -> Individual:
        """The person whose relative is held."""
        return self.relative.individual

    @property
    def is_mistake(self) -> bool:
        return self.ended_as == DetentionEnd.MISTAKE

    @property
    def ended_when(self) -> str:
        """The day, month or year of the end as exactly as it is known."""
        return _when(self.ended_on)

    @property
    def since_when(self) -> str:
        """The day, month or year as exactly as it is known."""
        return _when(self.since)

    @property
    def since_in_words(self) -> str:
        return since(self.since) if self.since else gettext("since a day not known")
