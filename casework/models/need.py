"""Specific needs, coded as UNHCR codes them."""

from django.db import models
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from casework.choices.needs import NeedFamily, NeedSource, RoomNeed
from casework.models.individual import Individual
from casework.models.recorded import Edited, Withdrawable
from casework.querysets.need import SpecificNeedQuerySet
from vault.fields import EncryptedTextField


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
        spanish = (get_language() or "es").startswith("es")
        return f"{self.code} {self.name_es if spanish else self.name_en}"


class SpecificNeed(Edited, Withdrawable):
    """A need of one person from a day until a day, with its source and the day to look at it again.

    One that was a mistake ends on the day on which it began, and so holds on no day.
    """

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="needs")
    code = models.ForeignKey(NeedCode, models.PROTECT, verbose_name=_("need"), related_name="+")
    starts_on = models.DateField(_("since"))
    ended_on = models.DateField(_("until"), null=True, blank=True)
    source = models.CharField(_("known from"), max_length=12, choices=NeedSource.choices)
    review_on = models.DateField(_("look at it again on"), null=True, blank=True)
    note = EncryptedTextField(_("note"), blank=True)

    objects = SpecificNeedQuerySet.as_manager()

    class Privacy:
        open = Withdrawable.RECORDED | Edited.EDITED | {"review_on"}
        counted = {"code", "starts_on", "ended_on", "source"}
        sealed = {"note", "withdrawn_because"}

    class Meta:
        verbose_name = _("need")
        verbose_name_plural = _("needs")
        ordering = ["-starts_on", "code"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ended_on=None) | models.Q(ended_on__gte=models.F("starts_on")),
                name="need_ends_after_it_starts",
                violation_error_message=_("The need ends before it starts."),
            ),
            models.UniqueConstraint(
                fields=["individual", "code"],
                condition=models.Q(ended_on=None),
                name="one_open_need_per_code",
                violation_error_message=_("This need is on file already."),
            ),
        ]

    @property
    def room_needs(self) -> list[str]:
        """What a place to sleep must offer because of this need."""
        return [RoomNeed(each) for each in self.code.room_needs]

    @property
    def in_short(self) -> str:
        """What a page about this row calls it."""
        return str(self.code)
