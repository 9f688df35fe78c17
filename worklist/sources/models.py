"""The days of warning that an administrator set for a kind of date."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _


class WarningDays(models.Model):
    """How many days before a date of this kind readers are warned; the default days if `days` is None.

    `set_on` keeps a changed day from announcing again what was announced before the change."""

    kind = models.CharField(_("kind"), max_length=40, primary_key=True)
    days = ArrayField(models.PositiveSmallIntegerField(), null=True)
    set_on = models.DateField()

    class Privacy:
        open = {"kind", "days", "set_on"}

    class Meta:
        verbose_name = _("days of warning")
        verbose_name_plural = _("days of warning")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(days=None) | models.Q(days__len__gt=0),
                name="warned_on_some_day",
            )
        ]
