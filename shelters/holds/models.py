"""A bed that somebody holds for people who have no file yet."""

import uuid

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from shelters.holds.querysets import BedHoldQuerySet
from shelters.models.bed import Bed


class BedHold(models.Model):
    """Nobody but `held_by` is offered this bed on these nights, until `lapses_at` or until it is released.

    No task ends it: queries compare `lapses_at` with the clock. Beds of one `call` are held and released together.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    call = models.UUIDField(editable=False)
    bed = models.ForeignKey(Bed, models.PROTECT, related_name="holds", verbose_name=_("bed"))
    starts_on = models.DateField(_("first night"))
    ends_on = models.DateField(_("they leave on"), null=True, blank=True)
    note = models.CharField(
        _("note"),
        max_length=120,
        blank=True,
        help_text=_("Who called and from where. Never the name of somebody who looks for a bed."),
    )
    held_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    held_at = models.DateTimeField(auto_now_add=True)
    lapses_at = models.DateTimeField(_("bed held until"))
    released_at = models.DateTimeField(_("released"), null=True, blank=True)
    released_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")

    objects = BedHoldQuerySet.as_manager()

    class Privacy:
        open = {
            "call",
            "bed",
            "starts_on",
            "ends_on",
            "note",
            "held_by",
            "held_at",
            "lapses_at",
            "released_at",
            "released_by",
        }

    class Meta:
        verbose_name = _("bed held for a call")
        verbose_name_plural = _("beds held for calls")
        ordering = ["lapses_at"]
        indexes = [
            models.Index(
                fields=["bed", "lapses_at"],
                condition=Q(released_at=None),
                name="holds_not_released",
            )
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on=None) | Q(ends_on__gt=F("starts_on")),
                name="a_hold_covers_a_night",
                violation_error_message=_("The day of leaving is not after the first night."),
            )
        ]
