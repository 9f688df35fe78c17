"""Due dates on Today: urgent terms and papers, counts by kind, and the dates of the week."""

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from django.utils.translation import gettext_lazy, ngettext

from accounts.due import due_sources
from accounts.permissions import Permission
from pages.context import address
from worklist.today.blocks.base import Count, TodayBlock
from worklist.today.dates import DAYS, NO_DATES
from worklist.today.facts import TodayFacts
from worklist.today.ranking import UrgentItem

# The kinds whose counts come first for readers who follow claims, in this order.
LEGAL = (
    "appeal_term",
    "legal_term",
    "permit_expires",
    "stay_paper_expires",
    "renunciation_to_verify",
    "interview",
    "interview_missed",
    "interview_in_doubt",
    "interview_to_prepare",
)
# The kinds with the harm of a missed term. An unexcused absence from an interview ends the claim as a missed term does.
TERMS = (
    "interview_missed",
    "interview_in_doubt",
    "appeal_term",
    "legal_term",
    "interview",
    "application_to_lodge",
)
# The text after the number of a kind in LEGAL.
WORDS: dict[str, Callable[[int], str]] = {
    "appeal_term": lambda number: ngettext(
        "appeal within 14 days", "appeals within 14 days", number
    ),
    "legal_term": lambda number: ngettext(
        "term of law within 14 days", "terms of law within 14 days", number
    ),
    "permit_expires": lambda number: ngettext(
        "permit that ends within 14 days", "permits that end within 14 days", number
    ),
    "stay_paper_expires": lambda number: ngettext(
        "stay paper that ends within 14 days", "stay papers that end within 14 days", number
    ),
    "renunciation_to_verify": lambda number: ngettext(
        "renunciation to verify", "renunciations to verify", number
    ),
    "interview": lambda number: ngettext(
        "interview within 14 days", "interviews within 14 days", number
    ),
    "interview_missed": lambda number: ngettext(
        "absence from an interview", "absences from interviews", number
    ),
    "interview_in_doubt": lambda number: ngettext(
        "summons to ask about", "summonses to ask about", number
    ),
    "interview_to_prepare": lambda number: ngettext(
        "interview to prepare", "interviews to prepare", number
    ),
}


def urgent_items(facts: TodayFacts) -> Iterator[UrgentItem]:
    """Terms of law, papers that end, losses to confirm, and cases that a team received."""
    harms = [
        ("term", TERMS),
        ("permit", ("permit_expires", "stay_paper_expires")),
        ("loss", ("loss_to_confirm",)),
        ("unattended", ("case_received",)),
    ]
    urls = {
        kind: address(f"due-list?kind={kind}&when=7") for _harm, kinds in harms for kind in kinds
    }
    for harm, kinds in harms:
        for kind in kinds:
            for row in facts.first_of(kind):
                yield UrgentItem(
                    harm,
                    row.on,
                    row.case_id,
                    row.about_id,
                    row.person_id,
                    row,
                    url=urls[kind],
                    in_all=facts.number_of(kind).soon,
                    is_own=facts.is_own(row),
                )


def counts(facts: TodayFacts) -> Iterator[Count]:
    """The dates of each kind within fourteen days, those of claims first, and the overdue dates of all kinds.

    Other kinds are folded away, unless they have an overdue date or only this reader can act on them.
    """
    if not facts.user.holds(Permission.TASK_READ):
        return
    by_kind = facts.dates.numbers
    is_legal = facts.user.holds(Permission.RENUNCIATION_VERIFY)
    sources = {
        source.kind: source
        for source in due_sources
        if facts.user.holds(source.permission) and source.is_listed
    }
    first = [kind for kind in LEGAL if kind in sources] if is_legal else []
    for kind in [*first, *(kind for kind in sources if kind not in first)]:
        numbers = by_kind.get(kind, NO_DATES)
        url = address(f"due-list?kind={kind}&when={DAYS.days}")
        tone = "late" if numbers.late else ""
        number = numbers.every
        waits = numbers.late or (number and sources[kind].is_own)
        slug = "legal" if kind in first else "waiting" if waits else "kinds"
        is_title = kind not in first
        words = sources[kind].title if is_title else WORDS[kind](number)
        # Postponed terms keep running. The list of decisions shows who postponed them, and until when.
        note = f"({_postponed(numbers.postponed)})" if numbers.postponed else ""
        yield Count(slug, number, words, url, is_title, tone, is_title, note)
    overdue = sum(numbers.late for kind, numbers in by_kind.items() if kind in sources)
    words = ngettext("date of the team overdue", "dates of the team overdue", overdue)
    yield Count("dates", overdue, words, address("due-list?when=overdue"), tone="late")


def _postponed(number: int) -> str:
    return ngettext("%(number)d postponed", "%(number)d postponed", number) % {"number": number}


class Week(TodayBlock):
    """The earliest dates of the next seven days. Overdue dates are among the first lines and in the list."""

    slug = "week"
    title = gettext_lazy("This week in the team")
    permission = Permission.TASK_READ
    template = "worklist/blocks/week.html"

    def context(self, facts: TodayFacts) -> dict[str, Any] | None:
        lines = [facts.lines[id(row)] for row in facts.dates.week]
        if not lines:
            return None
        days = [(day, list(each)) for day, each in groupby(lines, key=lambda line: line.row.on)]
        return {"days": days, "all_url": address("due-list?when=7")}


week = Week()
