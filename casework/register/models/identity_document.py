"""Identity documents."""

import datetime

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from casework.register.choices import DocumentEnd, DocumentType, YesNo
from casework.register.models.individual import Individual
from casework.register.models.recorded import Replacing
from casework.register.querysets.individual import OfIndividualQuerySet
from casework.register.rules import tail_of
from vault.fields import EncryptedTextField, ExactTokenField
from vault.models import SealedRow


class IdentityDocument(Replacing, SealedRow):
    """A paper that says who a person is. A paper ends or is replaced, and is never deleted."""

    individual = models.ForeignKey(Individual, models.PROTECT, related_name="identity_documents")
    type = models.CharField(_("type"), max_length=20, choices=DocumentType.choices)
    country = models.CharField(_("issuing country"), max_length=2, blank=True)
    number = EncryptedTextField(_("number"))
    number_token = models.BigIntegerField(null=True, db_index=True)
    tail_token = ExactTokenField(null=True, db_index=True)
    valid_from = models.DateField(_("valid from"), null=True, blank=True)
    valid_until = models.DateField(_("valid until"), null=True, blank=True)
    states_work_right = models.CharField(
        _("states the right to work"), max_length=8, choices=YesNo.choices, default=YesNo.UNKNOWN
    )
    ended_on = models.DateField(_("no longer held since"), null=True, blank=True)
    end_reason = models.CharField(
        _("what became of it"), max_length=12, choices=DocumentEnd.choices, blank=True
    )
    recorded_at = models.DateTimeField(default=timezone.now)

    objects = OfIndividualQuerySet.as_manager()

    class Privacy:
        open = {"individual", "ended_on", "recorded_at"}
        counted = {
            "type",
            "country",
            "valid_from",
            "valid_until",
            "states_work_right",
            "end_reason",
        }
        personal = {"number", "number_token", "tail_token"}

    class Meta:
        verbose_name = _("identity document")
        verbose_name_plural = _("identity documents")
        ordering = ["type"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ended_on=None, end_reason="")
                | (models.Q(ended_on__isnull=False) & ~models.Q(end_reason="")),
                name="ended_document_has_day_and_reason",
            )
        ]

    @property
    def number_tail(self) -> str:
        """An ellipsis and the last four characters, to distinguish people without showing the number."""
        return f"…{tail_of(self.number)}" if self.number else ""

    def is_expired_on(self, day: datetime.date) -> bool:
        """Returns whether the last day of validity has passed."""
        return self.valid_until is not None and self.valid_until < day

    @property
    def page_title(self) -> str:
        """The type and the end of the number."""
        return f"{self.get_type_display()} {self.number_tail}"
