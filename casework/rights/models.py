"""Records of erasures."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.register.models.individual import Individual
from casework.register.querysets.individual import OfIndividualQuerySet
from casework.rights.choices import ErasureReason


class Erasure(models.Model):
    """An erasure. The reason is a code, because a text about the person could still be read."""

    append_only = True

    individual = models.OneToOneField(Individual, models.PROTECT, related_name="erasure")
    on = models.DateField(_("erased on"))
    reason = models.CharField(_("reason"), max_length=10, choices=ErasureReason.choices)
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, models.PROTECT, related_name="+")

    objects = OfIndividualQuerySet.as_manager()

    class Privacy:
        open = {"individual", "on", "at", "by"}
        counted = {"reason"}
