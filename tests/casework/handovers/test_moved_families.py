"""A family that moved to another team is listed for the former carer and the new team until somebody takes it."""

import datetime

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.roles import Role
from casework.cases.actions import move_case
from casework.handovers.actions import assign_case, take_assignment_back, unassign_case
from casework.tasks.actions import set_task
from tests.build import a_row, an_arrival
from tests.cast import as_, hire, log_in
from tests.page import page_of
from worklist.due.rows import due
from worklist.notices.models import Notice
from worklist.scheduler.tick import tick

pytestmark = pytest.mark.django_db
DAY = datetime.timedelta(days=1)


@pytest.fixture
def case(cast):
    case = an_arrival(cast, people=[a_row()])
    assign_case(case, caseworker=cast.ana, by=cast.ana)
    return case


def moved(cast, case) -> None:
    client, address = as_(cast.sonia), reverse("case-move", args=[case.number])
    answer = client.post(address, page_of(client.get(address)).fields | {"team": cast.sur.pk})
    assert answer.status_code == 302, answer.context["form"].errors


def kinds_of(user, kind) -> int:
    return len(list(due(user, today=user.today(), kinds=[kind])))


def told_of(kind) -> set[str]:
    return {each.user.full_name for each in Notice.objects.filter(kind=kind).select_related("user")}


def inbox(user) -> str:
    return log_in(user).get(reverse("inbox")).content.decode()


def test_who_gets_a_family_is_told_and_has_a_line_until_somebody_looks_after_it(cast, case):
    tick()
    assert told_of("case_received") == set(), (
        "a family that arrived is no family that was passed on"
    )
    moved(cast, case)
    tick()
    assert "Bruno" in told_of("case_received")
    assert told_of("case_received").isdisjoint({"Sonia", "Ana", "Lucia"})
    assert case.number in inbox(cast.bruno)
    today = log_in(cast.bruno).get(reverse("today")).content.decode()
    assert "llegó de otro equipo y nadie la atiende" in today
    assert reverse("case-assign", args=[case.number]) in today
    assign_case(case, caseworker=cast.bruno, by=cast.bruno)
    assert kinds_of(cast.bruno, "case_received") == 0


def test_who_gave_it_is_told_that_it_went_and_where(cast, case):
    moved(cast, case)
    tick()
    assert told_of("case_gone") == {"Ana"}
    said = inbox(cast.ana)
    assert f"{case.number} está ahora con el equipo {cast.sur}" in said
    assert reverse("case-detail", args=[case.number]) not in said
    with time_machine.travel(timezone.now() + 9 * DAY):
        assert kinds_of(cast.ana, "case_gone") == 0


def test_a_family_that_came_back_to_who_looked_after_it_is_gone_for_nobody(cast, case):
    moved(cast, case)
    move_case(case, team=cast.norte, by=cast.sonia)
    assign_case(case, caseworker=cast.ana, by=cast.ana)
    assert kinds_of(cast.ana, "case_gone") == 0
    assert kinds_of(cast.bruno, "case_received") == 0


def test_the_timeline_says_who_looked_after_it_until_it_went(cast, case):
    moved(cast, case)
    timeline = as_(cast.sonia).get(reverse("case-timeline", args=[case.number])).content.decode()
    assert "después se deshizo" not in timeline
    assert "atendió el caso hasta el" in timeline


def test_the_timeline_says_who_looked_after_it_until_a_colleague_took_it(cast, case):
    pia = hire("Pia", Role.CASEWORKER, cast.cucuta, cast.norte)
    assign_case(case, caseworker=pia, by=cast.sonia)
    timeline = as_(cast.sonia).get(reverse("case-timeline", args=[case.number])).content.decode()
    assert "después se deshizo" not in timeline
    timeline = " ".join(timeline.split())
    assert "Ana atendió el caso hasta el" in timeline
    assert "Sonia pasó el caso de Ana a Pia" in timeline


def test_the_timeline_says_from_whom_a_colleague_took_the_case(cast, case):
    address = reverse("case-timeline", args=[case.number])
    assign_case(case, caseworker=cast.sonia, by=cast.sonia)
    timeline = " ".join(as_(cast.sonia).get(address).content.decode().split())
    assert "Sonia recibió el caso de Ana" in timeline
    # A caseworker who gives a case away is named as its carer until that day.
    pia = hire("Pia", Role.CASEWORKER, cast.cucuta, cast.norte)
    assign_case(case, caseworker=pia, by=cast.sonia)
    timeline = " ".join(as_(cast.sonia).get(address).content.decode().split())
    assert "Sonia recibió el caso de Ana y lo atendió hasta el" in timeline
    assert "Sonia asignó el caso a Pia" in timeline


def test_one_that_was_undone_was_not_held_because_a_later_one_names_its_digits(cast, case):
    pia = hire("Pia", Role.CASEWORKER, cast.cucuta, cast.norte)
    undone = assign_case(case, caseworker=pia, by=cast.sonia)
    take_assignment_back(undone, by=cast.sonia)
    later = assign_case(case, caseworker=pia, by=cast.sonia)
    later.displaced.append([undone.pk * 10, None])
    later.save()
    timeline = as_(cast.sonia).get(reverse("case-timeline", args=[case.number])).content.decode()
    assert timeline.count("después se deshizo") == 1


def test_a_plan_that_never_began_was_held_by_nobody(cast, case):
    pia = hire("Pia", Role.CASEWORKER, cast.cucuta, cast.norte)
    on = cast.ana.today() + 3 * DAY
    assign_case(case, caseworker=pia, by=cast.sonia, on=on)
    moved(cast, case)
    with time_machine.travel(timezone.now() + 4 * DAY):
        page = as_(cast.sonia).get(reverse("case-timeline", args=[case.number])).content.decode()
    assert "asignó el caso a Pia; después se deshizo o se cambió" in page


def test_work_that_went_alone_does_not_say_that_it_went_with_the_case(cast, case):
    pia = hire("Pia", Role.CASEWORKER, cast.cucuta, cast.norte)
    set_task(case, title="Llamar", due_on=cast.ana.today(), by=cast.ana)
    assign_case(case, caseworker=pia, by=cast.sonia)
    typed = {"leaving": cast.ana.pk, "taking": pia.pk, "on": cast.sonia.today(), "confirm": "yes"}
    page = page_of(log_in(cast.sonia).post(reverse("cases-hand-over"), typed))
    assert page.says("1 tarea pasó. El caso se queda con quien está.")
    assert not page.says("pasó con el caso")


def test_where_work_went_alone_in_a_case_of_nobody_it_says_so(cast, case):
    pia, today = hire("Pia", Role.CASEWORKER, cast.cucuta, cast.norte), cast.sonia.today()
    unassign_case(case, by=cast.sonia)
    set_task(case, title="Llamar", due_on=today, by=cast.ana)
    typed = {"leaving": cast.ana.pk, "taking": pia.pk, "on": today}
    sonia, address = log_in(cast.sonia), reverse("cases-hand-over")
    assert page_of(sonia.post(address, typed)).says("Nadie atiende el caso, y así se queda")
    done = page_of(sonia.post(address, typed | {"confirm": "yes"}))
    assert done.says("1 tarea pasó. Nadie atiende el caso.")
    assert not done.says("con quien está")
