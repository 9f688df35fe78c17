"""Beds, surge places, and the nights on which a bed is out of service."""

import uuid

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import RangeOperators
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.register.models.case import DateRange
from shelters.choices import BedKind, ClosureReason, SurgeReason
from shelters.models.room import Room
from shelters.querysets.bed import BedClosureQuerySet, BedQuerySet


class Bed(models.Model):
    """A place to sleep for one person, from the night it was set up until it is removed.

    A surge place has an approver, a reason, and a day of review.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    room = models.ForeignKey(Room, models.PROTECT, related_name="beds", verbose_name=_("room"))
    name = models.CharField(_("name"), max_length=20)
    position = models.PositiveSmallIntegerField(
        default=0, help_text="Beds with neighbouring positions stand side by side."
    )
    kind = models.CharField(_("kind"), max_length=10, choices=BedKind.choices, default=BedKind.BED)
    opened_on = models.DateField(_("in use since"))
    closed_on = models.DateField(
        _("taken away on"), null=True, blank=True, help_text=_("The first night without it.")
    )
    approved_by = models.ForeignKey(
        User,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("approved by"),
    )
    reason = models.CharField(_("reason"), max_length=20, choices=SurgeReason.choices, blank=True)
    review_on = models.DateField(_("to be reviewed on"), null=True, blank=True)

    objects = BedQuerySet.as_manager()
    # Whether somebody holds it for a call. Set by shelters/free_beds.py.
    is_held = False

    class Privacy:
        open = {
            "room",
            "name",
            "position",
            "kind",
            "opened_on",
            "closed_on",
            "approved_by",
            "reason",
            "review_on",
        }

    class Meta:
        verbose_name = _("bed")
        verbose_name_plural = _("beds")
        ordering = ["position", "name"]
        constraints = [
            models.UniqueConstraint(
                fields=["room", "name"],
                condition=Q(closed_on=None),
                name="one_bed_name_per_room",
                violation_error_message=_("This room has a bed of this name."),
            ),
            models.CheckConstraint(
                condition=Q(closed_on=None) | Q(closed_on__gte=F("opened_on")),
                name="bed_closes_after_it_opens",
                violation_error_message=_("The bed is taken away before it was set up."),
            ),
            models.CheckConstraint(
                condition=(
                    Q(kind=BedKind.SURGE, approved_by__isnull=False, review_on__isnull=False)
                    & ~Q(reason="")
                )
                | (~Q(kind=BedKind.SURGE) & Q(approved_by=None, review_on=None, reason="")),
                name="surge_place_has_approver_reason_and_review",
                violation_error_message=_(
                    "A surge place needs somebody who approves it, a reason and a day of review."
                ),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_surge(self) -> bool:
        return self.kind == BedKind.SURGE


class BedClosure(models.Model):
    """Nights on which a bed is out of service. The end is the first night it is back; null while unknown."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    bed = models.ForeignKey(Bed, models.PROTECT, related_name="closures", verbose_name=_("bed"))
    starts_on = models.DateField(_("out of service from"))
    ends_on = models.DateField(_("back in service on"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=20, choices=ClosureReason.choices)
    closed_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    closed_at = models.DateTimeField(auto_now_add=True)

    objects = BedClosureQuerySet.as_manager()

    class Privacy:
        open = {"bed", "starts_on", "ends_on", "reason", "closed_by", "closed_at"}

    class Meta:
        verbose_name = _("bed out of service")
        verbose_name_plural = _("beds out of service")
        ordering = ["-starts_on"]
        constraints = [
            ExclusionConstraint(
                name="one_closure_per_bed_and_night",
                expressions=[
                    ("bed", RangeOperators.EQUAL),
                    (DateRange("starts_on", "ends_on"), RangeOperators.OVERLAPS),
                ],
                violation_error_message=_("This bed is out of service on these nights already."),
            ),
            models.CheckConstraint(
                condition=Q(ends_on=None) | Q(ends_on__gte=F("starts_on")),
                name="closure_ends_after_it_starts",
                violation_error_message=_("The end is before the start."),
            ),
        ]

    @property
    def is_mistake(self) -> bool:
        """Whether it was corrected to cover no night."""
        return self.ends_on == self.starts_on
