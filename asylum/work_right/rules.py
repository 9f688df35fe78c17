"""Whether a person may work on a day: as the paper states, or else by the rule of that day. Needs no database."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from django.utils.translation import gettext as _

from asylum.papers.choices import WorkRight
from casework.register.rules import AGE_OF_MAJORITY
from casework.work.rules import too_young_to_work
from reference.choices import AllowsWork
from reference.rules import Version, in_force

# If a person holds several papers, the most permissive answer counts.
FROM_LEAST_TO_MOST_PERMISSIVE = (AllowsWork.NO, AllowsWork.CONTESTED, AllowsWork.YES)
TONE: dict[str, str] = {
    AllowsWork.YES: "good",
    AllowsWork.CONTESTED: "warn",
    AllowsWork.NO: "quiet",
}


class PaperHeld(Protocol):
    """The attributes of a valid paper on which the answer depends."""

    @property
    def type(self) -> str: ...

    @property
    def work_right(self) -> str: ...

    @property
    def valid_until(self) -> datetime.date | None: ...


class Rule(Version, Protocol):
    """The attributes of a WorkRule on which the answer depends."""

    paper: str
    allows: str


class NoPaperNeeded:
    """The paper (`PaperHeld`) of nationals of the country, who need none."""

    type, work_right, valid_until = "", str(WorkRight.YES), None


@dataclass(frozen=True)
class WorkAnswer:
    """The answer whether a person may work, and why.

    `allows` is an AllowsWork. `rule` is None if the paper itself states the right, or if the person is a national.
    `warning_about_age` is set for people who may be minors: what else they need, or that they may not work.
    """

    allows: str
    paper: PaperHeld
    rule: Rule | None
    warning_about_age: str = ""

    @property
    def until(self) -> datetime.date | None:
        """The last day on which the paper is valid; None if the paper has no end, or if work is not allowed."""
        return self.paper.valid_until if self.allows == AllowsWork.YES else None

    @property
    def is_doubted(self) -> bool:
        """Whether the asylum claim on which the permit rests has ended, so that the permit may be void.

        Only permits from `PermitQuerySet.with_claim_ended` know it.
        """
        return getattr(self.paper, "claim_ended_on", None) is not None

    @property
    def is_for_national(self) -> bool:
        return isinstance(self.paper, NoPaperNeeded)

    @property
    def tag(self) -> tuple[str, str]:
        """The label and the tone of the answer."""
        if self.warning_about_age and self.allows == AllowsWork.YES:
            return self.warning_about_age, TONE[AllowsWork.CONTESTED]
        if self.is_doubted and self.allows == AllowsWork.YES:
            return _("Its claim has ended: ask whether it still holds"), TONE[AllowsWork.CONTESTED]
        if self.is_for_national:
            return _("May work: is a national"), TONE[AllowsWork.YES]
        return str(AllowsWork(self.allows).label), TONE[self.allows]


def warning_about_age(age: int | None, country: str) -> str:
    """Returns a warning for a person who is, or may be, a minor (Ley 1098 de 2006, art. 35 and 113).

    Call it only for people who are not `surely_adult`: if their age is that of an adult, it is uncertain.
    """
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
    """Returns the answer for that day; None if no paper decides it, which does not mean "no".

    The rule decides about a paper that does not state the right. Of several equally permissive papers the answer names
    one that states the right, and among those the one valid longest.
    """
    versions = list(rules)
    answers = [answer for paper in papers if (answer := _answer_of_paper(paper, versions, day))]
    return max(answers, key=_strength, default=None)


def grounds_of_work(
    paper: PaperHeld, rules: Iterable[Rule], day: datetime.date
) -> list[WorkAnswer]:
    """Returns each ground by which this paper allows work on that day: its own statement, and the rule."""
    rule = in_force([each for each in rules if each.paper == paper.type], day)
    stated = [WorkAnswer(AllowsWork.YES, paper, None)] if paper.work_right == WorkRight.YES else []
    is_allowed = rule is not None and rule.allows == AllowsWork.YES
    return stated + ([WorkAnswer(AllowsWork.YES, paper, rule)] if is_allowed else [])


def _strength(answer: WorkAnswer) -> tuple[int, bool, datetime.date]:
    ends_on = answer.paper.valid_until or datetime.date.max
    return (
        FROM_LEAST_TO_MOST_PERMISSIVE.index(AllowsWork(answer.allows)),
        answer.rule is None,
        ends_on,
    )


def _answer_of_paper(paper: PaperHeld, rules: list[Rule], day: datetime.date) -> WorkAnswer | None:
    if paper.work_right == WorkRight.YES:
        return WorkAnswer(AllowsWork.YES, paper, None)
    rule = in_force([each for each in rules if each.paper == paper.type], day)
    return WorkAnswer(rule.allows, paper, rule) if rule else None
