"""The end of a stay in words: the last night and the day of leaving, so that nobody counts a night too many."""

import datetime
from functools import lru_cache
from typing import Protocol

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from pages.dates import MONTHS_IN_SHORT, moment_in_words, short_date
from shelters.choices import BedRule
from shelters.rules.stays import ONE_NIGHT


class Nights(Protocol):
    """A stay, or an earlier version of it."""

    starts_on: datetime.date
    ends_on: datetime.date | None
    planned_end_on: datetime.date | None
    checked_out_at: datetime.datetime | None


class PaidNights(Nights, Protocol):
    """A stay with its first unpaid night."""

    @property
    def unpaid_on(self) -> datetime.date | None: ...


def until_and_paid(stay: PaidNights) -> str:
    """`until_in_words`, and the last paid night if that is earlier."""
    words = [until_in_words(stay)]
    if stay.unpaid_on:
        words.append(only_paid_through(stay.unpaid_on))
    return "; ".join(filter(None, words))


def until_in_words(stay: Nights) -> str:
    """Its last night and the day of leaving, actual or planned; empty while unknown."""
    if stay.ends_on is None:
        return nights_of_stay(stay.planned_end_on) if stay.planned_end_on else ""
    if stay.ends_on == stay.starts_on:
        return no_night(stay.ends_on)
    return nights_slept(stay.ends_on) if stay.checked_out_at else nights_of_stay(stay.ends_on)


def provisional_in_words(until: datetime.datetime | None) -> str:
    """`provisional until 3 Dec 2026, 14:00`, by the clock of the reader; `confirmed` without a moment."""
    if until is None:
        return _("confirmed")
    return _("provisional until %(moment)s") % {"moment": moment_in_words(until)}


def allowed_in_words(until: datetime.date | None) -> str:
    """Through which night somebody may stay past the planned end."""
    if until is None:
        return _("not allowed to stay on")
    return _("may stay through the night of %(last)s") % _words(until)


def no_night(left_on: datetime.date) -> str:
    """The words for a stay that ended on the day of its first night."""
    return _("no night; left on %(day)s") % _words(left_on)


def nights_of_stay(leaves_on: datetime.date) -> str:
    """`nights through 3 Dec 2026; leaves on 4 Dec` for somebody who leaves on the 4th."""
    return _("nights through %(last)s; leaves on %(day)s") % _words(leaves_on)


def nights_slept(left_on: datetime.date) -> str:
    """The same for somebody who has left."""
    return _("nights through %(last)s; left on %(day)s") % _words(left_on)


def nights_through(first_without: datetime.date) -> str:
    """The last night alone, for places that name the stay or the site already."""
    return _("nights through %(day)s") % {"day": _words(first_without)["last"]}


def bed_until(leaves_on: datetime.date | None, unpaid_on: datetime.date | None) -> str:
    """`Bed until 26 Dec · paid until 16 Dec 2026` for somebody who leaves on the 27th with nights paid through the 16th.

    It always names the last night, never the first night without.
    """
    if leaves_on is None:
        return _("Bed paid until %(day)s") % {"day": _words(unpaid_on)["last"]} if unpaid_on else ""
    if unpaid_on is None:
        return _("Bed until %(day)s; paid with no end named") % {"day": _words(leaves_on)["last"]}
    last = leaves_on - ONE_NIGHT
    bed = _words(last)["day"] if last.year == unpaid_on.year else short_date(last)
    return _("Bed until %(bed)s · paid until %(paid)s") % {
        "bed": bed,
        "paid": _words(unpaid_on)["last"],
    }


def only_paid_through(unpaid_on: datetime.date) -> str:
    """The last paid night of a stay that is planned to last longer."""
    return _("paid only through %(day)s") % {"day": _words(unpaid_on)["last"]}


def nights_paid(paid_until: datetime.date) -> str:
    """The last paid night of a site; `paid_until` is the first unpaid one."""
    return _("nights paid through %(last)s") % _words(paid_until)


def nights_under_contract(contract_ends_on: datetime.date) -> str:
    return _("contract for the nights through %(last)s") % _words(contract_ends_on)


def nights_until_notice(must_leave_on: datetime.date) -> str:
    """The last night before a notice to leave takes effect."""
    return _("notice to leave: the night of %(last)s is the last") % _words(must_leave_on)


class Ends(Protocol):
    """A site with the ends of what is paid and agreed."""

    paid_until: datetime.date | None
    contract_ends_on: datetime.date | None
    must_leave_on: datetime.date | None


def terms_in_words(site: Ends, *, contract_ends_on: datetime.date | None = None) -> dict[str, str]:
    """By rule, until which night the site is paid, under contract and may be slept in; a contract may end sooner."""
    ends = {
        BedRule.NOT_PAID: (nights_paid, site.paid_until),
        BedRule.NO_CONTRACT: (nights_under_contract, contract_ends_on or site.contract_ends_on),
        BedRule.NOTICE_GIVEN: (nights_until_notice, site.must_leave_on),
    }
    return {rule: words(day) for rule, (words, day) in ends.items() if day}


def gap_in_words(first: datetime.date, back: datetime.date) -> str:
    """The nights between two contracts: `1 Dec to 4 Dec 2026`, or the one night."""
    last = back - ONE_NIGHT
    if first == last:
        return short_date(first)
    return _("%(first)s to %(last)s") % {"first": short_date(first), "last": short_date(last)}


def nights_only_paid(number: int) -> str:
    """For how many more nights a site is paid, if the stay is planned to last longer."""
    if not number:
        return _("no night is paid")
    words = ngettext(
        "paid for %(count)s more night only", "paid for %(count)s more nights only", number
    )
    return words % {"count": number}


def nights_only_under_contract(number: int) -> str:
    if not number:
        return _("no night is under contract")
    words = ngettext(
        "under contract for %(count)s more night only",
        "under contract for %(count)s more nights only",
        number,
    )
    return words % {"count": number}


def _words(first_without: datetime.date) -> dict[str, str]:
    return _in_words(first_without, get_language())


# Lists of sites or stays repeat the same few days.
@lru_cache(maxsize=2000)
def _in_words(first_without: datetime.date, _language: str | None) -> dict[str, str]:
    return {
        "last": short_date(first_without - ONE_NIGHT),
        "day": f"{first_without.day} {MONTHS_IN_SHORT[first_without.month - 1]}",
    }
