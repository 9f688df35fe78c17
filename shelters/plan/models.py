"""A plan of moves for a site that closes, or whose beds vanish, and its lines: one for each person."""

import datetime
import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from shelters.models.bed import Bed
from shelters.models.placement import Placement
from shelters.models.site import Site
from shelters.plan.choices import UNDER_WAY, MoveLineState, MovePlanState, Proof, Solving
from shelters.plan.querysets import SILENT_FOR, MoveLineQuerySet, MovePlanQuerySet


class MovePlan(models.Model):
    """Where the people of a site go. `leaves_on` is the first night on which nobody may stay, `counts_until` the first
    night that the plan does not count.

    `rooms` are the keys of those that vanish; empty for the whole site.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    site = models.ForeignKey(
        Site, models.PROTECT, related_name="move_plans", verbose_name=_("site")
    )
    leaves_on = models.DateField(_("first night on which nobody may stay"))
    counts_until = models.DateField(_("first night that is not counted"))
    rooms = ArrayField(models.UUIDField(), default=list, blank=True, verbose_name=_("rooms"))
    state = models.CharField(
        _("state"), max_length=8, choices=MovePlanState.choices, default=MovePlanState.DRAFT
    )
    proof = models.CharField(_("what is proven"), max_length=8, choices=Proof.choices, blank=True)
    solving = models.CharField(
        _("working out"), max_length=8, choices=Solving.choices, default=Solving.DONE
    )
    solving_since = models.DateTimeField(null=True, blank=True)
    asked_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    made_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    solved_at = models.DateTimeField(_("solved"), null=True, blank=True)
    closed_at = models.DateTimeField(_("applied or dropped"), null=True, blank=True)

    objects = MovePlanQuerySet.as_manager()

    class Privacy:
        open = {
            "id",
            "site",
            "leaves_on",
            "counts_until",
            "rooms",
            "state",
            "proof",
            "solving",
            "solving_since",
            "asked_by",
            "made_by",
            "made_at",
            "solved_at",
            "closed_at",
        }

    class Meta:
        verbose_name = _("plan of moves")
        verbose_name_plural = _("plans of moves")
        ordering = ["-made_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["site"],
                condition=Q(state=MovePlanState.DRAFT),
                name="one_draft_of_moves_per_site",
                violation_error_message=_("There is a draft for this site."),
            ),
            models.CheckConstraint(
                condition=Q(counts_until__gt=F("leaves_on")),
                name="move_plan_counts_a_night",
                violation_error_message=_("The plan counts no night."),
            ),
        ]

    @property
    def is_under_way(self) -> bool:
        """Whether its places are being worked out."""
        return self.solving in UNDER_WAY

    def is_late_at(self, now: datetime.datetime) -> bool:
        """Whether the worker is taken for lost."""
        return bool(self.solving_since and self.solving_since < now - SILENT_FOR)

    def first_night_of(self, stay: Placement) -> datetime.date:
        return max(self.leaves_on, stay.starts_on)

    def nights_of(self, stay: Placement, until: datetime.date | None) -> int:
        """The nights of the plan on which somebody who stays until then needs a bed."""
        last = min(filter(None, (until, self.counts_until)))
        return max(0, (last - self.first_night_of(stay)).days)

    @property
    def nights(self) -> int:
        return (self.counts_until - self.leaves_on).days


class MoveLine(models.Model):
    """The new bed of one person, or none. `from_bed`, `until` and `asks` are what was known when the line was written: the
    present bed, the first night without need of a bed, and the rules that the new bed breaks with a reason."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    plan = models.ForeignKey(MovePlan, models.PROTECT, related_name="lines")
    placement = models.ForeignKey(
        Placement, models.PROTECT, related_name="move_lines", verbose_name=_("stay")
    )
    bed = models.ForeignKey(
        Bed, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("new bed")
    )
    state = models.CharField(_("state"), max_length=8, choices=MoveLineState.choices)
    is_by_hand = models.BooleanField(_("chosen by hand"), default=False)
    from_bed = models.ForeignKey(
        Bed, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("bed")
    )
    until = models.DateField(_("leaves on"), null=True, blank=True)
    asks = ArrayField(models.CharField(max_length=30), default=list, blank=True)

    objects = MoveLineQuerySet.as_manager()

    class Privacy:
        open = {"id", "plan", "placement", "is_by_hand", "asks"}
        counted = {"bed", "state", "from_bed", "until"}

    class Meta:
        verbose_name = _("line of a plan of moves")
        verbose_name_plural = _("lines of plans of moves")
        constraints = [
            models.UniqueConstraint(
                fields=["plan", "placement"], name="one_line_per_plan_and_stay"
            ),
            models.UniqueConstraint(fields=["plan", "bed"], name="one_line_per_plan_and_bed"),
            models.CheckConstraint(
                condition=Q(state=MoveLineState.PLANNED, bed__isnull=False)
                | (~Q(state=MoveLineState.PLANNED) & Q(bed=None)),
                name="planned_line_has_a_bed",
            ),
        ]
