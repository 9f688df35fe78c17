"""Figures that others reported."""

import uuid

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.choices.reported import CONTEXT_METRICS, Metric, Operator
from casework.querysets.partner import ReportedFigureQuerySet
from casework.rules.reported import figure_in_words


class ReportedFigure(models.Model):
    """What a source said how many there were on a day. Sources that contradict each other are all kept.

    `value_to` is the upper end where the source gave a range. `code` is that of the reference table.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    code = models.CharField(max_length=40, null=True, blank=True, unique=True, editable=False)
    metric = models.CharField(_("what is counted"), max_length=16, choices=Metric.choices)
    on = models.DateField(_("on"))
    is_day_approximate = models.BooleanField(_("the day is approximate"), default=False)
    operator = models.CharField(_("the source says"), max_length=10, choices=Operator.choices)
    value = models.PositiveIntegerField(_("figure"))
    value_to = models.PositiveIntegerField(_("up to"), null=True, blank=True)
    source = models.CharField(
        _("source"), max_length=200, help_text=_("Title, publisher and day; no link.")
    )
    note = models.CharField(_("note"), max_length=300, blank=True)
    recorded_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    recorded_at = models.DateTimeField(auto_now_add=True)

    objects = ReportedFigureQuerySet.as_manager()

    class Privacy:
        open = {
            "id",
            "code",
            "metric",
            "on",
            "is_day_approximate",
            "operator",
            "value",
            "value_to",
            "source",
            "note",
            "recorded_by",
            "recorded_at",
        }

    class Meta:
        ordering = ["metric", "on", "value"]
        constraints = [
            models.CheckConstraint(
                condition=Q(operator=Operator.BETWEEN, value_to__gt=F("value"))
                | (~Q(operator=Operator.BETWEEN) & Q(value_to=None)),
                name="only_a_range_has_two_ends",
                violation_error_message=_("“Between” needs both ends, the lower first."),
            ),
        ]

    @property
    def is_context(self) -> bool:
        """Whether it is background only, and no divisor."""
        return self.metric in CONTEXT_METRICS

    @property
    def in_words(self) -> str:
        """`more than 500`."""
        return figure_in_words(self.operator, self.value, self.value_to)
