"""Whether somebody may work on a day: what the paper itself states, else what the rule of that day says. Pure."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from asylum.choices import WorkRight
from reference.choices import AllowsWork
from reference.rules import Version, in_force

# Of several papers the one counts that says most.
WEIGHT = (AllowsWork.NO, AllowsWork.CONTESTED, AllowsWork.YES)
TONE: dict[str, str] = {
    AllowsWork.YES: "good",
    AllowsWork.CONTESTED: "warn",
    AllowsWork.NO: "quiet",
}


class Paper(Protocol):
    """What the answer needs of a paper that holds that day."""

    @property
    def type(self) -> str: ...

    @property
    def work_right(self) -> str: ...


class Rule(Version, Protocol):
    """What the answer needs of a WorkRule."""

    paper: str
    allows: str


@dataclass(frozen=True)
class WorkAnswer:
    """`allows` is an AllowsWork. Without a `rule` the paper states it itself."""

    allows: str
    paper: Paper
    rule: Rule | None

    @property
    def tag(self) -> tuple[str, str]:
        return str(AllowsWork(self.allows).label), TONE[self.allows]


def right_to_work(
    papers: Iterable[Paper], rules: Iterable[Rule], day: datetime.date
) -> WorkAnswer | None:
    """The answer of that day; None where no paper that is held says anything, which is no no.

    A paper that does not state the right leaves the question to the rule.
    """
    versions = list(rules)
    answers = [answer for paper in papers if (answer := _of_paper(paper, versions, day))]
    return max(answers, key=lambda answer: WEIGHT.index(AllowsWork(answer.allows)), default=None)


def _of_paper(paper: Paper, rules: list[Rule], day: datetime.date) -> WorkAnswer | None:
    if paper.work_right == WorkRight.YES:
        return WorkAnswer(AllowsWork.YES, paper, None)
    rule = in_force([each for each in rules if each.paper == paper.type], day)
    return WorkAnswer(rule.allows, paper, rule) if rule else None
