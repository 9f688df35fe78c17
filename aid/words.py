"""The end of aid in words: always by its last day. Forms and rows store the first day without."""

import datetime
from typing import Any

from django.db.models import DateField, ExpressionWrapper, F, Value
from django.utils.translation import gettext as _

from aid.choices import AidKind
from pages.dates import short_date


def last_day(gone_on: datetime.date) -> datetime.date:
    return gone_on - datetime.timedelta(days=1)


def last_day_of(column: str) -> Any:
    """The same for a column, in SQL."""
    return ExpressionWrapper(F(column) - Value(1), output_field=DateField())


def aid_until(kind: str, gone_on: datetime.date) -> str:
    """`Meals until 27 Nov 2026`, for a first day without of the 28th."""
    words = {"aid": AidKind(kind).label, "day": short_date(last_day(gone_on))}
    return _("%(aid)s until %(day)s") % words
