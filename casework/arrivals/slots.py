"""Arrivals on the summary of a file, in an extract and in the audit log."""

from collections.abc import Iterable
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.access import cached_per_request, can
from accounts.models import User
from accounts.permissions import Permission
from casework.corrections.slots import corrections_of, with_is_corrected
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case
from casework.register.querysets.case import people_today
from casework.slips.content import case_on_slip
from casework.slots.arrival_people import arrived_names, with_people
from casework.slots.extract import ExtractPart, rows_about
from casework.slots.holdings import holds
from pages.context import address
from pages.questions import PLACEHOLDER, cached_rows

arrival_extract = ExtractPart(
    Arrival,
    _("Arrival"),
    ["circumstances"],
    rows=rows_about(Arrival, "individuals"),
    author="logged_by",
)


@cached_per_request
def arrivals_of(case: Case, user: User) -> list[Any]:
    """Returns every arrival of the case, the last one first, annotated by `with_people` and `with_is_corrected`."""
    return (
        cached_rows(_arrivals, user, values={PLACEHOLDER: case.pk}) if holds(case, Arrival) else []
    )


def _arrivals(user: User) -> Any:
    rows = Arrival.objects.filter(case=PLACEHOLDER).select_related(
        "crossing", "directorate", "received_by", "first_contact_by", "logged_by"
    )
    return with_is_corrected(with_people(rows, Case(pk=PLACEHOLDER), user))


def next_steps_of_group(cases: Iterable[Any], user: User, group: str) -> dict[str, Any]:
    """Returns template context about the next steps for families who arrived together: beds, and who looks after them."""
    may_assign = user.holds(Permission.CASE_ASSIGN)
    may_take = may_assign and user.holds(Permission.CASE_CHANGE)
    may_place = user.holds(Permission.PLACEMENT_CHANGE)
    waiting_list = f"{address('family-without-bed-list')}?group={group}"
    return {
        "beds": address("group-place", group) if may_place else waiting_list,
        "may_place": may_place,
        "may_assign": may_assign,
        "mine": [case for case in cases if may_take and case.is_open and not case.caseworker_name],
    }


def _arrivals_of_other_cases(
    case: Case, user: User, own_arrivals: list[Any]
) -> list[dict[str, Any]]:
    """Returns arrivals of other cases with which people of this case came, before they were split off or joined.

    `is_seen` says whether the user sees the other case, and so gets a link. Day and place are shown to everybody, because
    they are facts about the people.
    """
    own_keys = {arrival.pk for arrival in own_arrivals}
    people = [
        each
        for each in people_today(case, user)
        if each.arrival_id and each.arrival_id not in own_keys
    ]
    if not people:
        return []
    arrivals = Arrival.objects.filter(pk__in={each.arrival_id for each in people})
    visible_keys = set(
        Arrival.objects.visible_to(user, Permission.CASE_READ)
        .values_list("pk", flat=True)
        .filter(pk__in=arrivals)
    )
    return [
        {
            "arrival": arrival,
            "names": [each.display_name for each in people if each.arrival_id == arrival.pk],
            "is_seen": arrival.pk in visible_keys,
            "has_slip": can(user, Permission.INDIVIDUAL_READ, about=case_on_slip(arrival)),
            "may_change": arrival.case.is_open
            and arrival.pk in visible_keys
            and can(user, Permission.CASE_CHANGE, about=arrival.case),
        }
        for arrival in arrivals.select_related("case", "crossing").order_by("-on", "pk")
    ]


class ArrivalPanel:
    slug, title = "arrival", gettext_lazy("Arrival")
    permission = Permission.CASE_READ
    page = "people"
    template = "casework/arrivals/arrival_panel.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        arrivals = arrivals_of(case, user)
        return {
            "arrivals": [(arrival, arrived_names(arrival)) for arrival in arrivals],
            "elsewhere": _arrivals_of_other_cases(case, user, arrivals),
            "corrections": corrections_of(*arrivals),
            "may_change": can(user, Permission.CASE_CHANGE, about=case),
            "may_see_people": can(user, Permission.INDIVIDUAL_READ, about=case),
        }


arrival_panel = ArrivalPanel()


VERBS: dict[str, str | Promise] = {
    "arrival.corrected": _("corrected the arrival"),
    "arrival.listed": _("looked at the list of arrivals"),
    "arrival.logged": _("logged the arrival"),
    "arrival.recognised": _("logged the arrival of people who were on file"),
    "arrival.read": _("opened an arrival"),
    "draft.discarded": _("discarded a draft"),
    "draft.read": _("opened a draft"),
    "draft.saved": _("kept a draft"),
}
