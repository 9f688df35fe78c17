"""Who may work: the papers that people hold, and the rules of the day in the country of their office.

Papers are in two tables. A permit is a legal kind of stay; if it does not state the right, the rule of the day decides.
An identity paper may state the right too: a foreigner's card, or a stay paper that is not recorded as a permit. No rule
covers its kind, so it says yes or nothing."""

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
    Nationality,
    PaperHeld,
    WorkAnswer,
    age_in_words,
    grounds_of_work,
    right_to_work,
)
from casework.children.querysets import surely_adult
from casework.register.choices import YesNo
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual
from pages.questions import ANY_KEY, kept_rows
from reference.choices import AllowsWork
from reference.models import WorkRule
from reference.rules import in_force


@dataclass(frozen=True)
class IdentityPaper:
    """Adapts an identity paper to what the rule reads; no rule of law covers its type."""

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
    """The answer for each of these people with a decisive paper or the nationality of `country`, that of their
    office."""
    people = list(people)
    permits = Permit.objects.filter(individual__in=people).held_on(day).with_claim_ended()
    return answers_of([*permits, *identity_papers_of(people, day)], people, country, day)


def identity_papers_of(people: Iterable[Individual], day: datetime.date) -> list[IdentityDocument]:
    """`identity_papers_held` of these people."""
    keys = [person.pk for person in people]
    return kept_rows(_identity_papers, day, get_current_timezone_name(), values={ANY_KEY: keys})


def _identity_papers(day: datetime.date, _zone: str) -> Any:
    return identity_papers_held(day).filter(individual__in=[ANY_KEY])


def answers_of(
    papers: Iterable[Permit | IdentityDocument],
    people: Iterable[Individual],
    country: str,
    day: datetime.date,
) -> dict[uuid.UUID, WorkAnswer]:
    """By person: what these papers, all held on that day, say together.

    A national may work whatever the papers say. Only a nationality on file counts, not a document
    (`asylum.procedure.nationals`)."""
    held: dict[uuid.UUID, list[PaperHeld]] = {}
    for row in papers:
        held.setdefault(row.individual_id, []).append(_as_read(row))
    rules = kept_rows(_rules, country) if held else []
    answers = {person: right_to_work(theirs, rules, day) for person, theirs in held.items()}
    by_key = {person.pk: person for person in people}
    for key, person in by_key.items():
        by_paper = answers.get(key)
        if country in person.nationalities and not (by_paper and by_paper.allows == AllowsWork.YES):
            answers[key] = WorkAnswer(AllowsWork.YES, Nationality(), None)
    return {
        key: replace(answer, age_in_words=besides_age(by_key[key], country, day))
        for key, answer in answers.items()
        if answer
    }


def allowing(row: Permit | IdentityDocument, country: str, day: datetime.date) -> list[WorkAnswer]:
    """Everything by which this paper, held on that day, allows work there."""
    return grounds_of_work(_as_read(row), kept_rows(_rules, country), day)


def _as_read(row: Permit | IdentityDocument) -> PaperHeld:
    return IdentityPaper(row) if isinstance(row, IdentityDocument) else row


def besides_age(person: Individual, country: str, day: datetime.date) -> str:
    """What the person's age adds to a yes; empty for a certain adult."""
    return "" if surely_adult(person, day) else age_in_words(person.age_on(day), country)


def _rules(country: str) -> Any:
    return WorkRule.objects.filter(country=country)


def ended_claim(permit: Permit) -> AsylumApplication | None:
    """The claim that ended without protection, for a permit that depends on a pending claim.

    None once the authority has confirmed the permit (`with_claim_ended`)."""
    asked = Permit.objects.with_claim_ended().filter(pk=permit.pk)
    if not asked.exclude(claim_ended_on=None).exists():
        return None
    return AsylumApplication.objects.made().filter(individual=permit.individual_id).first()


def allowed_to_work(day: datetime.date) -> Q:
    """A condition for people who may work on that day by a paper or nationality: `rights_to_work` as a query."""
    permits = Permit.objects.held_on(day).filter(allowing_work(day))
    papers = identity_papers_held(day).filter(states_work_right=YesNo.YES)
    by_paper = Q(pk__in=permits.values("individual")) | Q(pk__in=papers.values("individual"))
    return by_paper | nationals()


def allowing_work(day: datetime.date) -> Q:
    """A condition for permits that allow work on that day: `asylum.work_right.rules` as a query."""
    allowed = Q(work_right=WorkRight.YES)
    versions: dict[tuple[str, str], list[WorkRule]] = {}
    for rule in WorkRule.objects.all():
        versions.setdefault((rule.country, rule.paper), []).append(rule)
    for (country, paper), rules in versions.items():
        rule_of_the_day = in_force(rules, day)
        if rule_of_the_day and rule_of_the_day.allows == AllowsWork.YES:
            allowed |= Q(individual__office__country=country, type=paper)
    return allowed
