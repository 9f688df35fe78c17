"""What a case page shows, each part behind its own permission; and the short facts in the head of a file."""

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

CHIPS = 4
SOON = datetime.timedelta(days=14)


class Harm(IntEnum):
    """Which fact stands before which in the head of a file, and why. Of each but the first the head shows one."""

    LAW = 1  # a claim about the file itself: the law wants the word wherever the file is shown
    LOSS = 2  # somebody may be dead or sent back, and a second person has not looked
    CHILD = 3  # a child without an adult of the family
    NO_BED = 4  # somebody sleeps nowhere tonight
    EMPTY = 5  # everybody left: the file is to be closed
    ABSENT = (
        6  # somebody did not come to the interview: the claim may be archived, the paper cancelled
    )
    TERM = 7  # a term of law that was missed: a right may be lost
    PAPER = 8  # a paper that ran out or fell: who carries it can be held
    DETAINED = 9  # a relative is held
    TASK = 10  # something promised was not done
    TERM_AHEAD = 11  # the next term of law
    TO_APPLY = 12  # until when somebody may apply, whoever of the family has applied already
    BED = 13  # where they sleep, and until when
    AID = 14  # until when everybody has what they have
    PAPER_AHEAD = 15  # the next paper that ends
    LACKING = 16  # what the file needs and does not hold
    TASK_AHEAD = 17  # the next thing to do
    KNOWN = 18  # how far something is


@dataclass(frozen=True)
class Fact:
    """A short fact of a file: in its head as a chip, among what is to be done as a row.

    `url` leads to what it is about; `on` is its day; `who` are the names of people, for pages behind the log-in; `act` says in a
    verb what is done about it, at `act_url`. What `is_of_all` is the same for everybody whom it could be about, and needs no
    name where the file has many. `short` begins with what must not be cut off; `what` is the thing without
    its day, for where the day, or how far it is, stands beside it.
    """

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
    """Something with a last day, and what is done about it."""

    on: datetime.date
    what: str
    who: str = ""
    url: str = ""
    act: str | Promise = ""
    act_url: str = ""


# What is said of something, its day, and today.
Saying = Callable[[str, datetime.date, datetime.date], str]


def late_and_next(
    ends: Iterable[RunsOut],
    today: datetime.date,
    *,
    late: tuple[Harm, Saying],
    ahead: tuple[Harm, Saying],
) -> list[Fact]:
    """What ran out, the longest ago first; then all that ends soon, or else the one that ends next. Those alike are one
    fact."""
    alike: dict[tuple[datetime.date, str], list[RunsOut]] = {}
    for end in ends:
        alike.setdefault((end.on, end.what), []).append(end)
    in_order = [alike[key] for key in sorted(alike)]
    gone = [_fact(each, today, late, "trouble") for each in in_order if each[0].on < today]
    coming = [
        _fact(each, today, ahead, "warn" if each[0].on <= today + SOON else "quiet")
        for each in in_order
        if each[0].on >= today
    ]
    soon = sum(fact.on is not None and fact.on <= today + SOON for fact in coming)
    return [*gone, *coming[: max(soon, 1)]]


def _fact(alike: list[RunsOut], today: datetime.date, said: tuple[Harm, Saying], tone: str) -> Fact:
    first = alike[0]
    harm, words = said
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
    """The worst first; of those that are alike the earliest day first."""
    return sorted(facts, key=lambda fact: (fact.harm, fact.on or datetime.date.max))


def foremost(facts: Iterable[Fact]) -> list[Fact]:
    """The few that a head has room for: of each kind of harm the first, and all that the law wants to be seen.

    What is calm behind the terms of law leaves its place to further ones that were missed or end soon: they take a right away.
    """
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
    """Whether it is late or has a day that is near."""
    return fact.on is not None and fact.tone != "quiet"


class Panel(Protocol):
    """One section of the case page. Its `context` is None where it has nothing to say of a case.

    May also have `is_on_card = True` (shown on the reduced card too, to who holds `permission` there)
    and `glance(case, user) -> list[Fact]`: short facts for the head of the file; and `page`, one of PAGES,
    to stand on a page of its own beside the summary; and `glances_at`, the table without a row of which a file has
    none of these facts; and `rows_for_glance(case, user)`, a queryset of `.values()` without sealed columns, whose rows
    `glance` takes as third argument: those of all panels are one statement of `pages.together`; and `brief`, a template
    that says the same in short on the summary, made of the same context or, where it needs less of it, of
    `brief_context`; and `none`, the words for a file of which it has no facts; and `folded_without`, the names of what in its
    context is there where the panel stands open: without any of it only its title does,
    beside `folded_as`, by itself that nothing is on file.
    """

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
    """The page on which the panel stands."""
    return getattr(panel, "page", "")


def panels_of(case: Case, user: User) -> list[Panel]:
    """The panels that this user may see about this case, in the order of the slot."""
    return [panel for panel in panels if can(user, panel.permission, about=case)]


class Glances(NamedTuple):
    """By panel its short facts, of those that have any; and the answers to what was asked beside them."""

    facts: dict[str, list[Fact]]
    besides: Answers


def glances_of(
    shown: Sequence[Panel],
    case: Case,
    user: User,
    *,
    counts: Questions | None = None,
    rows: Questions | None = None,
) -> Glances:
    """The facts of these panels. A page that asks small questions of its own has them asked in the same statement."""
    found: dict[str, list[Fact]] = {}
    with asking_once():
        glancing: list[Any] = [panel for panel in shown if _glances(panel, case)]
        asking = [panel for panel in glancing if hasattr(panel, "rows_for_glance")]
        of_panels = {panel.slug: _question_of(panel, case, user) for panel in asking}
        asked = {slug: question for slug, question in of_panels.items() if question is not None}
        answers = answered(counts or {}, {**(rows or {}), **asked})
        for panel in glancing:
            failed = partial(_failed, panel)
            if panel.slug not in of_panels:
                made = partial(panel.glance, case, user)
            elif panel.slug in answers.rows:
                made = partial(panel.glance, case, user, answers.rows[panel.slug])
            else:
                made = failed
            if facts := part_or(made, failed, kind=panel.slug):
                found[panel.slug] = facts
    return Glances(found, answers)


def _question_of(panel: Any, case: Case, user: User) -> Any:
    """None where it could not be made."""
    made = partial(panel.rows_for_glance, case, user)
    return part_or(made, lambda: None, kind=panel.slug)


def answered(counts: Questions, rows: Questions) -> Answers:
    """All in one statement. Where that fails each alone, so that one costs no other its answer."""
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
    """Shown wherever the file is: what could not be read may be what the law wants to be seen."""
    return [Fact(_("%(part)s: not readable") % {"part": panel.title}, Harm.LAW, "trouble")]


def _glances(panel: Panel, case: Case) -> bool:
    table = getattr(panel, "glances_at", None)
    return hasattr(panel, "glance") and (table is None or holds(case, table))
