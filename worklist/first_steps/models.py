"""The table of confirmed first steps."""

import uuid

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from worklist.first_steps.choices import ConfirmedStep
from worklist.first_steps.querysets import StepSaidQuerySet


class StepSaid(models.Model):
    """The confirmation of a user that a first step is done. It counts until somebody withdraws it.

    `holds_for` names the mail server or the master key to which it applies. It does not count for another one."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    step = models.CharField(_("what"), max_length=20, choices=ConfirmedStep.choices)
    holds_for = models.CharField(max_length=200, blank=True)
    said_by = models.ForeignKey(User, models.PROTECT, related_name="+", verbose_name=_("said by"))
    said_at = models.DateTimeField(_("said"), default=timezone.now)
    taken_back_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    taken_back_at = models.DateTimeField(null=True)

    objects = StepSaidQuerySet.as_manager()

    class Privacy:
        open = {"step", "holds_for", "said_by", "said_at", "taken_back_by", "taken_back_at"}

    class Meta:
        verbose_name = _("first step that somebody said is done")
        verbose_name_plural = _("first steps that somebody said are done")
        ordering = ["-said_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["step", "holds_for"],
                condition=Q(taken_back_at=None),
                name="one_standing_word_per_step",
            ),
            models.CheckConstraint(
                condition=Q(taken_back_by=None, taken_back_at=None)
                | Q(taken_back_by__isnull=False, taken_back_at__gte=F("said_at")),
                name="a_word_is_taken_back_by_somebody",
            ),
        ]
