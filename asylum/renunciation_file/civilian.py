"""A person's civilian life on file: what makes a renunciation likely to last (IDDRS 5.40 section 13.3.3)."""

import datetime
from collections.abc import Callable
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from asylum.papers.models.permit import Permit
from asylum.work_right.answers import allowing_work
from asylum.work_right.querysets import identity_papers_held
from casework.register.choices import YesNo
from casework.register.models.individual import Individual
from casework.wellbeing.models import Activity
from casework.work.models import JobApplication, WorkAuthorisation

MOST_SHOWN = 10


class CivilianFact(NamedTuple):
    """A fact of civilian life: its first or only day, and a sentence."""

    on: datetime.date
    words: str


def civilian_life(
    individual: Individual, user: User, until: datetime.datetime
) -> list[CivilianFact]:
    """Returns the newest facts that `user` sees and that were recorded before `until`, the latest first."""
    sources: tuple[tuple[Any, Callable[[Any], str]], ...] = (
        (Activity, lambda row: str(row.get_kind_display())),
        (WorkAuthorisation, _right_in_words),
        (JobApplication, _job_application_in_words),
    )
    facts = [
        CivilianFact(row.starts_on if model is WorkAuthorisation else row.on, say(row))
        for model, say in sources
        for row in _rows(model, individual, user, until)
    ]
    facts += _rights_stated_by_papers(individual, user, until)
    return sorted(facts, key=lambda fact: fact.on, reverse=True)[:MOST_SHOWN]


def _rights_stated_by_papers(
    individual: Individual, user: User, until: datetime.datetime
) -> list[CivilianFact]:
    """Returns rights to work that papers state, or that the law of the day grants to papers of their kind."""
    day = timezone.localtime(until - datetime.timedelta(seconds=1)).date()
    recorded = {"individual": individual, "recorded_at__lt": until}
    permits = Permit.objects.visible_to(user).held_on(day).filter(allowing_work(day), **recorded)
    papers = identity_papers_held(day).filter(states_work_right=YesNo.YES, **recorded)
    return [
        CivilianFact(
            row.valid_from
            or getattr(row, "issued_on", None)
            or timezone.localtime(row.recorded_at).date(),
            f"{_('right to work')}: {row.get_type_display()}",
        )
        for row in (*permits, *papers)
    ]


def _right_in_words(row: WorkAuthorisation) -> str:
    return f"{_('right to work')}: {row.get_rule_display()}, {row.get_allows_display()}"


def _job_application_in_words(row: JobApplication) -> str:
    return f"{_('application for a job')}: {row.get_outcome_display()}"


def _rows(model: Any, individual: Individual, user: User, until: datetime.datetime) -> Any:
    rows = model.objects.visible_to(user).standing()
    return rows.filter(individual=individual, recorded_at__lt=until)[:MOST_SHOWN]
