"""Block about arrivals that still lack something."""

from collections.abc import Iterator
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.needs.filters import lacking
from casework.register.choices import BirthPrecision, Sex
from casework.register.models.individual import Individual
from pages.context import address
from worklist.blocks.base import TodayBlock

LINES = 4


class IncompleteArrivals(TodayBlock):
    """People logged in the last 24 hours of whom something is missing; left out where there is nobody."""

    slug = "incomplete"
    title = _("Arrivals of the last 24 hours still incomplete")
    permission = Permission.CASE_LOG
    template = "worklist/blocks/incomplete.html"

    def context(self, user: User) -> dict[str, Any] | None:
        seen = Individual.objects.visible_to(user, Permission.INDIVIDUAL_READ)
        people = list(lacking(seen, "new", user.today()).select_related("arrival")[:LINES])
        return (
            {
                "all_url": address("individual-list?lacks=new"),
                "lines": [
                    (person, list(_missing(person)), *_addresses(person)) for person in people
                ],
            }
            if people
            else None
        )


def _addresses(person: Any) -> tuple[str, str, str]:
    """The person's page and, where they are missing, where crossing point and relation are said."""
    arrival = address("arrival-correct", person.arrival_id)
    is_whole = person.arrival and person.arrival.crossing_id
    relation = (
        address("member-relation", person.relation_case, person.asks_relation)
        if person.asks_relation
        else ""
    )
    return address("individual-detail", person.number), "" if is_whole else arrival, relation


def _missing(person: Any) -> Iterator[Promise]:
    if not person.has_document:
        yield _("without document")
    if person.birth_precision == BirthPrecision.UNKNOWN:
        yield _("without age")
    if person.sex == Sex.UNKNOWN:
        yield _("without sex")


incomplete_arrivals = IncompleteArrivals()
