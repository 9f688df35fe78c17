"""Needs on the file and on the page of a person, requirements for a room on the card, and reviews that fall due."""

from collections.abc import Callable, Iterator
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import due
from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission as P
from casework.needs.filters import NeedRowFilter
from casework.needs.models import Livelihood, SpecificNeed
from casework.register.models.case import Case, with_case_today
from casework.register.models.individual import Individual
from casework.register.querysets.case import people_today, with_people_of
from casework.slots.api import PERSON_FIELDS, Resource
from casework.slots.due import PersonDueSource
from casework.slots.extract import ExtractPart
from casework.slots.holdings import holds, holds_about
from casework.slots.obstacles import Obstacle, doubled_rows
from casework.slots.timeline import Event, EventSource, TimelineSource, event_source_of_members

needs_resource = Resource(
    "needs",
    SpecificNeed,
    P.NEED_READ,
    "need",
    (*PERSON_FIELDS, "code", "starts_on", "ended_on", "source", "review_on", "withdrawn_at"),
    ("code", "source"),
    "starts_on",
    filterset=NeedRowFilter,
)


def _review_source(
    kind: str, title: Any, permission: P, *actions: due.DueAction, is_restricted: bool
) -> due.Source:
    """Returns the source of open needs to review, of people in a case. Its sentence has the person's number, never the need."""
    return PersonDueSource(
        kind=kind,
        title=title,
        permission=permission,
        about=SpecificNeed,
        date="review_on",
        rows_on=lambda today: with_case_today(
            SpecificNeed.objects.in_use(today).filter(
                code__is_restricted=is_restricted, review_on__isnull=False
            ),
            today,
        ),
        say=lambda need: _("Look at a need again: %(number)s") % {"number": need.individual.number},
        actions=actions,
        shown_in_panel="dates",
    )


need_reviews = (
    _review_source(
        "need_review",
        gettext_lazy("Needs to look at again"),
        P.NEED_READ,
        due.DueAction(
            gettext_lazy("Review"), "need-review", P.NEED_CHANGE, due.KeyOf.PERSON_AND_ROW
        ),
        is_restricted=False,
    ),
    _review_source(
        "restricted_need_review",
        gettext_lazy("Restricted needs to look at again"),
        P.FLIGHT_READ,
        is_restricted=True,
    ),
)

livelihood_extract = ExtractPart(
    Livelihood, gettext_lazy("Livelihood"), ["note"], first=["is_sole_breadwinner"]
)

specific_need_extract = ExtractPart(
    SpecificNeed,
    gettext_lazy("Specific needs"),
    first=["code", "source", "starts_on", "ended_on", "note", "withdrawn_because"],
    permission=P.NEED_READ,
)


def double_needs(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """Yields an obstacle to a merge if both records have the same open need, which only the page of the need names."""
    for need in doubled_rows(SpecificNeed.objects.filter(ended_on=None), survivor, merged, "code"):
        yield Obstacle(
            _("Both records have the same need open: end one of the two first."),
            reverse("need-end", args=[merged.number, need.pk]),
        )


class NeedsPanel:
    slug, title = "needs", gettext_lazy("Specific needs")
    permission = P.NEED_READ
    page = "people"
    template = "casework/needs/needs_panel.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        people = people_today(case, user)
        may_change = case.is_open and can(user, P.NEED_CHANGE, about=case)
        context = {"needs": [], "people": people, "may_change": may_change}
        if not holds(case, SpecificNeed):
            return context
        needs = SpecificNeed.objects.visible_to(user).open_on(user.today())
        of_people = needs.filter(individual__in=people).select_related("code")
        return context | {"needs": with_people_of(of_people, people)}


class RoomNeedsPanel:
    """The requirements for each person's place to sleep, never the reason."""

    slug, title = "room-needs", gettext_lazy("What a room must offer")
    permission = P.NEED_FLAGS
    page = "people"
    template = "casework/needs/room_needs_panel.html"
    is_on_card = True

    def context(self, case: Case, user: User) -> dict[str, Any]:
        people = people_today(case, user)
        if not holds(case, SpecificNeed):
            return {"lines": []}
        wanted = SpecificNeed.objects.room_needs_of([person.pk for person in people], user.today())
        return {
            "lines": [
                (person, [need.label for need in wanted[person.pk]])
                for person in people
                if person.pk in wanted
            ]
        }


needs_panel = NeedsPanel()

room_needs_panel = RoomNeedsPanel()


class NeedsSection:
    slug, title = "needs", gettext_lazy("Specific needs")
    permission, change = P.NEED_READ, P.NEED_CHANGE
    template = "casework/needs/needs_section.html"
    is_aside = False

    def context(self, individual: Individual, user: User) -> dict[str, Any]:
        today = user.today()
        rows, changeable = [], set()
        if holds_about(individual, user, SpecificNeed):
            rows = list(individual.needs.visible_to(user).select_related("code"))
            may_change = individual.needs.visible_to(user, P.NEED_CHANGE)
            changeable = set(may_change.values_list("pk", flat=True))
        return {
            "needs": [(need, need.pk in changeable) for need in rows if not need.ended_on],
            "ended": [(need, need.pk in changeable) for need in rows if need.ended_on],
            "livelihood": individual.livelihoods.current().first()
            if holds_about(individual, user, Livelihood)
            else None,
            "may_record": any(
                can(user, permission, about=individual)
                for permission in (P.NEED_CHANGE, P.FLIGHT_CHANGE)
            ),
            "may_confide": not individual.erased_on
            and can(user, P.COMPARTMENT_WRITE, about=individual),
            "today": today,
        }


def _begin_event(need: SpecificNeed) -> Event:
    return Event(
        need.starts_on,
        _("Specific need"),
        new=str(need.code),
        sentence=_("Need of %(whom)s: %(new)s"),
        many=_("Need of %(whom)s: %(new)s"),
    )


def _end_event(need: SpecificNeed) -> Event:
    return Event(
        need.ended_on or need.starts_on,
        _("Specific need ended"),
        old=str(need.code),
        sentence=_("A need of %(whom)s ended: %(old)s"),
        many=_("A need of %(whom)s ended: %(old)s"),
    )


def _mistake_event(need: SpecificNeed) -> Event:
    return Event(
        need.withdrawn_at or need.recorded_at,
        _("Specific need recorded by mistake"),
        old=str(need.code),
        sentence=_("%(who)s said that a need of %(whom)s was recorded by mistake: %(old)s"),
    )


def _of_needs(
    on: str, to_event: Callable[[SpecificNeed], Event], *, by: str, is_withdrawn: bool = False
) -> EventSource:
    code = ("code__name_en", "code__name_es")
    return event_source_of_members(
        SpecificNeed,
        P.NEED_READ,
        on,
        to_event,
        by=by,
        fields=code,
        withdrawn_at__isnull=not is_withdrawn,
    )


needs_timeline = TimelineSource(
    "needs",
    gettext_lazy("Specific needs"),
    P.NEED_READ,
    (
        _of_needs("starts_on", _begin_event, by="recorded_by"),
        _of_needs("ended_on", _end_event, by=""),
        _of_needs("withdrawn_at", _mistake_event, by="withdrawn_by", is_withdrawn=True),
    ),
    is_on_summary=False,
)

VERBS: dict[str, str | Promise] = {
    "livelihood.recorded": gettext_lazy("recorded what a person lives on"),
    "need.ended": gettext_lazy("recorded that a need holds no longer"),
    "need.listed": gettext_lazy("looked at the list of people with specific needs"),
    "need.read": gettext_lazy("opened a specific need"),
    "need.recorded": gettext_lazy("recorded a specific need"),
    "need.reviewed": gettext_lazy("looked at a specific need again"),
    "need.withdrawn": gettext_lazy("took back a need that was a mistake"),
}
