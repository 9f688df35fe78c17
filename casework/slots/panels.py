"""The panels of the pages of a case, and the short facts in the head of a file."""

import datetime
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from typing import Any, NamedTuple, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import cached_permissions, can
from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case
from casework.slots.holdings import holds
from pages.failing import part_or
from pages.slots import Slot
from pages.together import Answers, Questions, together

# The most facts in the head of a file.
MAX_FACTS_IN_HEAD = 4
SOON = datetime.timedelta(days=14)


class Harm(IntEnum):
    """The kinds of facts, the most urgent first. The head of a file shows one fact of each kind, and all of kind LAW."""

    LAW = 1  # a pending complaint about the data of the file, which by law is noted on every page
    LOSS = 2  # somebody may be dead or sent back, and no second person has checked
    CHILD = 3  # a child without an adult of the family
    NO_BED = 4  # somebody has no bed tonight
    EMPTY = 5  # everybody has left, so that the file can be closed
    ABSENT = 6  # missed interview: the claim may be archived, the permit cancelled
    TERM = 7  # a missed legal term: a right may be lost
    PAPER = 8  # an expired, refused or withdrawn paper: its holder can be detained
    DETAINED = 9  # a relative is detained
    TASK = 10  # something promised was not done
    TERM_AHEAD = 11  # the next legal term
    TO_APPLY = 12  # the last day to apply for asylum, also if others of the family have applied
    BED = 13  # where they sleep, and until when
    AID = 14  # the day until which aid covers everybody
    PAPER_AHEAD = 15  # the next paper to expire
    LACKING = 16  # what the file needs and lacks
    TASK_AHEAD = 17  # the next task
    KNOWN = 18  # a state that needs no action


@dataclass(frozen=True)
class Fact:
    """A short fact of a file: a chip in its head, or a row in its list of things to do.

    `url` is the page of the subject, `on` the day, `who` has names of people. `act` is the label of the action at
    `act_url`. `is_of_all`: the fact is about everybody, so that names are left out. `short` is the text for narrow
    screens, with the important words first. `what` is the text without the day, for tables that show the day in another
    column."""

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
    """Something that ends on the day `on`; `what` and `who` are words, `act` is the label of the action at `act_url`."""

    on: datetime.date
    what: str
    who: str = ""
    url: str = ""
    act: str | Promise = ""
    act_url: str = ""


# A function (item in words, its day, today) -> text of the fact.
Wording = Callable[[str, datetime.date, datetime.date], str]


def late_and_next_facts(
    ends: Iterable[RunsOut],
    today: datetime.date,
    *,
    late: tuple[Harm, Wording],
    ahead: tuple[Harm, Wording],
) -> list[Fact]:
    """Returns facts of items that ended, oldest first, then of items that end within SOON, or else of the next one.
    Items with the same day and text are one fact. `late` and `ahead` are the harm and the wording of each group.
    """
    groups: dict[tuple[datetime.date, str], list[RunsOut]] = {}
    for item in ends:
        groups.setdefault((item.on, item.what), []).append(item)
    ordered = [groups[key] for key in sorted(groups)]
    expired = [_fact(each, today, late, "trouble") for each in ordered if each[0].on < today]
    upcoming = [
        _fact(each, today, ahead, "warn" if each[0].on <= today + SOON else "quiet")
        for each in ordered
        if each[0].on >= today
    ]
    soon = sum(fact.on is not None and fact.on <= today + SOON for fact in upcoming)
    return [*expired, *upcoming[: max(soon, 1)]]


def _fact(
    items: list[RunsOut], today: datetime.date, harm_and_words: tuple[Harm, Wording], tone: str
) -> Fact:
    first = items[0]
    harm, words = harm_and_words
    return Fact(
        words(first.what, first.on, today),
        harm,
        tone,
        first.url,
        first.on,
        tuple(dict.fromkeys(item.who for item in items if item.who)),
        first.act,
        first.act_url,
        what=first.what,
    )


def sorted_by_harm(facts: Iterable[Fact]) -> list[Fact]:
    """Returns the facts sorted by harm, then by day; facts without a day come last."""
    return sorted(facts, key=lambda fact: (fact.harm, fact.on or datetime.date.max))


def facts_for_head(facts: Iterable[Fact]) -> list[Fact]:
    """Returns at most MAX_FACTS_IN_HEAD facts: the first of each kind, and all of kind LAW.

    Further legal terms that were missed or end soon come before quiet facts of later kinds, because a right may be
    lost.
    """
    shown, further = list[Fact](), list[Fact]()
    for fact in sorted_by_harm(facts):
        if fact.harm == Harm.LAW or fact.harm not in {each.harm for each in shown}:
            shown.append(fact)
        elif fact.harm in (Harm.TERM, Harm.TERM_AHEAD) and _is_urgent(fact):
            further.append(fact)
    urgent = [fact for fact in shown if fact.harm <= Harm.TERM_AHEAD or _is_urgent(fact)]
    quiet = [fact for fact in shown if fact not in urgent]
    return sorted_by_harm([*urgent, *further, *quiet][:MAX_FACTS_IN_HEAD])


def _is_urgent(fact: Fact) -> bool:
    """Whether the fact has a day that has passed or is near."""
    return fact.on is not None and fact.tone != "quiet"


class Panel(Protocol):
    """One section of a case's pages. `context` returns None if the section has nothing to show for the case.

    Optional attributes:
    - `is_on_card = True`: also shown on the reduced card, if the user has `permission`.
    - `glance(case, user) -> list[Fact]`: short facts for the head of the file.
    - `page`: the key in PAGES of the page that shows the panel; without it the summary does.
    - `glances_at`: the model behind `glance`, which is not called if the file has no row of it.
    - `rows_for_glance(case, user)`: a queryset of `.values()` without sealed columns, passed to `glance` as third
      argument. Those of all panels run as one statement (`pages.together`).
    - `brief`: a template for a short version on the summary, with the same context or that of `brief_context`.
    - `none`: the label that the summary shows if the panel has no facts.
    - `folded_without`: names in the context. If all of them are empty, only the title is shown, with the text in
      `folded_as` or else "nothing on file"."""

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
    """Returns the page of the panel, one of PAGES."""
    return getattr(panel, "page", "")


def panels_of(case: Case, user: User) -> list[Panel]:
    """Returns the panels that the user may see for this case, in the order of the slot."""
    return [panel for panel in panels if can(user, panel.permission, about=case)]


class Glances(NamedTuple):
    """`facts` by slug of the panel, for panels that have any, and the answers to the page's own queries."""

    facts: dict[str, list[Fact]]
    page_answers: Answers


def glances_of(
    panels_shown: Sequence[Panel],
    case: Case,
    user: User,
    *,
    counts: Questions | None = None,
    rows: Questions | None = None,
) -> Glances:
    """Returns the facts of these panels. Runs the page's own queries `counts` and `rows` in the same SQL statement."""
    facts_by_panel: dict[str, list[Fact]] = {}
    with cached_permissions():
        with_facts: list[Any] = [panel for panel in panels_shown if _may_have_facts(panel, case)]
        with_rows = [panel for panel in with_facts if hasattr(panel, "rows_for_glance")]
        questions_or_none = {
            panel.slug: _question_or_none(panel, case, user) for panel in with_rows
        }
        questions = {
            slug: question for slug, question in questions_or_none.items() if question is not None
        }
        answers = run_questions(counts or {}, {**(rows or {}), **questions})
        for panel in with_facts:
            failed = partial(_fact_of_failed_panel, panel)
            if panel.slug not in questions_or_none:
                make = partial(panel.glance, case, user)
            elif panel.slug in answers.rows:
                make = partial(panel.glance, case, user, answers.rows[panel.slug])
            else:
                make = failed
            if facts := part_or(make, failed, kind=panel.slug):
                facts_by_panel[panel.slug] = facts
    return Glances(facts_by_panel, answers)


def _question_or_none(panel: Any, case: Case, user: User) -> Any:
    """Returns the panel's query for its facts; None if the panel failed."""
    make = partial(panel.rows_for_glance, case, user)
    return part_or(make, lambda: None, kind=panel.slug)


def run_questions(counts: Questions, rows: Questions) -> Answers:
    """Runs all queries in one SQL statement. If it fails, runs each query alone and leaves out those that fail."""
    return part_or(
        together(counts, rows).answers, partial(_run_each_question, counts, rows), kind="glances"
    )


def _run_each_question(counts: Questions, rows: Questions) -> Answers:
    answers = together(counts, {}).answers()
    for name, question in rows.items():
        alone = together({}, {name: question})
        if answer := part_or(alone.answers, lambda: None, kind=name):
            answers.rows.update(answer.rows)
    return answers


def _fact_of_failed_panel(panel: Panel) -> list[Fact]:
    """Returns a fact that says that the panel failed; of kind LAW, so that it is always shown."""
    return [Fact(_("%(part)s: not readable") % {"part": panel.title}, Harm.LAW, "trouble")]


def _may_have_facts(panel: Panel, case: Case) -> bool:
    table = getattr(panel, "glances_at", None)
    return hasattr(panel, "glance") and (table is None or holds(case, table))
