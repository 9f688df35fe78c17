"""The slip that a family carries after its arrival."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.register.models.arrival import Arrival
from casework.slips.querysets import ArrivalSlipQuerySet
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class ArrivalSlip(SealedRow):
    """A slip issued for an arrival. A stranger who scans its code learns only whether the slip is valid.

    Codes are compared by their hash. The code itself is sealed, so that the same slip can be printed again.
    """

    arrival = models.ForeignKey(Arrival, models.PROTECT, related_name="slips")
    token = EncryptedTextField(_("code of the slip"))
    token_hash = models.CharField(max_length=64, unique=True)
    stated_hash = models.CharField(max_length=64, help_text="See `casework.slips.content`.")
    issued_at = models.DateTimeField(auto_now_add=True)
    issued_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")

    objects = ArrivalSlipQuerySet.as_manager()

    class Privacy:
        open = {"arrival", "token_hash", "stated_hash", "issued_at", "issued_by"}
        open |= {"revoked_at", "revoked_by"}
        sealed = {"token"}

    class Meta:
        ordering = ["-issued_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["arrival"],
                condition=Q(revoked_at=None),
                name="one_valid_slip_per_arrival",
                violation_error_message=_("This arrival has a valid slip."),
            ),
            models.CheckConstraint(
                condition=Q(revoked_at=None, revoked_by=None)
                | Q(revoked_at__isnull=False, revoked_by__isnull=False),
                name="revoked_slip_has_moment_and_person",
            ),
        ]
