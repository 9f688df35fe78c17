"""The summary of a file: urgent facts, states, empty kinds, and the tabs to its other pages."""

import datetime
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.file.acts import acts_for_person
from casework.file.counts import Counted
from casework.file.head import Head, address_of
from casework.register.choices import Relation
from casework.register.models.case import Case
from casework.register.rules import AGE_OF_MAJORITY
from casework.slots.panels import PAGES, Fact, Harm, Panel, in_order_of_harm, page_of
from pages.addresses import path_to

# Longer lists are folded.
ROWS = 4


def brief_of(panel: Panel) -> tuple[str, Callable[[Case, User], dict[str, Any] | None]]:
    """The template of a panel on the summary, and the function for its context."""
    template: str = getattr(panel, "brief", panel.template)
    return template, getattr(panel, "brief_context", panel.context)


def is_on_summary(panel: Panel) -> bool:
    """Whether more of the panel than its short facts is on the summary."""
    return not page_of(panel) or hasattr(panel, "brief")


@dataclass(frozen=True)
class PartLine:
    """One part of the file in a line: facts, number of rows, page; opened, it shows the part."""

    slug: str
    title: str | Promise
    url: str
    facts: list[Fact]
    words: list[str]


@dataclass(frozen=True)
class Summary:
    """The content of the page's two columns."""

    to_do: list[Fact]
    more_to_do: list[Fact]
    people: list[dict[str, Any]]
    lines: list[PartLine]
    empty: list[tuple[str, str]]


def summary_of(head: Head, panels: Sequence[Panel], counted: list[Counted], user: User) -> Summary:
    """From the panels that the user may see. Empty kinds share one line, each with its link."""
    pressing = in_order_to_do(
        (fact for fact in head.facts if fact.act_url and _presses(fact)), user.today()
    )
    empty = [
        (str(each.kind.none), each.url)
        for each in counted
        if not each.number and each.kind.panel not in head.by_panel
    ]
    empty += [
        (str(panel.none), address_of(head.case, panel))
        for panel in panels
        if hasattr(panel, "none") and panel.slug not in head.by_panel
    ]
    return Summary(
        pressing[:ROWS],
        pressing[ROWS:],
        _people(head.case, user),
        _lines(head, panels, counted),
        empty,
    )


def in_order_to_do(facts: Iterable[Fact], today: datetime.date) -> list[Fact]:
    """Overdue facts by harm; near ones by day only. Without a day means now."""
    return sorted(
        facts,
        key=lambda fact: (min(fact.harm, Harm.TERM_AHEAD), fact.on or today, fact.harm),
    )


def _presses(fact: Fact) -> bool:
    return fact.tone in ("trouble", "warn") or fact.harm == Harm.TASK_AHEAD


def _people(case: Case, user: User) -> list[dict[str, Any]]:
    """Name, relation and age of each person, with one menu of actions each."""
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
                "may_say_relation": may_change and not member.is_relation_said,
                "acts": acts_for_person(person, case, user, member, is_gone=bool(member.leaving)),
            }
        )
    return sorted(
        lines, key=lambda line: line["member"].relation_to_principal != Relation.PRINCIPAL
    )


def _lines(head: Head, panels: Iterable[Panel], counted: list[Counted]) -> list[PartLine]:
    """By page what is known of it; pages without facts are reached by the tabs."""
    by_page: dict[str, list[Panel]] = {}
    for panel in panels:
        by_page.setdefault(page_of(panel), []).append(panel)
    lines = [
        PartLine(
            page,
            PAGES[page],
            path_to("case-part", head.case.number, page),
            in_order_of_harm(
                fact for panel in by_page[page] for fact in head.by_panel.get(panel.slug, [])
            ),
            [each.words for each in counted if each.kind.page == page and each.number],
        )
        for page in PAGES
        if page and page in by_page
    ]
    return [line for line in lines if line.facts or line.words]


def tabs_of(
    case: Case, panels: Iterable[Panel], counted: list[Counted], page: str
) -> list[dict[str, Any]]:
    """The pages of the file that the user may open, with their numbers."""
    open_pages = {page_of(panel) for panel in panels}
    # The first kind gives a page its number: documents, relatives, goals.
    held = {each.kind.page: each.number for each in reversed(counted)}
    held["people"] = len(case.people_today)
    return [
        {
            "label": title,
            "url": path_to("case-part", case.number, slug)
            if slug
            else path_to("case-detail", case.number),
            "is_current": slug == page,
            "count": held.get(slug) or None,
        }
        for slug, title in PAGES.items()
        if slug in open_pages
    ]
