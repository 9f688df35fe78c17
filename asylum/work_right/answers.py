"""Who may work: by the papers that people hold, or by the rules of the day in the country of their office.

Papers are in two tables. If a permit does not state the right to work, the rule of the day for its kind decides. An
identity paper may state the right too, for example a foreigner's card. No rule covers identity papers, so one that
does not state the right decides nothing.
"""

import datetime
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q
from django.utils.timezone import get_current_timezone_name

from asylum.papers.choices import WorkRight
from asylum.papers.models.permit import Permit
from asylum.procedure.models.application import AsylumApplication
from asylum.procedure.nationals import nationals
from asylum.work_right.querysets import identity_papers_held
from asylum.work_right.rules import (
    NoPaperNeeded,
    PaperHeld,
    WorkAnswer,
    grounds_of_work,
    right_to_work,
    warning_about_age,
)
from casework.children.querysets import surely_adult
from casework.register.choices import YesNo
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual
from pages.questions import PLACEHOLDER, cached_rows
from reference.choices import AllowsWork
from reference.models import WorkRule
from reference.rules import in_force


@dataclass(frozen=True)
class IdentityPaper:
    """An identity paper with the attributes of `PaperHeld`. Its `type` is empty, because no rule covers it."""

    row: IdentityDocument
    type: str = ""

    @property
    def work_right(self) -> str:
        return WorkRight(self.row.states_work_right)

    @property
    def valid_until(self) -> datetime.date | None:
        return self.row.valid_until

    def get_type_display(self) -> str:
        return str(self.row.get_type_display())


def rights_to_work(
    people: Iterable[Individual], country: str, day: datetime.date
) -> dict[uuid.UUID, WorkAnswer]:
    """Returns the answers by person; without people about whom no paper and no nationality decides.

    `country` is that of their office.
    """
    people = list(people)
    permits = Permit.objects.filter(individual__in=people).held_on(day).with_claim_ended()
    return work_answers_of([*permits, *identity_papers_of(people, day)], people, country, day)


def identity_papers_of(people: Iterable[Individual], day: datetime.date) -> list[IdentityDocument]:
    """Returns the identity papers of these people that are valid on that day (`identity_papers_held`)."""
    keys = [person.pk for person in people]
    return cached_rows(
        _identity_papers, day, get_current_timezone_name(), values={PLACEHOLDER: keys}
    )


def _identity_papers(day: datetime.date, _zone: str) -> Any:
    return identity_papers_held(day).filter(individual__in=[PLACEHOLDER])


def work_answers_of(
    papers: Iterable[Permit | IdentityDocument],
    people: Iterable[Individual],
    country: str,
    day: datetime.date,
) -> dict[uuid.UUID, WorkAnswer]:
    """Returns the answers by person from these papers, all valid on that day, and from nationalities.

    A national may work whatever the papers say. Only a nationality on file counts, not a document
    (`asylum.procedure.nationals`).
    """
    papers_of: dict[uuid.UUID, list[PaperHeld]] = {}
    for row in papers:
        papers_of.setdefault(row.individual_id, []).append(_as_paper_held(row))
    rules = cached_rows(_rules, country) if papers_of else []
    answers = {person: right_to_work(own, rules, day) for person, own in papers_of.items()}
    by_key = {person.pk: person for person in people}
    for key, person in by_key.items():
        by_paper = answers.get(key)
        if country in person.nationalities and not (by_paper and by_paper.allows == AllowsWork.YES):
            answers[key] = WorkAnswer(AllowsWork.YES, NoPaperNeeded(), None)
    return {
        key: replace(answer, warning_about_age=age_limit_in_words(by_key[key], country, day))
        for key, answer in answers.items()
        if answer
    }


def grounds_of_paper(
    row: Permit | IdentityDocument, country: str, day: datetime.date
) -> list[WorkAnswer]:
    """Returns each ground by which this paper, valid on that day, allows work in the country."""
    return grounds_of_work(_as_paper_held(row), cached_rows(_rules, country), day)


def _as_paper_held(row: Permit | IdentityDocument) -> PaperHeld:
    return IdentityPaper(row) if isinstance(row, IdentityDocument) else row


def age_limit_in_words(person: Individual, country: str, day: datetime.date) -> str:
    """Returns what the age adds to an answer "may work"; empty for a person who is surely an adult."""
    return "" if surely_adult(person, day) else warning_about_age(person.age_on(day), country)


def _rules(country: str) -> Any:
    return WorkRule.objects.filter(country=country)


def ended_claim(permit: Permit) -> AsylumApplication | None:
    """Returns the claim whose end makes the validity of this permit doubtful; None if its validity is not in doubt.

    See `PermitQuerySet.with_claim_ended`.
    """
    row = Permit.objects.with_claim_ended().filter(pk=permit.pk)
    if not row.exclude(claim_ended_on=None).exists():
        return None
    return AsylumApplication.objects.made().filter(individual=permit.individual_id).first()


def allowed_to_work(day: datetime.date) -> Q:
    """Returns a condition for people who may work on that day: `rights_to_work` as a query."""
    permits = Permit.objects.held_on(day).filter(allowing_work(day))
    papers = identity_papers_held(day).filter(states_work_right=YesNo.YES)
    by_paper = Q(pk__in=permits.values("individual")) | Q(pk__in=papers.values("individual"))
    return by_paper | nationals()


def allowing_work(day: datetime.date) -> Q:
    """Returns a condition for permits that allow work on that day: `asylum.work_right.rules` as a query."""
    allowed = Q(work_right=WorkRight.YES)
    versions: dict[tuple[str, str], list[WorkRule]] = {}
    for rule in WorkRule.objects.all():
        versions.setdefault((rule.country, rule.paper), []).append(rule)
    for (country, paper), rules in versions.items():
        rule_of_the_day = in_force(rules, day)
        if rule_of_the_day and rule_of_the_day.allows == AllowsWork.YES:
            allowed |= Q(individual__office__country=country, type=paper)
    return allowed
