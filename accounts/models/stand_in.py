"""The model of deputies of users who are away."""

import datetime
import uuid

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import DateRangeField, RangeOperators
from django.db import models
from django.db.models import F, Func, Q
from django.utils.translation import gettext_lazy as _

from accounts.models.user import User
from accounts.querysets import StandInQuerySet


class StandIn(models.Model):
    """A colleague, the deputy, gets the notices of a user who is away; `ends_on` is the first day back."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, models.PROTECT, related_name="+")
    deputy = models.ForeignKey(User, models.PROTECT, related_name="+")
    starts_on = models.DateField(_("away from"))
    ends_on = models.DateField(_("back on"))
    named_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    named_at = models.DateTimeField(auto_now_add=True)
    ended_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    ended_at = models.DateTimeField(null=True)

    objects = StandInQuerySet.as_manager()

    class Privacy:
        open = {"user", "deputy", "starts_on", "ends_on"}
        open |= {"named_by", "named_at", "ended_by", "ended_at"}

    class Meta:
        ordering = ["starts_on", "id"]
        constraints = [
            ExclusionConstraint(
                name="one_deputy_per_user_and_day",
                expressions=[
                    ("user", RangeOperators.EQUAL),
                    (
                        Func(
                            "starts_on",
                            "ends_on",
                            function="daterange",
                            output_field=DateRangeField(),
                        ),
                        RangeOperators.OVERLAPS,
                    ),
                ],
                condition=Q(ended_at=None),
            ),
            models.CheckConstraint(
                condition=Q(ends_on__gt=F("starts_on")) & ~Q(user=F("deputy")),
                name="deputy_is_a_colleague_for_a_day_at_least",
            ),
        ]

    def is_on(self, day: datetime.date) -> bool:
        """Whether the user is away on that day."""
        return self.starts_on <= day < self.ends_on
