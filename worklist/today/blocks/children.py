"""Children without an adult of their family on Today, and people who came back and are in no case."""

from collections.abc import Iterator

from django.utils.translation import ngettext

from accounts.permissions import Permission
from pages.context import address
from worklist.today.blocks.base import Count
from worklist.today.facts import TodayFacts
from worklist.today.ranking import UrgentItem

ALL_URL = "individual-list?lacks=adult"


def urgent_items(facts: TodayFacts) -> Iterator[UrgentItem]:
    """Missing children, children alone whom no authority knows about, and people who came back and are in no case."""
    missing = address("due-list?kind=child_missing"), facts.number_of("child_missing").soon
    for row in facts.first_of("child_missing"):
        yield UrgentItem(
            "child_missing",
            row.on,
            row.case_id,
            row.about_id,
            row.person_id,
            row,
            url=missing[0],
            in_all=missing[1],
        )
    url, in_all = address(ALL_URL), facts.number_of("child_without_adult").every
    for row in facts.first_of("child_alone"):
        yield UrgentItem(
            "child_alone", row.on, row.case_id, row.about_id, row=row, url=url, in_all=in_all
        )
    for kind, harm in (("child_back", "child_alone"), ("person_back", "no_bed")):
        url, in_all = address(f"due-list?kind={kind}"), facts.number_of(kind).soon
        for row in facts.first_of(kind):
            yield UrgentItem(
                harm, row.on, row.case_id, row.about_id, row.person_id, row, url=url, in_all=in_all
            )


def counts(facts: TodayFacts) -> Iterator[Count]:
    """Children without an adult, also those whom an authority knows about."""
    if not facts.user.holds(Permission.INDIVIDUAL_READ):
        return
    number = facts.number_of("child_without_adult").every
    words = ngettext(
        "child without an adult of the family",
        "children without an adult of the family",
        number,
    )
    yield Count("children-alone", number, words, address(ALL_URL), is_rare=True, tone="late")
