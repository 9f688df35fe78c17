"""The block of new arrivals with missing data."""

from collections.abc import Iterator
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission
from casework.register.choices import BirthPrecision, Sex
from pages.context import address
from worklist.today.blocks.base import TodayBlock
from worklist.today.facts import TodayFacts


class IncompleteArrivals(TodayBlock):
    """People logged in the last 24 hours with missing data; left out without any."""

    slug = "incomplete"
    title = _("Arrivals of the last 24 hours still incomplete")
    permission = Permission.CASE_LOG
    template = "worklist/blocks/incomplete.html"

    def context(self, facts: TodayFacts) -> dict[str, Any] | None:
        people = facts.new_incomplete
        lines = [(person, list(_missing(person)), *_addresses(person)) for person in people]
        return {"all_url": address("individual-list?lacks=new"), "lines": lines} if lines else None


def _addresses(person: Any) -> tuple[str, str, str]:
    """The URLs of the person's page, and of the pages for a missing crossing point and a missing relation, else empty."""
    arrival = address("arrival-correct", person.arrival_id)
    is_whole = person.arrival and person.arrival.crossing_id
    relation = (
        address("member-relation", person.relation_case, person.asks_relation)
        if person.asks_relation
        else ""
    )
    return address("individual-detail", person.number), "" if is_whole else arrival, relation


def _missing(person: Any) -> Iterator[Promise]:
    """What the record of the person lacks, in words."""
    if not person.has_document:
        yield _("without document")
    if person.birth_precision == BirthPrecision.UNKNOWN:
        yield _("without age")
    if person.sex == Sex.UNKNOWN:
        yield _("without sex")


incomplete_arrivals = IncompleteArrivals()
