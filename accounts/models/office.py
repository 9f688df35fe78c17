"""Offices."""

import datetime
import uuid
import zoneinfo

from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.querysets import OfficeQuerySet
from pages.order import ByName


def validate_time_zone(name: str) -> None:
    """Raises ValidationError unless `name` is an IANA time zone."""
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("%(name)s is not a time zone."), params={"name": name})


class Office(models.Model):
    """A place of work with its own clock, country and working calendar."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=100, unique=True)
    country = models.CharField(_("country"), max_length=2, default="CO", help_text="ISO 3166-1")
    time_zone = models.CharField(
        _("time zone"), max_length=50, default="America/Bogota", validators=[validate_time_zone]
    )

    objects = OfficeQuerySet.as_manager()

    class Privacy:
        open = {"name", "country", "time_zone"}

    class Meta:
        verbose_name = _("office")
        verbose_name_plural = _("offices")
        ordering = [ByName("name"), "name"]

    def __str__(self) -> str:
        return self.name

    def today(self) -> datetime.date:
        """The date on the wall of this office."""
        return timezone.now().astimezone(zoneinfo.ZoneInfo(self.time_zone)).date()
