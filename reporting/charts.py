"""The charts of the figures: arrivals over time, and people by sex and age."""

import datetime
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pages.charts import Chart, bars_over_time, every_day, every_month
from pages.charts import pyramid as pyramid_chart
from reporting.rules.pyramid import Pyramid

# Longer periods are drawn by month.
MOST_DAYS = 366


def arrivals_chart(
    days: Sequence[tuple[datetime.date, int]], first: datetime.date, last: datetime.date
) -> Chart:
    """Arrivals on every day of the period; by month for periods of MOST_DAYS and more. Includes days without arrivals."""
    number_by_day, by_month = dict(days), (last - first).days >= MOST_DAYS
    if by_month and days:
        first = max(first, days[0][0])
    points = (
        every_month(number_by_day, first, last)
        if by_month
        else every_day(number_by_day, first, last)
    )
    title = _("Arrivals by month") if by_month else _("Arrivals by day")
    return bars_over_time("arrivals-by-day", title, points, counted=_("People"), by_month=by_month)


def ages_chart(people: Pyramid) -> Chart:
    """Age bands by sex. People in neither half are mentioned, but not drawn."""
    others = (_("Other, or sex not known"), people.other) if people.other else None
    return pyramid_chart(
        "by-age-chart",
        _("People sheltered by sex and age"),
        [(row.label or _("not known"), row.female, row.male) for row in people.rows],
        sides=(
            pgettext("column of a table", "Female"),
            pgettext("column of a table", "Male"),
        ),
        others=others,
    )
