"""Children without an adult of their family, and who came back and is in no case."""

from collections.abc import Iterator

from django.utils.translation import ngettext

from accounts.permissions import Permission
from pages.context import address
from worklist.today.blocks.base import Count
from worklist.today.facts import Desk
from worklist.today.ranking import Urgent

ALL_URL = "individual-list?lacks=adult"


def urgent(desk: Desk) -> Iterator[Urgent]:
    """Missing children, children alone without a report to an authority, and people who came back and are in no
    case."""
    missing = address("due-list?kind=child_missing"), desk.number_of("child_missing").soon
    for row in desk.first_of("child_missing"):
        yield Urgent(
            "child_missing",
            row.on,
            row.case_id,
            row.about_id,
            row.person_id,
            row,
            url=missing[0],
            in_all=missing[1],
        )
    url, in_all = address(ALL_URL), desk.number_of("child_without_adult").every
    for row in desk.first_of("child_alone"):
        yield Urgent(
            "child_alone", row.on, row.case_id, row.about_id, row=row, url=url, in_all=in_all
        )
    for kind, harm in (("child_back", "child_alone"), ("person_back", "no_bed")):
        url, in_all = address(f"due-list?kind={kind}"), desk.number_of(kind).soon
        for row in desk.first_of(kind):
            yield Urgent(
                harm, row.on, row.case_id, row.about_id, row.person_id, row, url=url, in_all=in_all
            )


def counts(desk: Desk) -> Iterator[Count]:
    """All of them, whether the authority was told or not."""
    if not desk.user.holds(Permission.INDIVIDUAL_READ):
        return
    number = desk.number_of("child_without_adult").every
    words = ngettext(
        "child without an adult of the family",
        "children without an adult of the family",
        number,
    )
    yield Count("children-alone", number, words, address(ALL_URL), is_rare=True, tone="late")
