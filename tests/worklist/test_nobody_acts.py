"""What nobody acts on: an office is told to who supervises it where something is overdue in a case without a caseworker."""

import datetime
from typing import Any

import pytest

from accounts.models import User
from asylum.procedure.models.deadline import LegalDeadline
from casework.handovers.actions import assign_case
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case
from casework.tasks.actions import set_task
from tests.asylum.build import a_client, an_application
from tests.cast import Cast
from tests.shelters.build import a_family
from worklist.due.rows import due
from worklist.notices.models import Notice
from worklist.scheduler import tick

DAY = datetime.timedelta(days=1)


def told(user: User) -> list[str]:
    rows = due(user, today=user.today(), kinds=["nobody_acts"], is_told=True)
    return [row.about_id for row in rows]


@pytest.fixture
def late(cast: Cast) -> Case:
    """A case of nobody with a task that is overdue."""
    case = a_family(cast.norte)
    set_task(case, title="Llamar", due_on=cast.ana.today() - DAY, by=cast.ana)
    CaseAssignment.objects.filter(case=case).delete()
    return case


def test_supervisors_of_the_office_get_the_notice_and_nobody_else(cast: Cast, late: Case) -> None:
    assert told(cast.sonia) == [str(cast.cucuta.pk)]
    assert {name for name, user in cast.users.items() if told(user)} == {"sonia"}


def test_a_case_that_somebody_looks_after_tells_nothing(cast: Cast, late: Case) -> None:
    assert told(cast.sonia)
    assign_case(late, caseworker=cast.ana, by=cast.sonia)
    assert told(cast.sonia) == []


def test_dates_that_are_not_overdue_tell_nothing_either(cast: Cast) -> None:
    case = a_family(cast.norte)
    set_task(case, title="Llamar", due_on=cast.ana.today(), by=cast.ana)
    CaseAssignment.objects.filter(case=case).delete()
    assert told(cast.sonia) == []


def test_a_term_of_law_that_is_overdue_tells_it_also_after_the_person_left_the_house(
    cast: Cast, law_of_the_file: Any
) -> None:
    person = a_client(cast)
    an_application(cast, person)
    CaseAssignment.objects.all().delete()
    today = cast.ana.today()
    terms = LegalDeadline.objects.running()
    assert terms.update(due_on=today)
    assert told(cast.sonia) == []
    terms.update(due_on=today - DAY)
    assert told(cast.sonia) == [str(cast.cucuta.pk)]
    person.memberships.update(left_on=today)
    assert told(cast.sonia) == [str(cast.cucuta.pk)]


def test_the_notice_is_written_once_a_week_however_often_the_tick_runs(
    cast: Cast, late: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.exclude(pk=cast.sonia.pk).update(is_active=False)
    now = tick.database_now()
    monday = now.replace(hour=17) + (7 - now.weekday()) * DAY
    told_on = []
    for day, ticks in ((0, 2), (6, 1), (7, 2)):
        moment = monday + day * DAY
        monkeypatch.setattr(tick, "database_now", lambda moment=moment: moment)
        before = Notice.objects.filter(user=cast.sonia, kind="nobody_acts").count()
        for _tick in range(ticks):
            tick.tick()
        after = Notice.objects.filter(user=cast.sonia, kind="nobody_acts").count()
        told_on += [day] * (after - before)
    assert told_on == [0, 7]
