"""Models of offices and their logos."""

import datetime
import uuid
import zoneinfo
from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
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


# The number among the days of mail that stands for public holidays; they are free without it.
MAILS_ON_HOLIDAYS = 8
LETTERHEAD = ("organisation", "address", "phone", "email")
MAIL_TIMES = ("mails_from", "mails_until", "mail_days")


class Office(models.Model):
    """An office with its time zone, the country whose law and holidays apply, and the sender of its letters.

    Mail about notices leaves from the hour `mails_from` until before `mails_until`, on the `mail_days`: 1 to 7 for Monday to
    Sunday, MAILS_ON_HOLIDAYS for public holidays. `mail_times` has them, or those of the settings if none are set."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=100, unique=True)
    country = models.CharField(_("country"), max_length=2, default="CO", help_text="ISO 3166-1")
    time_zone = models.CharField(
        _("time zone"), max_length=50, default="America/Bogota", validators=[validate_time_zone]
    )
    organisation = models.CharField(_("organisation"), max_length=150, blank=True)
    address = models.CharField(_("address"), max_length=200, blank=True)
    phone = models.CharField(_("phone"), max_length=60, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    mails_from = models.PositiveSmallIntegerField(null=True)
    mails_until = models.PositiveSmallIntegerField(null=True)
    mail_days = ArrayField(models.PositiveSmallIntegerField(), null=True)

    objects = OfficeQuerySet.as_manager()

    class Privacy:
        open = {"name", "country", "time_zone", "organisation", "address", "phone", "email"}
        open |= {"mails_from", "mails_until", "mail_days"}

    class Meta:
        verbose_name = _("office")
        verbose_name_plural = _("offices")
        ordering = [ByName("name"), "name"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(mails_from=None, mails_until=None, mail_days=None)
                | models.Q(
                    mails_from__lt=models.F("mails_until"),
                    mails_until__lte=24,
                    mail_days__len__gt=0,
                ),
                name="office_mails_at_some_hour",
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def letterhead(self) -> dict[str, str]:
        """The sender of the office's letters by field name; empty texts until they are set."""
        return {name: getattr(self, name) for name in LETTERHEAD}

    @property
    def mail_times(self) -> dict[str, Any]:
        """When mail about notices leaves, by field name."""
        first, last = settings.MAIL_HOURS
        if self.mails_from is not None:
            return {name: getattr(self, name) for name in MAIL_TIMES}
        return dict(zip(MAIL_TIMES, (first, last, settings.MAIL_DAYS), strict=True))

    def logo(self) -> bytes:
        """The picture at the head of the office's letters; empty until one is set. Runs a query."""
        return bytes(
            OfficeLogo.objects.filter(office=self).values_list("content", flat=True).first() or b""
        )

    def local_time(self) -> datetime.datetime:
        """The present moment in the office's time zone."""
        return timezone.now().astimezone(zoneinfo.ZoneInfo(self.time_zone))

    def today(self) -> datetime.date:
        return self.local_time().date()


class OfficeLogo(models.Model):
    """The picture at the head of an office's letters. It has its own table, because nearly every query joins offices."""

    office = models.OneToOneField(
        Office, models.CASCADE, primary_key=True, related_name="+", verbose_name=_("office")
    )
    content = models.BinaryField(_("logo"))

    class Privacy:
        open = {"office", "content"}
