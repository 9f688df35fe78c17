"""The end of the organisation's support, one row per person."""

import datetime
from typing import Any

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import RangeOperators
from django.db import models
from django.db.models import F, OuterRef, Q, Subquery
from django.db.models.functions import JSONObject
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.register.choices import ExitType, Voluntary
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case, CaseStatusChange, DateRange
from casework.register.models.individual import Individual
from casework.register.models.recorded import Recorded
from casework.register.querysets.exit import ExitQuerySet
from pages.tags import Tag
from vault.fields import EncryptedTextField


class Exit(Recorded):
    """The exit of one person: day, kind, destination if known; and the day on which the person came back, if any.

    An exit whose person came back did happen; an annulled exit (`annulled_on`) did not. A constraint requires for the
    exit type "return" the person's own will, who asked, and the risk."""

    individual = models.ForeignKey(
        Individual, models.PROTECT, related_name="exits", verbose_name=_("person")
    )
    case = models.ForeignKey(Case, models.PROTECT, related_name="exits")
    type = models.CharField(_("kind of exit"), max_length=12, choices=ExitType.choices)
    on = models.DateField(_("day"))
    destination_country = models.CharField(
        _("country of destination"), max_length=2, blank=True, help_text="ISO 3166-1"
    )
    is_destination_known = models.BooleanField(_("destination known"), default=False)
    destination = EncryptedTextField(_("destination"), blank=True)
    is_voluntary = models.CharField(
        _("of their own will"), max_length=3, choices=Voluntary.choices, blank=True
    )
    asked_by = EncryptedTextField(_("who asked the person"), max_length=120, blank=True)
    risk_note = EncryptedTextField(_("risk"), blank=True)
    closing = models.ForeignKey(
        CaseStatusChange,
        models.PROTECT,
        null=True,
        related_name="exits",
        help_text="The closing of the case that wrote it; reopening asks what became of it.",
    )
    back_on = models.DateField(_("came back on"), null=True, blank=True)
    back_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    back_with = models.ForeignKey(
        Arrival,
        models.PROTECT,
        null=True,
        related_name="returns",
        help_text="The arrival that wrote the return; where its day is put right, this one moves.",
    )
    back_reason = EncryptedTextField(_("how it is known that they came back"), blank=True)
    annulled_on = models.DateField(_("taken back on"), null=True, blank=True)
    annulled_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    annulment_reason = EncryptedTextField(_("why it was taken back"), blank=True)

    objects = ExitQuerySet.as_manager()

    class Privacy:
        open = {"case", "closing", "back_by", "back_with", "annulled_on", "annulled_by"}
        counted = {
            "type",
            "on",
            "back_on",
            "destination_country",
            "is_destination_known",
            "is_voluntary",
        }
        personal = {"destination"}
        sealed = {"asked_by", "risk_note", "back_reason", "annulment_reason"}

    class Meta:
        verbose_name = _("exit")
        verbose_name_plural = _("exits")
        ordering = ["-on", "-recorded_at"]
        indexes = [models.Index(fields=["-on", "-recorded_at"], name="exits_latest_first")]
        constraints = [
            ExclusionConstraint(
                name="away_once_at_a_time",
                expressions=[
                    ("individual", RangeOperators.EQUAL),
                    (DateRange("on", "back_on"), RangeOperators.OVERLAPS),
                ],
                condition=Q(annulled_on=None),
                violation_error_message=_("This person was away on these days already."),
            ),
            models.CheckConstraint(
                condition=Q(back_on=None, back_by=None)
                | Q(back_on__gte=F("on"), back_by__isnull=False) & ~Q(type=ExitType.DIED),
                name="who_comes_back_had_left_alive",
            ),
            models.CheckConstraint(
                condition=~Q(type=ExitType.RETURN)
                | (
                    Q(risk_note__isnull=False, is_voluntary__in=Voluntary.values)
                    & (Q(asked_by__isnull=False) | Q(is_voluntary=Voluntary.NO))
                ),
                name="return_is_asked_and_its_risk_noted",
                violation_error_message=_("A return says who asked the person, and the risk."),
            ),
            models.CheckConstraint(
                condition=Q(is_destination_known=True) | Q(destination_country=""),
                name="unknown_destination_has_no_country",
            ),
        ]

    def get_absolute_url(self) -> str:
        return reverse("exit-detail", args=[self.pk])

    @property
    def is_standing(self) -> bool:
        return self.annulled_on is None

    @property
    def is_away(self) -> bool:
        """Whether the person is away because of this exit."""
        return self.is_standing and self.back_on is None

    @property
    def status_tag(self) -> Tag:
        if not self.is_standing:
            return Tag(_("Taken back"), "quiet")
        if self.back_on:
            return Tag(_("Came back"), "calm")
        return Tag(self.kind_in_words, "trouble" if self.is_voluntary == Voluntary.NO else "calm")

    @property
    def status_on(self) -> datetime.date:
        """The day of the status that `status_tag` shows."""
        return self.annulled_on or self.back_on or self.on

    @property
    def kind_in_words(self) -> str:
        """The kind of exit in words; "Forced return" if it was against the person's will."""
        is_forced = self.is_voluntary == Voluntary.NO
        return str(_("Forced return")) if is_forced else self.get_type_display()


def how_they_left(person: str = "pk") -> Subquery:
    """Returns a subquery for the exit of a person who is away, as JSON for `as_exit`, else NULL; `person` leads to the key."""
    facts = JSONObject(type="type", is_voluntary="is_voluntary", on="on")
    away = Exit.objects.away().filter(individual=OuterRef(person)).order_by()
    return Subquery(away.values(facts=facts)[:1])


def as_exit(facts: dict[str, Any] | None) -> Exit | None:
    """Returns an unsaved Exit from a value of `how_they_left`; None for NULL."""
    if not facts:
        return None
    return Exit(
        type=facts["type"],
        is_voluntary=facts["is_voluntary"],
        on=datetime.date.fromisoformat(facts["on"]),
    )
