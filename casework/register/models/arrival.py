"""Arrivals."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Office, User
from casework.register.choices import EntryMode
from casework.register.models.recorded import Edited
from casework.register.querysets.arrival import ArrivalQuerySet
from partners.models import Organisation
from reference.models import CrossingPoint, RegionalDirectorate
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class Arrival(Edited, SealedRow):
    """One crossing of the border by people of one case: when, where, how, and who received them."""

    case = models.ForeignKey(
        "casework.Case", models.PROTECT, related_name="arrivals", verbose_name=_("case")
    )
    office = models.ForeignKey(Office, models.PROTECT, related_name="+")
    on = models.DateField(_("arrived on"))
    at_time = models.TimeField(_("at"), null=True, blank=True)
    crossing = models.ForeignKey(
        CrossingPoint, models.PROTECT, null=True, blank=True, verbose_name=_("crossing point")
    )
    entry_mode = models.CharField(
        _("entry"), max_length=12, choices=EntryMode.choices, default=EntryMode.UNKNOWN
    )
    directorate = models.ForeignKey(
        RegionalDirectorate,
        models.PROTECT,
        null=True,
        blank=True,
        verbose_name=_("regional directorate"),
    )
    received_by = models.ForeignKey(
        Organisation, models.PROTECT, null=True, blank=True, verbose_name=_("received by")
    )
    is_stamped = models.BooleanField(_("stamped on entry"), null=True, blank=True)
    first_contact_by = models.ForeignKey(
        Organisation,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("first contact with"),
    )
    first_contact_at = models.DateTimeField(_("first contact at"), null=True, blank=True)
    circumstances = EncryptedTextField(_("circumstances"), blank=True)
    logged_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    logged_at = models.DateTimeField(auto_now_add=True)
    group = models.UUIDField(
        null=True, db_index=True, help_text="Shared by families that arrived together."
    )
    submission = models.UUIDField(
        null=True,
        unique=True,
        help_text="Token of the form, so that a double click makes one arrival.",
    )

    objects = ArrivalQuerySet.as_manager()

    class Privacy:
        open = {"case", "office", "logged_by", "logged_at", "group", "submission"}
        counted = {
            "on",
            "at_time",
            "crossing",
            "entry_mode",
            "directorate",
            "received_by",
            "is_stamped",
            "first_contact_by",
            "first_contact_at",
        }
        sealed = {"circumstances"}

    class Meta:
        verbose_name = _("arrival")
        ordering = ["-on", "-logged_at"]
        indexes = [
            models.Index(fields=["on", "directorate"], name="arrivals_by_day_and_place"),
            models.Index(fields=["logged_by", "-logged_at"], name="arrivals_last_logged_by"),
        ]
