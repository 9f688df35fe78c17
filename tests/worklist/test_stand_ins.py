"""Who gets the notices of somebody who is away: the deputy, and the supervision of what the deputy may not see."""

import datetime
from typing import Any

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.db.models import F

from accounts.models import AuditEvent, Grant, StandIn, User
from accounts.roles import Role
from casework.handovers.actions import assign_case
from casework.tasks.actions import assign_task, set_task
from tests.aid.build import a_commitment
from tests.cast import Cast, as_, hire
from tests.page import page_of
from tests.shelters.build import a_family
from worklist.notices.lines import notice_lines
from worklist.notices.models import Notice
from worklist.notices.querysets import DAILY_LINE
from worklist.scheduler import tick

DAY = datetime.timedelta(days=1)


def said_by(by: User, deputy: User, first: int, back: int, **said: Any) -> Any:
    """The answer to the form: somebody is away from the first of these days, counted from today, and back on the other."""
    today = by.today()
    days = {"starts_on": today + first * DAY, "ends_on": today + back * DAY}
    sent = {"deputy": deputy.pk} | {name: day.isoformat() for name, day in days.items()}
    return as_(by).post("/account/stand-ins/name/", sent | said)


@pytest.fixture
def elvira(cast: Cast) -> User:
    """A colleague of Ana in the same team."""
    return hire("Elvira", Role.CASEWORKER, cast.cucuta, cast.norte)


@pytest.fixture
def ends(cast: Cast) -> None:
    """The aid of a family of Ana's ends in five days."""
    case = a_family(cast.norte)
    assign_case(case, caseworker=cast.ana, by=cast.sonia)
    a_commitment(case, by=cast.ana, until=cast.ana.today() + 5 * DAY)


def ends_told(user: User) -> list[tuple[str, str]]:
    """In whose stead the user is told that the aid ends, and what the line says of it."""
    notices = Notice.objects.visible_to(user).filter(kind="commitment_ends").standing()
    return [(str(line.notice.instead_of), line.instead) for line in notice_lines(notices, user)]


def test_the_deputy_is_told_instead_once_and_with_a_note(
    cast: Cast, elvira: User, ends: None
) -> None:
    tick.tick()
    assert ends_told(elvira) == []
    assert said_by(cast.ana, elvira, 0, 3).status_code == 302
    tick.tick()
    tick.tick()
    assert ends_told(elvira) == [("Ana", "En lugar de Ana, que está ausente")]
    assert ends_told(cast.ana) == [("None", "")], "she finds hers when she is back"
    assert ends_told(cast.sonia) == ends_told(cast.bruno) == []
    assert "En lugar de Ana" in as_(elvira).get("/inbox/").content.decode()


def test_what_the_deputy_may_not_see_is_told_to_the_supervision_of_its_office_with_a_note(
    cast: Cast, ends: None
) -> None:
    said_by(cast.ana, cast.bruno, 0, 3)
    tick.tick()
    note = "Ana está ausente, y quien reemplaza no puede ver esto"
    assert ends_told(cast.sonia) == [("Ana", note)]
    assert not Notice.objects.filter(user__in=[cast.bruno, cast.mara]).exists()


@pytest.mark.parametrize("why", ["away", "disabled"])
def test_a_deputy_who_is_away_or_gone_is_told_nothing_and_the_supervision_is(
    cast: Cast, elvira: User, ends: None, why: str
) -> None:
    said_by(cast.ana, elvira, 0, 3)
    if why == "away":
        said_by(elvira, cast.bruno, 0, 3)
    else:
        User.objects.filter(pk=elvira.pk).update(is_active=False)
    tick.tick()
    assert ends_told(elvira) == []
    assert len(ends_told(cast.sonia)) == 1


@pytest.mark.parametrize(("first", "back"), [(1, 3), (-3, 1)])
def test_nobody_is_told_instead_before_the_first_day_or_from_the_day_back_on(
    cast: Cast, elvira: User, ends: None, first: int, back: int
) -> None:
    said_by(cast.ana, elvira, first, back)
    if first < 0:
        StandIn.objects.update(ends_on=cast.ana.today())
    tick.tick()
    assert StandIn.objects.count() == 1
    assert ends_told(elvira) == ends_told(cast.sonia) == []


def test_a_task_of_that_time_is_told_to_the_deputy_until_it_has_another_holder(
    cast: Cast, elvira: User
) -> None:
    case = a_family(cast.norte)
    said_by(cast.ana, elvira, 0, 3)
    due_on = cast.ana.today() + 9 * DAY
    task = set_task(case, title="Llamar", due_on=due_on, assigned_to=cast.ana, by=cast.sonia)
    tick.tick()
    told = Notice.objects.visible_to(elvira).filter(kind="task_given", about_id=str(task.pk))
    assert [each.instead_of for each in told] == [cast.ana]
    assign_task(task, to=cast.sonia, by=cast.sonia)
    assert not told.all().exists()


def test_news_from_before_the_first_day_away_stay_with_who_got_them(
    cast: Cast, elvira: User
) -> None:
    case = a_family(cast.norte)
    due_on = cast.ana.today() + 9 * DAY
    set_task(case, title="Llamar", due_on=due_on, assigned_to=cast.ana, by=cast.sonia)
    tick.tick()
    mine = Notice.objects.filter(user=cast.ana, kind="task_given")
    mine.update(created_at=F("created_at") - 2 * DAY)
    said_by(cast.ana, elvira, 0, 3)
    tick.tick()
    assert mine.count() == 1
    assert not Notice.objects.filter(user=elvira).exclude(kind=DAILY_LINE).exists()


def test_it_stands_on_both_accounts_and_is_ended_from_there(cast: Cast, elvira: User) -> None:
    said_by(cast.ana, elvira, 1, 3)
    [row] = StandIn.objects.all()
    end = f"/account/stand-ins/{row.pk}/end/"
    for user in (cast.ana, elvira, cast.sonia, cast.adela):
        assert "Reemplazo: Elvira" in as_(user).get("/account/").content.decode(), user
    for person in (cast.ana, elvira):
        assert "Reemplazo: Elvira" in as_(cast.adela).get(f"/users/{person.pk}/").content.decode()
    assert "Elvira" not in as_(cast.bruno).get("/account/").content.decode()
    assert as_(cast.bruno).post(end).status_code == 404
    as_(elvira).post(end)
    assert StandIn.objects.get().ended_at is None, "whoever stands in does not end it"
    as_(cast.ana).post(end)
    assert StandIn.objects.get().ended_by == cast.ana
    assert "Elvira" not in as_(cast.ana).get("/account/").content.decode()
    verbs = AuditEvent.objects.filter(verb__startswith="stand_in.").order_by("at")
    assert list(verbs.values_list("verb", "actor__full_name")) == [
        ("stand_in.named", "Ana"),
        ("stand_in.ended", "Ana"),
    ]
    assert said_by(cast.ana, elvira, 1, 3).status_code == 302, "the days are free again"


def test_a_supervisor_says_it_for_her_office_an_administrator_for_all_and_nobody_else_for_others(
    cast: Cast, elvira: User
) -> None:
    assert said_by(cast.sonia, elvira, 0, 3, user=cast.ana.pk).status_code == 302
    assert said_by(cast.adela, cast.sonia, 0, 3, user=cast.carla.pk).status_code == 302
    assert said_by(cast.mara, elvira, 0, 3, user=cast.bruno.pk).status_code == 200
    said_by(cast.bruno, cast.ana, 0, 3, user=cast.luis.pk)
    rows = StandIn.objects.order_by("named_at").values_list("user__full_name", flat=True)
    assert list(rows) == ["Ana", "Carla", "Bruno"], "without the choice it is one's own"


def test_the_form_refuses_days_that_are_over_or_taken_oneself_and_another_office(
    cast: Cast, elvira: User
) -> None:
    def refused(*said: Any) -> str:
        return " ".join(page_of(said_by(cast.ana, *said)).refusals)

    assert "después de hoy" in refused(elvira, -3, 0)
    assert "después de hoy" in refused(elvira, 3, 3)
    assert "misma oficina" in refused(cast.ana, 0, 3)
    assert refused(cast.mara, 0, 3)
    said_by(cast.ana, elvira, 2, 4)
    assert "Termínelo antes" in refused(cast.carla, 3, 5)
    assert said_by(cast.ana, elvira, 4, 5).status_code == 302
    again = StandIn.objects.first()
    assert again
    again.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save(force_insert=True)


def test_a_deputy_who_lost_her_role_reads_none_of_it(cast: Cast, elvira: User, ends: None) -> None:
    said_by(cast.ana, elvira, 0, 3)
    tick.tick()
    Grant.objects.filter(user=elvira).update(ends_on=cast.ana.today())
    assert ends_told(User.objects.get(pk=elvira.pk)) == []


def mailed(user: User) -> bool:
    return any(each.to == [user.email] for each in mail.outbox)


def test_mails_of_somebody_away_wait_for_the_day_back_and_the_deputy_gets_her_own(
    cast: Cast, elvira: User, ends: None
) -> None:
    said_by(cast.ana, elvira, 0, 3)
    tick.tick()
    assert (mailed(cast.ana), mailed(elvira)) == (False, True)
    assert "nuevo" in as_(cast.ana).get("/inbox/").content.decode(), "the notice is there at once"
    as_(cast.ana).post(f"/account/stand-ins/{StandIn.objects.get().pk}/end/")
    tick.tick()
    assert mailed(cast.ana)


def test_a_second_time_away_that_is_named_already_ends_nothing_of_the_first(
    cast: Cast, elvira: User, ends: None
) -> None:
    said_by(cast.ana, elvira, 0, 3)
    said_by(cast.ana, cast.carla, 3, 5)
    tick.tick()
    assert len(ends_told(elvira)) == 1
    assert not mailed(cast.ana)


def test_the_deputy_finds_the_dates_of_the_colleague_under_mine_with_her_name(
    cast: Cast, elvira: User, ends: None
) -> None:
    case = a_family(cast.norte)
    due_on = cast.ana.today() + 9 * DAY
    set_task(case, title="Llamar", due_on=due_on, assigned_to=cast.ana, by=cast.sonia)

    def mine(user: User) -> list[tuple[str, str]]:
        lines = as_(user).get("/due/?whose=mine").context["page_obj"].object_list
        return [(line.row.kind, line.assignee) for line in lines]

    assert mine(elvira) == []
    said_by(cast.ana, elvira, 0, 3)
    assert mine(elvira) == [("commitment_ends", "lo atiende Ana"), ("task_due", "lo atiende Ana")]
    assert ("task_due", "") in mine(cast.ana), "her own list names nobody"
    as_(cast.ana).post(f"/account/stand-ins/{StandIn.objects.get().pk}/end/")
    assert mine(elvira) == []


def test_a_deputy_finds_nothing_under_mine_that_she_may_not_see(cast: Cast, ends: None) -> None:
    said_by(cast.ana, cast.bruno, 0, 3)
    page = as_(cast.bruno).get("/due/?whose=mine")
    assert not page.context["page_obj"].object_list


def test_what_a_reader_may_no_longer_see_is_not_said_to_be_mailed(cast: Cast, ends: None) -> None:
    said_by(cast.ana, cast.carla, 0, 3)
    tick.tick()
    as_(cast.ana).post(f"/account/stand-ins/{StandIn.objects.get().pk}/end/")
    mail.outbox.clear()
    grants = Grant.objects.filter(user=cast.ana)
    grants.update(starts_on=cast.ana.today() + DAY)
    tick.tick()
    assert not mailed(cast.ana)
    assert not Notice.objects.filter(user=cast.ana).exclude(mailed_at=None).exists()
    grants.update(starts_on=cast.ana.today())
    tick.tick()
    assert mailed(cast.ana)
