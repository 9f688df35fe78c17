"""Until when, in words: the last night and the day of leaving, so that nobody counts a night too many."""

import datetime

from django.utils.translation import gettext as _

from pages.dates import MONTHS_IN_SHORT, short_date

ONE_NIGHT = datetime.timedelta(days=1)


def nights_of_stay(leaves_on: datetime.date) -> str:
    """`nights through 3 Dec 2026; leaves on 4 Dec` for somebody who leaves on the 4th."""
    return _("nights through %(last)s; leaves on %(day)s") % _words(leaves_on)


def nights_slept(left_on: datetime.date) -> str:
    """The same of somebody who has left."""
    return _("nights through %(last)s; left on %(day)s") % _words(left_on)


def nights_paid(paid_until: datetime.date) -> str:
    """Of a site whose first night not paid that day is."""
    return _("nights paid through %(last)s") % _words(paid_until)


def nights_under_contract(contract_ends_on: datetime.date) -> str:
    return _("contract for the nights through %(last)s") % _words(contract_ends_on)


def _words(first_without: datetime.date) -> dict[str, str]:
    return {
        "last": short_date(first_without - ONE_NIGHT),
        "day": f"{first_without.day} {MONTHS_IN_SHORT[first_without.month - 1]}",
    }
