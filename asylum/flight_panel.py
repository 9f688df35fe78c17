"""Accounts of flight on the Law page."""

from typing import Any

from django.utils.translation import gettext_lazy

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission as P
from asylum.models import FlightAccount
from casework.register.models.case import Case
from casework.register.querysets.case import people_today
from casework.slots.holdings import holds


class FlightPanel:
    """The list of accounts of flight and earlier events. Their text is on a page of its own."""

    slug, title = "flight", gettext_lazy("Flight and events before")
    permission = P.FLIGHT_READ
    page = "law"
    template = "asylum/panels/flight.html"
    folded_without = ("rows",)

    def context(self, case: Case, user: User) -> dict[str, Any]:
        people = people_today(case, user)
        rows: dict[Any, list[FlightAccount]] = {}
        if holds(case, FlightAccount):
            accounts = FlightAccount.objects.filter(individual__in=people)
            for account in accounts.filter(corrected_by=None):
                rows.setdefault(account.individual_id, []).append(account)
        return {
            "rows": rows,
            "lines": [{"person": person, "accounts": rows.get(person.pk, [])} for person in people],
            "may_change": can(user, P.FLIGHT_CHANGE, about=case),
        }


flight = FlightPanel()
