"""The chart of permits by month of expiry."""

import datetime
from collections import Counter
from dataclasses import replace

from django.db.models import Count
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.sight import computing_all_visible_rows
from asylum.papers.models.permit import Permit
from pages.charts import Chart, bars_over_time, every_month, in_words
from pages.per_day import ONE_DAY


def endings_chart(user: User, today: datetime.date) -> Chart | None:
    """Returns a chart of current permits that the user sees, by the month of their last day; None without permits."""
    with computing_all_visible_rows():
        rows = Permit.objects.visible_to(user).current().with_validity().order_by()
    counted: Counter[datetime.date | None] = Counter(
        dict(rows.values_list("valid_until_on").annotate(number=Count("pk")))
    )
    if not counted:
        return None
    # This month and eleven more.
    last = today.replace(year=today.year + 1, day=1) - ONE_DAY
    undated = counted.pop(None, 0)
    dated = {day: number for day, number in counted.items() if day is not None}
    ahead = {day: number for day, number in dated.items() if today <= day}
    chart = bars_over_time(
        "papers-by-month",
        _("Papers that end, by month"),
        every_month(ahead, today, last),
        counted=_("Papers"),
        by_month=True,
    )
    beside = (
        (_("Ended already, not renewed: %s."), sum(dated.values()) - sum(ahead.values())),
        (_("Without a known end: %s."), undated),
    )
    words = [words % in_words(number) for words, number in beside if number]
    return replace(chart, words=" ".join([chart.words, *words]))
