"""The panels of a case page, each with its permission; and the short facts in the head of a file."""

import datetime
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from typing import Any, NamedTuple, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import asking_once, can
from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case
from casework.slots.holdings import holds
from pages.failing import part_or
from pages.slots import Slot
from pages.together import Answers, Questions, together

# The number of facts in the head of a file.
CHIPS = 4
SOON = datetime.timedelta(days=14)


class Harm(IntEnum):
    """The order of facts in the head of a file. The head shows one fact of each kind, and all of the first."""

    LAW = 1  # a pending complaint about its data, which the law wants noted on every page
    LOSS = 2  # somebody may be dead or sent back, and no second person has checked
    CHILD = 3  # a child without an adult of the family
    NO_BED = 4  # somebody has no bed tonight
    EMPTY = 5  # everybody left: the file can be closed
    ABSENT = 6  # missed interview: the claim may be archived, the permit cancelled
    TERM = 7  # a missed legal term: a right may be lost
    PAPER = 8  # an expired, refused or withdrawn paper: its holder can be detained
    DETAINED = 9  # a relative is detained
    TASK = 10  # something promised was not done
    TERM_AHEAD = 11  # the next legal term
    TO_APPLY = 12  # the last day to apply, even if others of the family have applied
    BED = 13  # where they sleep, and until when
    AID = 14  # the day until which everybody's aid is covered
    PAPER_AHEAD = 15  # the next paper to expire
    LACKING = 16  # what the file needs and lacks
    TASK_AHEAD = 17  # the next task
    KNOWN = 18  # the state of something


@dataclass(frozen=True)
class Fact:
    """A short fact of a file: a chip in its head, or a row among what is to be done.

    `url` links to its subject; `on` is its day; `who` are names, for pages behind the log-in; `act` is a verb for the
    action at `act_url`. `is_of_all` means that it concerns everybody it could, so that no names are needed. `short`
    begins with what must not be cut off; `what` is the text without its day, for places that show the day or state
    beside it."""

    text: str
    harm: Harm
    tone: str = "quiet"
    url: str = ""
    on: datetime.date | None = None
    who: tuple[str, ...] = ()
    act: str | Promise = ""
    act_url: str = ""
    short: str = ""
    what: str = ""
    is_of_all: bool = False

    def __str__(self) -> str:
        return self.text

    @property
    def names(self) -> str:
        return ", ".join(self.who)


class RunsOut(NamedTuple):
    """Something with a last day, and its action."""

    on: datetime.date
    what: str
    who: str = ""
    url: str = ""
    act: str | Promise = ""
    act_url: str = ""


# Makes the text of a fact from the item's text, its day, and today.
Saying = Callable[[str, datetime.date, datetime.date], str]


def late_and_next(
    ends: Iterable[RunsOut],
    today: datetime.date,
    *,
    late: tuple[Harm, Saying],
    ahead: tuple[Harm, Saying],
) -> list[Fact]:
    """The facts of expired items, longest ago first; then of all that end soon, or else of the next one.
    Items with the same day and text are one fact. `late` and `ahead` give the harm and the wording of each kind.
    """
    alike: dict[tuple[datetime.date, str], list[RunsOut]] = {}
    for end in ends:
        alike.setdefault((end.on, end.what), []).append(end)
    in_order = [alike[key] for key in sorted(alike)]
    expired = [_fact(each, today, late, "trouble") for each in in_order if each[0].on < today]
    coming = [
        _fact(each, today, ahead, "warn" if each[0].on <= today + SOON else "quiet")
        for each in in_order
        if each[0].on >= today
    ]
    soon = sum(fact.on is not None and fact.on <= today + SOON for fact in coming)
    return [*expired, *coming[: max(soon, 1)]]


def _fact(
    alike: list[RunsOut], today: datetime.date, harm_and_words: tuple[Harm, Saying], tone: str
) -> Fact:
    first = alike[0]
    harm, words = harm_and_words
    return Fact(
        words(first.what, first.on, today),
        harm,
        tone,
        first.url,
        first.on,
        tuple(dict.fromkeys(end.who for end in alike if end.who)),
        first.act,
        first.act_url,
        what=first.what,
    )


def in_order_of_harm(facts: Iterable[Fact]) -> list[Fact]:
    """The worst first; of equal ones the earliest day first."""
    return sorted(facts, key=lambda fact: (fact.harm, fact.on or datetime.date.max))


def foremost(facts: Iterable[Fact]) -> list[Fact]:
    """The few facts that fit the head: the first of each kind, and all that the law requires.

    Further terms that were missed or end soon replace quiet facts that rank after terms, because they take a right
    away."""
    shown, further = list[Fact](), list[Fact]()
    for fact in in_order_of_harm(facts):
        if fact.harm == Harm.LAW or fact.harm not in {each.harm for each in shown}:
            shown.append(fact)
        elif fact.harm in (Harm.TERM, Harm.TERM_AHEAD) and _presses(fact):
            further.append(fact)
    pressing = [fact for fact in shown if fact.harm <= Harm.TERM_AHEAD or _presses(fact)]
    calm = [fact for fact in shown if fact not in pressing]
    return in_order_of_harm([*pressing, *further, *calm][:CHIPS])


def _presses(fact: Fact) -> bool:
    """Whether the fact is late or its day is near."""
    return fact.on is not None and fact.tone != "quiet"


class Panel(Protocol):
    """One section of the case page. `context` returns None if it has nothing to show for a case.

    Optional attributes:
    - `is_on_card = True`: shown on the reduced card too, for holders of `permission` there.
    - `glance(case, user) -> list[Fact]`: short facts for the head of the file.
    - `page`: one of PAGES, for a page of its own beside the summary.
    - `glances_at`: the table without a row of which a file has none of these facts.
    - `rows_for_glance(case, user)`: a queryset of `.values()` without sealed columns, passed to `glance` as third
      argument. Those of all panels run as one statement (`pages.together`).
    - `brief`: a template for a short version on the summary, with the same context or that of `brief_context`.
    - `none`: the text for a file without these facts.
    - `folded_without`: names in the context. If all are empty, only the title is shown, with `folded_as` beside it or,
      without that, the text that nothing is on file."""

    @property
    def slug(self) -> str: ...
    @property
    def title(self) -> str | Promise: ...
    @property
    def permission(self) -> Permission: ...
    @property
    def template(self) -> str: ...

    def context(self, case: Case, user: User) -> dict[str, Any] | None: ...


panels: Slot[Panel] = Slot("panels of a case's pages")

# The pages of a case's file, in the order of their tabs; a panel without `page` is on the summary.
PAGES: dict[str, str | Promise] = {
    "": gettext_lazy("Summary"),
    "people": gettext_lazy("People"),
    "home": gettext_lazy("Home country"),
    "papers": gettext_lazy("Documents"),
    "law": gettext_lazy("Asylum"),
    "aid": gettext_lazy("Bed and aid"),
    "plan": gettext_lazy("Plan"),
    "support": gettext_lazy("Work and health"),
}


def page_of(panel: Panel) -> str:
    """The page of the panel."""
    return getattr(panel, "page", "")


def panels_of(case: Case, user: User) -> list[Panel]:
    """The panels that this user may see for this case, in the order of the slot."""
    return [panel for panel in panels if can(user, panel.permission, about=case)]


class Glances(NamedTuple):
    """The facts by panel, for panels with any; and the answers to the page's own small queries."""

    facts: dict[str, list[Fact]]
    page_answers: Answers


def glances_of(
    shown: Sequence[Panel],
    case: Case,
    user: User,
    *,
    counts: Questions | None = None,
    rows: Questions | None = None,
) -> Glances:
    """The facts of these panels. Runs the page's own small queries in the same statement."""
    facts_by_panel: dict[str, list[Fact]] = {}
    with asking_once():
        glancing: list[Any] = [panel for panel in shown if _may_have_facts(panel, case)]
        with_rows = [panel for panel in glancing if hasattr(panel, "rows_for_glance")]
        of_panels = {panel.slug: _question_of(panel, case, user) for panel in with_rows}
        questions = {slug: question for slug, question in of_panels.items() if question is not None}
        answers = answered(counts or {}, {**(rows or {}), **questions})
        for panel in glancing:
            failed = partial(_failed, panel)
            if panel.slug not in of_panels:
                make = partial(panel.glance, case, user)
            elif panel.slug in answers.rows:
                make = partial(panel.glance, case, user, answers.rows[panel.slug])
            else:
                make = failed
            if facts := part_or(make, failed, kind=panel.slug):
                facts_by_panel[panel.slug] = facts
    return Glances(facts_by_panel, answers)


def _question_of(panel: Any, case: Case, user: User) -> Any:
    """The panel's query for its facts; None if it could not be built."""
    make = partial(panel.rows_for_glance, case, user)
    return part_or(make, lambda: None, kind=panel.slug)


def answered(counts: Questions, rows: Questions) -> Answers:
    """Runs all queries in one statement. If it fails, runs each alone, so that one failure affects no other."""
    return part_or(
        together(counts, rows).answers, partial(_answered_alone, counts, rows), kind="glances"
    )


def _answered_alone(counts: Questions, rows: Questions) -> Answers:
    answers = together(counts, {}).answers()
    for name, question in rows.items():
        alone = together({}, {name: question})
        if answer := part_or(alone.answers, lambda: None, kind=name):
            answers.rows.update(answer.rows)
    return answers


def _failed(panel: Panel) -> list[Fact]:
    """A fact on a part that could not be read. It is always shown, because the law may require the part's facts."""
    return [Fact(_("%(part)s: not readable") % {"part": panel.title}, Harm.LAW, "trouble")]


def _may_have_facts(panel: Panel, case: Case) -> bool:
    table = getattr(panel, "glances_at", None)
    return hasattr(panel, "glance") and (table is None or holds(case, table))
