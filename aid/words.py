"""Words for the end of aid: pages show the last day, forms and rows have the first day without."""

import datetime
from typing import Any

from django.db.models import DateField, ExpressionWrapper, F, Value
from django.utils.translation import gettext as _

from aid.choices import AidKind
from pages.dates import short_date


def last_day(first_day_without: datetime.date) -> datetime.date:
    """The last day of aid, from the first day without."""
    return first_day_without - datetime.timedelta(days=1)


def last_day_of(column: str) -> Any:
    """An expression for the last day of aid, from a column with the first day without."""
    return ExpressionWrapper(F(column) - Value(1), output_field=DateField())


def aid_until(kind: str, first_day_without: datetime.date) -> str:
    """`Meals until 27 Nov 2026`, if the 28th is the first day without."""
    words = {"aid": AidKind(kind).label, "day": short_date(last_day(first_day_without))}
    return _("%(aid)s until %(day)s") % words
