"""Base models of rows about a person: who recorded them and when."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.register.querysets.individual import OfIndividualQuerySet
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class Signed(SealedRow):
    """Who recorded the row, and when."""

    recorded_at = models.DateTimeField(auto_now_add=True)
    recorded_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    class Privacy:
        open = {"recorded_at", "recorded_by"}

    class Meta:
        abstract = True


class Recorded(Signed):
    """A row about one person, its `individual`. A row is never deleted: it ends, or a newer row replaces it."""

    objects = OfIndividualQuerySet.as_manager()

    class Privacy:
        open = {"individual"}

    class Meta:
        abstract = True


class Withdrawable(Recorded):
    """A row that may be marked as a mistake: it can still be read, with the reason; lists and figures leave it out."""

    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    withdrawn_because = EncryptedTextField(_("why it was a mistake"), blank=True)

    class Privacy:
        open = {"withdrawn_at", "withdrawn_by"}
        sealed = {"withdrawn_because"}

    class Meta:
        abstract = True

    @property
    def is_withdrawn(self) -> bool:
        return self.withdrawn_at is not None


class Replacing(models.Model):
    """A row that may replace an older one, which can still be read."""

    replaces = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="replaced_by"
    )

    class Privacy:
        open = {"replaces"}

    class Meta:
        abstract = True


class Edited(models.Model):
    """Fields by which edit conflicts are found: author, time and number (`version`) of the last change."""

    changed_at = models.DateTimeField(auto_now=True)
    changed_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    version = models.PositiveIntegerField(default=1)

    class Privacy:
        open = {"changed_at", "changed_by", "version"}

    class Meta:
        abstract = True
