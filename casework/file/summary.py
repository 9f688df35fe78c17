"""The summary of a file: urgent facts, people, lines for its other pages, kinds of rows that it has none of, and tabs."""

import datetime
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.file.acts import offers_for_person
from casework.file.counts import KindCount
from casework.file.head import Head, address_of
from casework.register.choices import Relation
from casework.register.models.case import Case
from casework.register.rules import AGE_OF_MAJORITY
from casework.slots.panels import PAGES, Fact, Harm, Panel, page_of, sorted_by_harm
from pages.addresses import fast_reverse

# The number of facts that are shown; further ones are folded.
FACTS_SHOWN = 4


def summary_template_and_context(
    panel: Panel,
) -> tuple[str, Callable[[Case, User], dict[str, Any] | None]]:
    """Returns the template of a panel on the summary, and the function that returns its context."""
    template: str = getattr(panel, "brief", panel.template)
    return template, getattr(panel, "brief_context", panel.context)


def is_on_summary(panel: Panel) -> bool:
    """Whether the summary shows the panel itself, not only its short facts."""
    return not page_of(panel) or hasattr(panel, "brief")


@dataclass(frozen=True)
class PageLine:
    """A line on the summary that opens one page of the file, with its facts and its numbers of rows in words."""

    slug: str
    title: str | Promise
    url: str
    facts: list[Fact]
    counts: list[str]


@dataclass(frozen=True)
class Summary:
    """The content of the summary; `more_to_do` is folded."""

    to_do: list[Fact]
    more_to_do: list[Fact]
    people: list[dict[str, Any]]
    lines: list[PageLine]
    # Label and URL of each kind of rows of which the file has none.
    empty: list[tuple[str, str]]


def summary_of(head: Head, panels: Sequence[Panel], counts: list[KindCount], user: User) -> Summary:
    """Returns the summary from the panels that the user may see. Empty kinds share one line, each with its link."""
    urgent = sorted_by_urgency(
        (fact for fact in head.facts if fact.act_url and _belongs_to_to_do(fact)), user.today()
    )
    empty = [
        (str(each.kind.empty_label), each.url)
        for each in counts
        if not each.number and each.kind.panel not in head.by_panel
    ]
    empty += [
        (str(panel.none), address_of(head.case, panel))
        for panel in panels
        if hasattr(panel, "none") and panel.slug not in head.by_panel
    ]
    return Summary(
        urgent[:FACTS_SHOWN],
        urgent[FACTS_SHOWN:],
        _person_lines(head.case, user),
        _page_lines(head, panels, counts),
        empty,
    )


def sorted_by_urgency(facts: Iterable[Fact], today: datetime.date) -> list[Fact]:
    """Returns overdue facts by harm, then coming ones by day. A fact without a day is due today.

    Harms before TERM_AHEAD are overdue; all others are sorted as one group.
    """
    return sorted(
        facts,
        key=lambda fact: (min(fact.harm, Harm.TERM_AHEAD), fact.on or today, fact.harm),
    )


def _belongs_to_to_do(fact: Fact) -> bool:
    # A promised task counts even while its day is far.
    return fact.tone in ("trouble", "warn") or fact.harm == Harm.TASK_AHEAD


def _person_lines(case: Case, user: User) -> list[dict[str, Any]]:
    """Returns a line for each person with age and actions, the principal first."""
    today = user.today()
    may_change = case.is_open and can(user, Permission.CASE_CHANGE, about=case)
    lines = []
    for member in case.people_today:
        person, age = member.individual, member.individual.age_on(today)
        lines.append(
            {
                "member": member,
                "individual": person,
                "age": age,
                "is_child": age is not None and age < AGE_OF_MAJORITY,
                "may_record_relation": may_change and not member.is_relation_known,
                "acts": offers_for_person(person, case, user, member, is_away=bool(member.leaving)),
            }
        )
    return sorted(
        lines, key=lambda line: line["member"].relation_to_principal != Relation.PRINCIPAL
    )


def _page_lines(head: Head, panels: Iterable[Panel], counts: list[KindCount]) -> list[PageLine]:
    """Returns a line for each page with facts or rows."""
    panels_by_page: dict[str, list[Panel]] = {}
    for panel in panels:
        panels_by_page.setdefault(page_of(panel), []).append(panel)
    lines = [
        PageLine(
            page,
            PAGES[page],
            fast_reverse("case-part", head.case.number, page),
            sorted_by_harm(
                fact for panel in panels_by_page[page] for fact in head.by_panel.get(panel.slug, [])
            ),
            [each.words for each in counts if each.kind.page == page and each.number],
        )
        for page in PAGES
        if page and page in panels_by_page
    ]
    return [line for line in lines if line.facts or line.counts]


def tabs_of(
    case: Case, panels: Iterable[Panel], counts: list[KindCount], page: str
) -> list[dict[str, Any]]:
    """Returns tabs for the pages of the file that the user may open, with numbers of rows."""
    open_pages = {page_of(panel) for panel in panels}
    # A page with several kinds shows the number of the first: a later entry of the dict overwrites an earlier one.
    numbers = {each.kind.page: each.number for each in reversed(counts)}
    numbers["people"] = len(case.people_today)
    return [
        {
            "label": title,
            "url": fast_reverse("case-part", case.number, slug)
            if slug
            else fast_reverse("case-detail", case.number),
            "is_current": slug == page,
            "count": numbers.get(slug) or None,
        }
        for slug, title in PAGES.items()
        if slug in open_pages
    ]
