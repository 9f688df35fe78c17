"""What is agreed, paid, billed and announced for the family's site."""

import datetime
from decimal import Decimal

from accounts.models import User
from shelters.contracts import actions
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    """One row of each kind, recorded by the supervisor; the notice was withdrawn."""
    site, today = family.site, by.today()
    if site.sitecontracts.exists():
        return
    money = {"currency": "COP", "by": cast.sonia}
    later = today + datetime.timedelta(days=40)
    contract = {"starts_on": site.opened_on, "ends_on": later, "rate_per": "bed"}
    actions.record_contract(site, rate=Decimal(55_000), **contract, **money)
    actions.record_payment(site, paid_on=today, paid_until=later, amount=Decimal(10_000), **money)
    nights = {"starts_on": today - datetime.timedelta(days=7), "ends_on": today}
    actions.record_bill(site, billed_on=today, amount=Decimal(90_000), **nights, **money)
    notice = actions.record_notice(
        site,
        received_on=today,
        leaves_on=later,
        given_by="owner",
        cause="owner_use",
        by=cast.sonia,
    )
    actions.withdraw_notice(notice, on=today, by=cast.sonia)
