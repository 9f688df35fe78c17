"""Who may work: the papers that people hold, and the rules of the day in the country of their office."""

import datetime
import uuid
from collections.abc import Iterable

from django.db.models import Q

from asylum.choices import WorkRight
from asylum.models import Permit
from asylum.rules.work import WorkAnswer, right_to_work
from casework.register.models.individual import Individual
from reference.choices import AllowsWork
from reference.models import WorkRule
from reference.rules import in_force


def rights_to_work(
    people: Iterable[Individual], country: str, day: datetime.date
) -> dict[uuid.UUID, WorkAnswer]:
    """The answer for each of these people of whom a paper says anything."""
    rules = list(WorkRule.objects.filter(country=country))
    held: dict[uuid.UUID, list[Permit]] = {}
    for permit in Permit.objects.filter(individual__in=people).held_on(day):
        held.setdefault(permit.individual_id, []).append(permit)
    answers = {person: right_to_work(papers, rules, day) for person, papers in held.items()}
    return {person: answer for person, answer in answers.items() if answer}


def allowing_work(day: datetime.date) -> Q:
    """Which permits allow work that day, for a query: `asylum.rules.work` says the same of one."""
    allowed = Q(work_right=WorkRight.YES)
    versions: dict[tuple[str, str], list[WorkRule]] = {}
    for rule in WorkRule.objects.all():
        versions.setdefault((rule.country, rule.paper), []).append(rule)
    for (country, paper), rules in versions.items():
        rule_of_the_day = in_force(rules, day)
        if rule_of_the_day and rule_of_the_day.allows == AllowsWork.YES:
            allowed |= Q(individual__office__country=country, type=paper)
    return allowed
