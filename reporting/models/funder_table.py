"""A table for a funder, of one or several months."""

import datetime
import zoneinfo
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Office, User
from partners.models import Organisation
from reporting.choices import SMALLEST_COUNT, Audience, TableStatus
from reporting.models.made_later import MadeLater
from reporting.querysets import FunderTableQuerySet


class FunderTable(MadeLater):
    """Whole months of one office, for one audience: queued, made in the background, released by a second person.

    The files are encrypted with the row's own key and kept for readers as long as a funder may ask about them. A third file
    stays internal: the exact counts, against which later tables are checked before their release.
    """

    never_deleted = True
    # The columns with the names of its files.
    FILES = ("csv_name", "xlsx_name", "counts_name")
    # What the other columns are set to before the files are made, the first time or again.
    BEFORE_MAKING: ClassVar[dict[str, int]] = {"steps_done": 0}

    office = models.ForeignKey(Office, models.PROTECT, related_name="+", verbose_name=_("office"))
    funder = models.ForeignKey(
        Organisation,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("funder"),
    )
    audience = models.CharField(_("audience"), max_length=8, choices=Audience.choices)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("first day after"))
    steps_done = models.PositiveIntegerField(default=0)
    steps_total = models.PositiveIntegerField(default=0)
    csv_name = models.CharField(max_length=200, blank=True)
    xlsx_name = models.CharField(max_length=200, blank=True)
    counts_name = models.CharField(max_length=200, blank=True)
    manifest = models.JSONField(default=dict)
    released_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    released_at = models.DateTimeField(null=True)

    objects = FunderTableQuerySet.as_manager()

    class Privacy:
        open = {
            "office",
            "funder",
            "audience",
            "starts_on",
            "ends_on",
            "status",
            "steps_done",
            "steps_total",
            "csv_name",
            "xlsx_name",
            "counts_name",
            "manifest",
            "prepared_by",
            "prepared_at",
            "started_at",
            "made_at",
            "released_by",
            "released_at",
        }

    class Meta:
        verbose_name = _("funder table")
        verbose_name_plural = _("funder tables")
        ordering = ["-prepared_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__gt=F("starts_on")), name="table_covers_at_least_a_day"
            ),
            models.CheckConstraint(
                condition=Q(released_by=None, released_at=None)
                | (
                    Q(released_by__isnull=False, released_at__isnull=False, status="ready")
                    & ~Q(released_by=F("prepared_by"))
                ),
                name="table_is_released_by_a_second_person",
                violation_error_message=_("Somebody other than who prepared it must release it."),
            ),
        ]

    @classmethod
    def expires_after(cls) -> datetime.timedelta:
        return datetime.timedelta(days=settings.DAYS_TABLES_ARE_KEPT)

    @property
    def smallest_count(self) -> int:
        return SMALLEST_COUNT[self.audience]

    @property
    def last_day(self) -> datetime.date:
        return self.ends_on - datetime.timedelta(days=1)

    def in_office_time(self, moment: datetime.datetime) -> datetime.datetime:
        """The moment in the time zone of its office."""
        return moment.astimezone(zoneinfo.ZoneInfo(self.office.time_zone))

    def office_day(self, moment: datetime.datetime) -> datetime.date:
        """The date at its office at that moment."""
        return self.in_office_time(moment).date()

    @property
    def was_made_too_early(self) -> bool:
        """Whether its period was not over when it was made, so that some people are missing in it."""
        return self.made_at is not None and self.office_day(self.made_at) < self.ends_on

    @property
    def state(self) -> tuple[str, str]:
        """Its status, or once it is made whether it is released, and the tone for display."""
        if self.status != TableStatus.READY:
            return str(self.get_status_display()), self.tone
        if self.released_at is None:
            return gettext("Ready, not released"), "calm"
        return gettext("Released"), "good"

    @property
    def is_of_one_month(self) -> bool:
        return self.last_day.replace(day=1) == self.starts_on

    @property
    def months_in_words(self) -> str:
        """The month, or the first and the last month."""
        first, last = (date_format(day, "F Y") for day in (self.starts_on, self.last_day))
        return first if self.is_of_one_month else f"{first} – {last}"

    @property
    def file_stem(self) -> str:
        """A file name that names no person and no site."""
        until = "" if self.is_of_one_month else f"-{self.last_day:%Y-%m}"
        return f"amparo-{self.starts_on:%Y-%m}{until}-{self.audience}"
