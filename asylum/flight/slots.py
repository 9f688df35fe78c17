"""Accounts of flight on the page "law" of a case, in the timeline and in extracts."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from asylum.flight.models import FlightAccount
from casework.register.models.case import Case
from casework.register.querysets.case import people_today
from casework.slots.extract import ExtractPart
from casework.slots.holdings import holds
from casework.slots.timeline import Event, EventSource, TimelineSource, rows_of_members


class FlightPanel:
    """The accounts of flight by person, without their text, which has a page of its own."""

    slug, title = "flight", gettext_lazy("Flight and events before")
    permission = Permission.FLIGHT_READ
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
            "may_change": can(user, Permission.FLIGHT_CHANGE, about=case),
        }


def _account_event(account: FlightAccount) -> Event:
    return Event(
        account.told_on,
        _("Told how the flight was"),
        sentence=_("%(whom)s told how the flight was"),
    )


timeline_source = TimelineSource(
    "flight",
    gettext_lazy("Flight"),
    Permission.FLIGHT_READ,
    (
        EventSource(
            rows_of_members(FlightAccount, Permission.FLIGHT_READ),
            "told_on",
            _account_event,
            by="recorded_by",
            person="individual",
            fields=(),
        ),
    ),
    is_on_summary=False,
)


flight = FlightPanel()


flight_account_extract = ExtractPart(
    FlightAccount,
    gettext_lazy("Flight and events before"),
    ["circumstances", "past_events"],
    first=["told_on"],
    permission=Permission.FLIGHT_READ,
)


VERBS: dict[str, str | Promise] = {
    "flight.read": gettext_lazy("opened an account of flight"),
    "flight.recorded": gettext_lazy("recorded an account of flight"),
}
