"""Placements: who sleeps where."""

import datetime
import uuid
from collections.abc import Sequence
from typing import Any

import pgtrigger
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import DateRangeField, RangeBoundary, RangeOperators
from django.db import models
from django.db.models import F, Func, Q
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.contact.models import Phone
from casework.register.models.case import Case
from casework.register.models.exit import Exit, as_exit
from casework.register.models.individual import Individual
from shelters.choices import CancelReason, LeftBecause, LeftTo, StayStatus
from shelters.models.bed import Bed
from shelters.models.site import Site
from shelters.querysets.placement import PlacementQuerySet
from shelters.rules.stays import status_on
from vault.history import track_history

# Condition: checked in and not ended, even after the planned end.
CHECKED_IN = Q(checked_in_at__isnull=False, ends_on=None, cancelled_at=None)


class NightsHeld(Func):
    """The half-open range of nights that a stay holds: until its actual end, or else the planned one."""

    function = "daterange"
    output_field = DateRangeField()

    def __init__(self) -> None:
        super().__init__(F("starts_on"), Coalesce("ends_on", "planned_end_on"), RangeBoundary())


@track_history()
class Placement(models.Model):
    """One stay of one person at one site, from the night of `starts_on` until the person leaves.

    The bed may be assigned later. `ends_on` is null while the stay is open, whatever end was planned; both ends are the
    first night without the person. A person who is still here after the planned end holds the bed until checked out. As a
    constraint cannot know today's date, one on checked-in stays ensures this, and querysets count these nights. A move
    starts the next stay, which refers to this one as `previous`; a move to come ends this one once somebody checks the
    person in there.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    individual = models.ForeignKey(
        Individual, models.PROTECT, related_name="placements", verbose_name=_("person")
    )
    case = models.ForeignKey(
        Case, models.PROTECT, related_name="placements", verbose_name=_("case")
    )
    site = models.ForeignKey(
        Site, models.PROTECT, related_name="placements", verbose_name=_("site")
    )
    bed = models.ForeignKey(
        Bed,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="placements",
        verbose_name=_("bed"),
    )
    starts_on = models.DateField(_("first night"))
    ends_on = models.DateField(_("left on"), null=True, blank=True)
    planned_end_on = models.DateField(_("planned to leave on"), null=True, blank=True)
    # Set only once the planned end has passed; a new planned end clears it.
    allowed_until = models.DateField(_("allowed to stay until"), null=True, blank=True)
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True)
    checked_out_at = models.DateTimeField(_("checked out"), null=True, blank=True)
    cancelled_at = models.DateTimeField(_("cancelled"), null=True, blank=True)
    cancel_reason = models.CharField(
        _("reason"), max_length=12, choices=CancelReason.choices, blank=True
    )
    provisional_until = models.DateTimeField(_("provisional until"), null=True, blank=True)
    left_to = models.CharField(_("where to"), max_length=10, choices=LeftTo.choices, blank=True)
    left_because = models.CharField(
        _("why they left"), max_length=10, choices=LeftBecause.choices, blank=True
    )
    placed_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    placed_at = models.DateTimeField(auto_now_add=True)
    # If a stay is annulled, the person can move from the earlier one again.
    previous = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="moved_on",
        verbose_name=_("moved from"),
    )

    objects = PlacementQuerySet.as_manager()
    # The numbers that a page may show. Set by shelters/phones.py.
    phones_to_show: tuple[Phone, ...] = ()
    # The rules that the stay breaks, in words. Set by shelters/tonight.py.
    rules_not_kept: Sequence[str] = ()
    # The stay to which the person is to move. Set by shelters/to_come.py.
    moving_to: "Placement | None" = None
    # The number of family members expected together, on the first of them. Set by shelters/night.py.
    arrives_with: int = 0

    ENDING_FIELDS = ("ends_on", "planned_end_on", "allowed_until", "checked_out_at")

    class Privacy:
        open = {"individual", "case", "placed_by", "placed_at", "previous"}
        counted = {
            "site",
            "bed",
            "starts_on",
            "ends_on",
            "planned_end_on",
            "allowed_until",
            "checked_in_at",
            "checked_out_at",
            "cancelled_at",
            "cancel_reason",
            "provisional_until",
            "left_to",
            "left_because",
        }

    class Meta:
        verbose_name = _("stay")
        verbose_name_plural = _("stays")
        ordering = ["-starts_on", "-placed_at"]
        indexes = [
            models.Index(fields=["site", "starts_on"], name="stays_of_a_site"),
            # A small part of all stays: `PlacementQuerySet.asking`.
            models.Index(
                fields=["starts_on"],
                condition=Q(cancelled_at=None, checked_in_at=None),
                name="stays_to_begin",
            ),
            models.Index(
                fields=["planned_end_on"],
                condition=Q(cancelled_at=None, ends_on=None),
                name="stays_to_end",
            ),
        ]
        constraints = [
            ExclusionConstraint(
                name="one_stay_per_bed_and_night",
                expressions=[
                    ("bed", RangeOperators.EQUAL),
                    (NightsHeld(), RangeOperators.OVERLAPS),
                ],
                condition=Q(cancelled_at=None),
                violation_error_message=_("Somebody has this bed on one of these nights."),
            ),
            ExclusionConstraint(
                name="one_stay_per_individual_and_night",
                expressions=[
                    ("individual", RangeOperators.EQUAL),
                    (NightsHeld(), RangeOperators.OVERLAPS),
                ],
                condition=Q(cancelled_at=None),
                violation_error_message=_("This person has a place on one of these nights."),
            ),
            models.UniqueConstraint(
                fields=["bed"],
                condition=CHECKED_IN,
                name="one_checked_in_stay_per_bed",
                violation_error_message=_("Somebody still sleeps in this bed."),
            ),
            models.UniqueConstraint(
                fields=["individual"],
                condition=CHECKED_IN,
                name="one_checked_in_stay_per_individual",
                violation_error_message=_("This person is still checked in elsewhere."),
            ),
            models.UniqueConstraint(
                fields=["previous"],
                condition=Q(cancelled_at=None),
                name="one_standing_stay_after_a_move",
                violation_error_message=_("They have moved on from this stay already."),
            ),
            models.CheckConstraint(
                condition=Q(ends_on=None) | Q(ends_on__gte=F("starts_on")),
                name="stay_ends_after_it_starts",
                violation_error_message=_("The stay ends before it starts."),
            ),
            models.CheckConstraint(
                condition=Q(planned_end_on=None) | Q(planned_end_on__gt=F("starts_on")),
                name="stay_is_planned_to_end_after_it_starts",
                violation_error_message=_("The planned end is not after the first night."),
            ),
            models.CheckConstraint(
                condition=Q(checked_out_at=None)
                | Q(checked_in_at__isnull=False, ends_on__isnull=False),
                name="stay_is_left_after_being_entered",
                violation_error_message=_("Nobody leaves who has not arrived."),
            ),
            models.CheckConstraint(
                condition=Q(left_to="", left_because="") | Q(ends_on__isnull=False),
                name="who_is_here_has_gone_nowhere",
                violation_error_message=_("Only a stay that is over says where to."),
            ),
            models.CheckConstraint(
                condition=Q(cancelled_at=None, cancel_reason="")
                | (Q(cancelled_at__isnull=False, checked_in_at=None) & ~Q(cancel_reason="")),
                name="cancelled_stay_has_reason_and_nobody_came",
                violation_error_message=_(
                    "Only a stay that has not begun is cancelled, with a reason."
                ),
            ),
        ]
        triggers = [
            pgtrigger.Trigger(
                name="bed_of_the_same_site",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert | pgtrigger.UpdateOf("bed_id", "site_id"),
                condition=pgtrigger.Q(new__bed__isnull=False),
                func="""
                    IF NOT EXISTS (
                        SELECT 1 FROM shelters_bed bed
                        JOIN shelters_room room ON room.id = bed.room_id
                        WHERE bed.id = NEW.bed_id AND room.site_id = NEW.site_id
                    ) THEN
                        RAISE EXCEPTION 'the bed is not of this site'
                            USING ERRCODE = 'check_violation', CONSTRAINT = 'bed_of_the_same_site';
                    END IF;
                    RETURN NEW;
                """,
            )
        ]

    def status_on(self, day: datetime.date) -> StayStatus:
        return status_on(self, day)

    @property
    def has_arrived(self) -> bool:
        """Whether somebody has checked them in."""
        return self.checked_in_at is not None

    @property
    def is_provisional(self) -> bool:
        """Whether somebody is still to confirm the place. Who arrives has it."""
        is_to_come = not (self.checked_in_at or self.ends_on or self.cancelled_at)
        return is_to_come and self.provisional_until is not None

    @property
    def has_lapsed(self) -> bool:
        """Whether nobody confirmed the place in time. It stays held until somebody confirms or cancels it."""
        until = self.provisional_until
        return self.is_provisional and until is not None and until <= timezone.now()

    @property
    def where(self) -> str:
        """Room and bed, as in `101 · 3`."""
        return f"{self.bed.room.name} · {self.bed.name}" if self.bed else str(_("no bed yet"))

    @property
    def leaves_on(self) -> datetime.date | None:
        """The actual day of leaving, or else the planned one; None if there is neither."""
        return self.ends_on or self.planned_end_on

    # The columns of the person's exit. Set by `Placement.objects.with_day_gone`.
    left_us: dict[str, Any] | None = None

    @cached_property
    def leaving(self) -> Exit | None:
        return as_exit(self.left_us)

    @property
    def gone_on(self) -> datetime.date | None:
        return self.leaving.on if self.leaving else None

    # The first night without promised lodging for this person. Set by a higher app, if it knows it.
    lodging_ends_on: datetime.date | None = None

    @property
    def unpaid_on(self) -> datetime.date | None:
        """The first night of the stay that is not paid, not under contract or past a notice to leave.

        None if there is none, or the stay is over.
        """
        if self.ends_on or self.cancelled_at:
            return None
        since = max(self.starts_on, timezone.localdate())
        site_unpaid_on = self.site.first_night_unpaid(since)
        unpaid_on = min(filter(None, (site_unpaid_on, self.lodging_ends_on)), default=None)
        is_within = unpaid_on and (self.planned_end_on is None or unpaid_on < self.planned_end_on)
        return unpaid_on if is_within else None
