"""A list with names for somebody outside."""

import datetime
from typing import ClassVar

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Office
from casework.consents.choices import Purpose
from casework.register.models.individual import Individual
from partners.models import Organisation
from reporting.choices import Unshared
from reporting.models.made_later import MadeLater
from reporting.querysets import NamedListQuerySet
from vault.fields import EncryptedTextField


class NamedList(MadeLater):
    """The people of an office who may be shared with one recipient: queued, made in the background.

    The file is encrypted with the row's own key. It is deleted a week after it was made, or as soon as somebody in it
    withdraws consent.
    """

    # The columns with the names of its files.
    FILES = ("file_name",)
    # What the other columns are set to before the files are made, the first time or again.
    BEFORE_MAKING: ClassVar[dict[str, int]] = {}

    office = models.ForeignKey(Office, models.PROTECT, related_name="+", verbose_name=_("office"))
    recipient = models.ForeignKey(
        Organisation, models.PROTECT, related_name="+", verbose_name=_("recipient")
    )
    purpose = models.CharField(_("purpose"), max_length=16, choices=Purpose.choices)
    reason = EncryptedTextField(_("why names are needed"))
    file_name = models.CharField(max_length=200, blank=True)
    left_out = models.JSONField(_("left out"), default=dict)

    objects = NamedListQuerySet.as_manager()

    class Privacy:
        open = {
            "office",
            "recipient",
            "purpose",
            "status",
            "file_name",
            "left_out",
            "prepared_by",
            "prepared_at",
            "started_at",
            "made_at",
        }
        sealed = {"reason"}

    class Meta:
        ordering = ["-prepared_at"]

    def __str__(self) -> str:
        return f"{self.recipient.name_in_exports}, {self.get_purpose_display()}"

    def get_absolute_url(self) -> str:
        return reverse("named-list-detail", args=[self.pk])

    @classmethod
    def expires_after(cls) -> datetime.timedelta:
        return datetime.timedelta(days=7)

    @property
    def left_out_in_words(self) -> list[tuple[str, int]]:
        """Each reason for leaving people out, with how many."""
        return [
            (str(Unshared(reason).label), number)
            for reason, number in self.left_out.items()
            if number
        ]


class NamedListLine(models.Model):
    """A person in a list: by name, or by alias or number only."""

    named_list = models.ForeignKey(NamedList, models.PROTECT, related_name="lines")
    individual = models.ForeignKey(Individual, models.PROTECT, related_name="+")
    is_named = models.BooleanField(_("by name"))

    class Privacy:
        open = {"named_list", "individual", "is_named"}

    class Meta:
        verbose_name = _("line of a list with names")
        verbose_name_plural = _("lines of lists with names")
