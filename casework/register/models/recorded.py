"""What every row about a person carries: who wrote it and when."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.register.querysets.individual import OfIndividualQuerySet
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class Signed(SealedRow):
    """A row that says who wrote it down and when."""

    recorded_at = models.DateTimeField(auto_now_add=True)
    recorded_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    class Privacy:
        open = {"recorded_at", "recorded_by"}

    class Meta:
        abstract = True


class Recorded(Signed):
    """A row about one person, its `individual`. It is never deleted: it ends, or a newer one takes its place."""

    objects = OfIndividualQuerySet.as_manager()

    class Privacy:
        open = {"individual"}

    class Meta:
        abstract = True


class Withdrawable(Recorded):
    """A row that can turn out to be a mistake: it stays readable, with the reason, and counts nowhere."""

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
    """A row that may take an older one's place; the older one stays readable behind it."""

    replaces = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="replaced_by"
    )

    class Privacy:
        open = {"replaces"}

    class Meta:
        abstract = True


class Edited(models.Model):
    """What a row carries that two people may have open at once: who changed it last, when, and how often."""

    changed_at = models.DateTimeField(auto_now=True)
    changed_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    version = models.PositiveIntegerField(default=1)

    class Privacy:
        open = {"changed_at", "changed_by", "version"}

    class Meta:
        abstract = True
