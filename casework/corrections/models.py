"""Corrections of rows in a file: old value, new value, and reason."""

import datetime

from django.apps import apps
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.corrections.querysets import CorrectionQuerySet
from casework.register.models.individual import Individual
from vault.fields import EncryptedTextField
from vault.models import SealedRow

# Within this time after a row was recorded, a correction needs no reason.
HOURS_WITHOUT_REASON = 24


class Correction(SealedRow):
    """One correction of one row. `changes` are lines "field: old → new", in the author's language.

    A step of a claim or a paper is never overwritten: `day` is its right day. `individual` is empty for a row about a
    family or a site.
    """

    individual = models.ForeignKey(
        Individual, models.PROTECT, null=True, blank=True, related_name="corrections"
    )
    about_type = models.CharField(max_length=60)
    about_id = models.UUIDField(db_index=True)
    fields = models.JSONField(_("what was put right"))
    changes = EncryptedTextField(_("old and new"))
    because = EncryptedTextField(_("reason"), blank=True)
    day = models.DateField(_("right day of a step"), null=True, blank=True)
    at = models.DateTimeField(_("corrected on"), auto_now_add=True)
    by = models.ForeignKey(User, models.PROTECT, related_name="+")

    objects = CorrectionQuerySet.as_manager()

    class Privacy:
        open = {"id", "key_id", "individual", "about_type", "about_id", "fields", "at", "by"}
        counted = {"day"}
        sealed = {"changes", "because"}

    class Meta:
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")
        ordering = ["-at"]

    @property
    def about(self) -> str:
        """The name of the kind of row."""
        return str(apps.get_model(self.about_type)._meta.verbose_name)


class Mistakable(models.Model):
    """A row that can be marked as a mistake: it can still be read, but lists and figures leave it out.

    Unlike a row that has ended, a mistake was never true.
    """

    is_mistake = models.BooleanField(_("recorded by mistake"), default=False)

    class Privacy:
        open = {"is_mistake"}

    class Meta:
        abstract = True


def needs_no_reason(recorded_at: datetime.datetime) -> bool:
    """Whether a row was recorded so recently that a correction needs no reason."""
    return timezone.now() - recorded_at <= datetime.timedelta(hours=HOURS_WITHOUT_REASON)
