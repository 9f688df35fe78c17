"""Whether somebody may work on a day: what the paper itself states, else what the rule of that day says. Pure."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from django.utils.translation import gettext as _

from asylum.choices import WorkRight
from casework.register.rules import AGE_OF_MAJORITY
from casework.work.rules import too_young_to_work
from reference.choices import AllowsWork
from reference.rules import Version, in_force

# Of several papers the one counts that says most.
WEIGHT = (AllowsWork.NO, AllowsWork.CONTESTED, AllowsWork.YES)
TONE: dict[str, str] = {
    AllowsWork.YES: "good",
    AllowsWork.CONTESTED: "warn",
    AllowsWork.NO: "quiet",
}


class PaperHeld(Protocol):
    """What the answer needs of a paper that holds that day."""

    @property
    def type(self) -> str: ...

    @property
    def work_right(self) -> str: ...

    @property
    def valid_until(self) -> datetime.date | None: ...


class Rule(Version, Protocol):
    """What the answer needs of a WorkRule."""

    paper: str
    allows: str


class Nationality:
    """Stands where the paper stands, of a national of the country: no paper is asked of them."""

    type, work_right, valid_until = "", str(WorkRight.YES), None


@dataclass(frozen=True)
class WorkAnswer:
    """`allows` is an AllowsWork. Without a `rule` the paper states it itself, or a nationality does. `age_in_words` says what
    a yes needs besides, or that it is none, of whoever is not surely of age."""

    allows: str
    paper: PaperHeld
    rule: Rule | None
    age_in_words: str = ""

    @property
    def until(self) -> datetime.date | None:
        """Of a yes the last day of the paper on which it rests, where one is known."""
        return self.paper.valid_until if self.allows == AllowsWork.YES else None

    @property
    def is_of_national(self) -> bool:
        return isinstance(self.paper, Nationality)

    @property
    def tag(self) -> tuple[str, str]:
        if self.age_in_words and self.allows == AllowsWork.YES:
            return self.age_in_words, TONE[AllowsWork.CONTESTED]
        if self.is_of_national:
            return _("May work: is a national"), TONE[AllowsWork.YES]
        return str(AllowsWork(self.allows).label), TONE[self.allows]


def age_in_words(age: int | None, country: str) -> str:
    """Of whoever is not surely of age: what stands between a paper and work (Ley 1098 de 2006, art. 35 and 113)."""
    if age is None or age >= AGE_OF_MAJORITY:
        return _("Age not known: a minor may not work by the paper alone")
    if country != "CO":
        return _("Minor: only as far as the law on the work of children allows")
    if too_young_to_work(age):
        return _("Too young to work, whatever the paper says (Ley 1098 de 2006, art. 35)")
    return _("Minor: only with the permit of the labour inspector (Ley 1098 de 2006, art. 113)")


def right_to_work(
    papers: Iterable[PaperHeld], rules: Iterable[Rule], day: datetime.date
) -> WorkAnswer | None:
    """The answer of that day; None where no paper that is held says anything, which is no no.

    A paper that does not state the right leaves the question to the rule. Of several that say most the answer rests on
    one that states it, and of those on the one that holds longest.
    """
    versions = list(rules)
    answers = [answer for paper in papers if (answer := _of_paper(paper, versions, day))]
    return max(answers, key=_says_most, default=None)


def grounds_of_work(
    paper: PaperHeld, rules: Iterable[Rule], day: datetime.date
) -> list[WorkAnswer]:
    """Everything by which this paper allows work that day: its own words, and the rule."""
    rule = in_force([each for each in rules if each.paper == paper.type], day)
    stated = [WorkAnswer(AllowsWork.YES, paper, None)] if paper.work_right == WorkRight.YES else []
    is_allowed = rule is not None and rule.allows == AllowsWork.YES
    return stated + ([WorkAnswer(AllowsWork.YES, paper, rule)] if is_allowed else [])


def _says_most(answer: WorkAnswer) -> tuple[int, bool, datetime.date]:
    ends_on = answer.paper.valid_until or datetime.date.max
    return WEIGHT.index(AllowsWork(answer.allows)), answer.rule is None, ends_on


def _of_paper(paper: PaperHeld, rules: list[Rule], day: datetime.date) -> WorkAnswer | None:
    if paper.work_right == WorkRight.YES:
        return WorkAnswer(AllowsWork.YES, paper, None)
    rule = in_force([each for each in rules if each.paper == paper.type], day)
    return WorkAnswer(rule.allows, paper, rule) if rule else None
