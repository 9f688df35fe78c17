"""Arrivals on the summary of a file, in an extract and in the audit log."""

import datetime
from collections.abc import Callable, Collection, Sequence
from typing import Any
from uuid import UUID

from django.db.models import DateField, Value
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts import due
from accounts.access import can, once
from accounts.models import User
from accounts.permissions import Permission
from casework.arrivals.models import ArrivalSlip
from casework.arrivals.stated import fallen_slips
from casework.corrections.slots import corrections_of, with_put_right
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.case import CaseQuerySet
from casework.slots.arrived import who_came, with_people
from casework.slots.extract import Held, LeftOut, of_person
from casework.slots.followers import DayFollower
from casework.slots.holdings import holds
from pages.codes import code_in, hash_of
from pages.context import address
from pages.questions import ANY_KEY, kept_rows
from pages.slots import Slot

# Of people who arrived together, how many have no bed tonight, as far as the reader sees where they sleep.
bedless_counts: Slot[Callable[[CaseQuerySet, User], int]] = Slot("who of some has no bed")

arrival_slip_left_out = LeftOut(ArrivalSlip, _("The code of an arrival slip: it opens the slip."))

arrival_held = Held(
    Arrival,
    _("Arrival"),
    of_person(Arrival, "individuals"),
    [
        "on",
        "at_time",
        "crossing",
        "entry_mode",
        "directorate",
        "received_by",
        "is_stamped",
        "first_contact_by",
        "first_contact_at",
        "circumstances",
    ],
    author="logged_by",
)


def by_slip(typed: str, user: User) -> Any:
    """Ids of who came with the arrival whose slip's code or link was typed; None if nothing like one was."""
    if not (code := code_in(typed)):
        return None
    slips = ArrivalSlip.objects.visible_to(user, Permission.CASE_CARD).given_out()
    return slips.filter(token_hash=hash_of(code)).values("arrival__individuals")


@once
def arrivals_of(case: Case, user: User) -> list[Any]:
    """Every arrival of the case, the last one first; each as `with_people` and `with_put_right` have it."""
    return kept_rows(_arrivals, user, values={ANY_KEY: case.pk}) if holds(case, Arrival) else []


def _arrivals(user: User) -> Any:
    rows = Arrival.objects.filter(case=ANY_KEY).select_related(
        "crossing", "directorate", "received_by", "first_contact_by", "logged_by"
    )
    return with_put_right(with_people(rows, Case(pk=ANY_KEY), user))


def comes_next(cases: CaseQuerySet, user: User, group: str) -> dict[str, Any]:
    """What is to be done for families who arrived together: beds, and somebody who looks after them."""
    may_assign = user.holds(Permission.CASE_ASSIGN)
    may_take = may_assign and user.holds(Permission.CASE_CHANGE)
    may_place = user.holds(Permission.PLACEMENT_CHANGE)
    waiting = f"{address('family-without-bed-list')}?group={group}"
    return {
        "bedless": sum(count(cases, user) for count in bedless_counts),
        "beds": address("group-place", group) if may_place else waiting,
        "may_place": may_place,
        "may_assign": may_assign,
        "mine": [case for case in cases if may_take and not case.caseworker_name],
    }


class ArrivalPanel:
    slug, title = "arrival", gettext_lazy("Arrival")
    permission = Permission.CASE_READ
    page = "people"
    template = "casework/arrivals/arrival_panel.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        arrivals = arrivals_of(case, user)
        return {
            "arrivals": [(arrival, who_came(arrival)) for arrival in arrivals],
            "corrections": corrections_of(*arrivals),
            "may_change": can(user, Permission.CASE_CHANGE, about=case),
            "may_see_people": can(user, Permission.INDIVIDUAL_READ, about=case),
        }


arrival_panel = ArrivalPanel()


NO_KEY = UUID(int=0)


class SlipsFollow(DayFollower):
    """A slip states the day on which it was said that they came."""

    def contradictions(
        self, people: Sequence[Individual], *, on: datetime.date, opened: Case | None
    ) -> list[str]:
        return []

    def follow(
        self, people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
    ) -> None:
        """Nothing is written: what the slip states is compared with what is on file."""

    def foretold(
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


slips = SlipsFollow()


def _fallen(
    today: datetime.date,
    cases: Collection[UUID] | None = None,
    named: Collection[UUID] | None = None,
) -> Any:
    known = fallen_slips(today, cases) if named is None else named
    # Without any key Django would know that nothing is found, and put no question.
    fallen = ArrivalSlip.objects.standing().filter(pk__in=[*known, NO_KEY])
    return fallen.annotate(since=Value(today, DateField()))


# It stays until a new one is given out, or the old one is revoked.
slips_fallen = due.Source(
    kind="slip_fallen",
    title=_("Arrival slip to give out anew: what it states was corrected"),
    permission=Permission.CASE_CHANGE,
    about=Arrival,
    key="arrival_id",
    date="since",
    case="arrival__case_id",
    office="arrival__office_id",
    related=("arrival__case",),
    rows_on=_fallen,
    say=lambda slip: (
        gettext("Arrival slip to give out anew, what it states was corrected: %(number)s")
        % {"number": slip.arrival.case.number}
    ),
    asks_first=fallen_slips,
)

VERBS: dict[str, str | Promise] = {
    "arrival.corrected": _("corrected the arrival"),
    "arrival.listed": _("looked at the list of arrivals"),
    "arrival.logged": _("logged the arrival"),
    "arrival.recognised": _("logged the arrival of people who were on file"),
    "arrival.read": _("opened an arrival"),
    "draft.discarded": _("discarded a draft"),
    "draft.read": _("opened a draft"),
    "draft.saved": _("kept a draft"),
    "slip.issued": _("gave out an arrival slip"),
    "slip.read": _("opened the arrival slip"),
    "slip.reissued": _("replaced the arrival slip"),
    "slip.revoked": _("revoked the arrival slip"),
}
