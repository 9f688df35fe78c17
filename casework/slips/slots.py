"""Slips in the search, in the timeline, in the audit log, and as due items if their content was corrected."""

import datetime
from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from django.db.models import DateField, Value
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import due
from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.slips.content import outdated_slips
from casework.slips.models import ArrivalSlip
from casework.slots.extract import LeftOut
from casework.slots.followers import DayFollower
from casework.slots.timeline import Event, EventSource
from pages.codes import code_in, hash_of

slip_left_out = LeftOut(ArrivalSlip, _("The code of an arrival slip: it opens the slip."))


def by_slip(typed: str, user: User) -> Any:
    """Returns ids of people who came with the arrival of the typed slip code or link; None if the text is neither."""
    if not (code := code_in(typed)):
        return None
    slips = ArrivalSlip.objects.visible_to(user, Permission.CASE_CARD).not_revoked()
    return slips.filter(token_hash=hash_of(code)).values("arrival__individuals")


NO_KEY = UUID(int=0)


class SlipFollower(DayFollower):
    """Warns that a slip becomes invalid when its day of arrival is corrected."""

    def contradictions(
        self, people: Sequence[Individual], *, on: datetime.date, opened: Case | None
    ) -> list[str]:
        return []

    def follow(
        self, people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
    ) -> None:
        """Does nothing: the check of a slip compares its content with the file."""

    def expected_changes(
        self, people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
    ) -> list[str]:
        arrivals = {person.arrival_id for person in people}
        if not ArrivalSlip.objects.standing().filter(arrival__in=arrivals, arrival__on=was):
            return []
        return [
            gettext(
                "An arrival slip with the day on file was given out: it is not valid any more then. Give out a new one."
            )
        ]


slip_follower = SlipFollower()


def _outdated(
    today: datetime.date,
    cases: Collection[UUID] | None = None,
    known: Collection[UUID] | None = None,
) -> Any:
    outdated = outdated_slips(today, cases) if known is None else known
    # Without any key Django would skip the query.
    slips = ArrivalSlip.objects.standing().filter(pk__in=[*outdated, NO_KEY])
    return slips.annotate(since=Value(today, DateField()))


# Due until a new slip is issued, or this one is revoked.
slips_outdated = due.Source(
    kind="slip_fallen",
    title=_("Arrival slip to give out anew: what it states was corrected"),
    permission=Permission.CASE_CHANGE,
    about=Arrival,
    key="arrival_id",
    date="since",
    case="arrival__case_id",
    office="arrival__office_id",
    related=("arrival__case",),
    rows_on=_outdated,
    say=lambda slip: (
        gettext("Arrival slip to give out anew, what it states was corrected: %(number)s")
        % {"number": slip.arrival.case.number}
    ),
    asks_first=outdated_slips,
    actions=(due.DueAction(_("Give it out anew"), "arrival-slip", Permission.INDIVIDUAL_READ),),
    shown_in_panel="dates",
    is_paper=True,
)


def _event_of_issue(slip: ArrivalSlip) -> Event:
    return Event(
        slip.issued_at,
        gettext("Arrival slip"),
        sentence=gettext("%(who)s gave out the arrival slip"),
    )


def _event_of_revocation(slip: ArrivalSlip) -> Event:
    return Event(
        slip.revoked_at or slip.issued_at,
        gettext("Arrival slip revoked"),
        sentence=gettext("%(who)s revoked the arrival slip"),
    )


def _slips_of_case(case: Case, user: User) -> Any:
    return ArrivalSlip.objects.visible_to(user).filter(arrival__case=case)


slip_events = (
    EventSource(_slips_of_case, "issued_at", _event_of_issue, by="issued_by", fields=()),
    EventSource(_slips_of_case, "revoked_at", _event_of_revocation, by="revoked_by", fields=()),
)

VERBS: dict[str, str | Promise] = {
    "slip.issued": _("gave out an arrival slip"),
    "slip.read": _("opened the arrival slip"),
    "slip.reissued": _("replaced the arrival slip"),
    "slip.revoked": _("revoked the arrival slip"),
}
