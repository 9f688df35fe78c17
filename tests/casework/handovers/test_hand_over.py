"""Many cases at once: the receiver gets a notice, the handover is undone, and a closed account can hand over."""

import copy
import datetime

import pytest
from django.urls import reverse

from accounts.models import AuditEvent, Grant, User
from accounts.roles import Role
from casework.cases.actions import close_case
from casework.handovers.actions import assign_case, assign_cases, hand_over, take_back_together
from casework.handovers.slots import cases_assigned
from casework.register.choices import EndReason
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case
from casework.tasks.actions import set_task
from pages.dates import short_date
from tests.build import a_row, an_arrival
from tests.casework.handovers.test_assign_case import who_has
from tests.cast import Cast, give, hire, log_in
from tests.page import page_of
from worklist.due.rows import due
from worklist.notices.models import Notice
from worklist.scheduler.tick import tick

DAY = datetime.timedelta(days=1)


@pytest.fixture(scope="module")
def office(cast_of_the_file: Cast) -> tuple[User, list[Case]]:
    """Ana's three cases, and Pia, who has none."""
    cast = cast_of_the_file.anew()
    made = [an_arrival(cast, people=[a_row()]) for _ in range(3)]
    assign_cases(made, caseworker=cast.ana, by=cast.ana)
    return hire("Pia", Role.CASEWORKER, cast.cucuta, cast.norte), made


@pytest.fixture
def pia(office: tuple[User, list[Case]]) -> User:
    """Ana's colleague in the same team."""
    return copy.deepcopy(office[0])


@pytest.fixture
def cases(office: tuple[User, list[Case]]) -> list[Case]:
    return copy.deepcopy(office[1])


def handed(cast, pia, on: datetime.date) -> dict[str, str]:
    return {
        "leaving": str(cast.ana.pk),
        "taking": str(pia.pk),
        "on": on.isoformat(),
        "confirm": "yes",
    }


def undo_of(page) -> str:
    return reverse("cases-assign-undo", args=[page.context["together"]])


@pytest.mark.parametrize("days", [0, 5])
def test_a_handover_is_taken_back_with_one_press_and_all_is_as_before(cast, pia, cases, days):
    today = cast.sonia.today()
    on, later = today + days * DAY, today + 30 * DAY
    before = [[who_has(case, day) for day in (today, on, later)] for case in cases]
    sonia = log_in(cast.sonia)
    page = sonia.post(reverse("cases-hand-over"), handed(cast, pia, on))
    assert undo_of(page) in page.content.decode()
    assert [who_has(case, later) for case in cases] == ["Pia"] * 3
    undone = sonia.post(undo_of(page))
    assert (undone.status_code, undone.context["done"], undone.context["together"]) == (
        200,
        3,
        None,
    )
    assert [[who_has(case, day) for day in (today, on, later)] for case in cases] == before
    verbs = AuditEvent.objects.filter(verb="case.assignment_taken_back", actor=cast.sonia)
    assert verbs.count() == 3


def test_what_was_planned_before_stands_again(cast, pia, cases):
    today = cast.ana.today()
    assign_case(cases[0], caseworker=pia, by=cast.ana, on=today + 9 * DAY)
    quim = hire("Quim", Role.CASEWORKER, cast.cucuta, cast.norte)
    days = [today, today + 8 * DAY, today + 9 * DAY, today + 40 * DAY]
    before = [who_has(cases[0], day) for day in days]
    assert before == ["Ana", "Ana", "Pia", "Pia"]
    [outcome] = assign_cases([cases[0]], caseworker=quim, by=cast.sonia, on=today + DAY)
    assert [who_has(cases[0], day) for day in days] == ["Ana", "Quim", "Quim", "Quim"]
    take_back_together(outcome.together, by=cast.sonia)
    assert [who_has(cases[0], day) for day in days] == before


def test_a_case_about_which_somebody_spoke_since_stays_and_says_so(cast, pia, cases):
    outcomes = hand_over(leaving=cast.ana, taking=pia, by=cast.sonia)
    assign_case(cases[1], caseworker=cast.ana, by=cast.ana)
    results = take_back_together(outcomes[0].together, by=cast.sonia)
    assert [bool(each.refusal) for each in results] == [False, True, False]
    assert [who_has(case, cast.ana.today()) for case in cases] == ["Ana"] * 3
    again = take_back_together(outcomes[0].together, by=cast.sonia)
    assert [bool(each.refusal) for each in again] == [True, True, True]


def test_a_day_that_has_passed_is_not_rewritten(cast, pia, cases):
    outcomes = hand_over(leaving=cast.ana, taking=pia, by=cast.sonia)
    yesterday = cast.sonia.today() - DAY
    CaseAssignment.objects.filter(caseworker=cast.ana).update(
        starts_on=yesterday, ends_on=yesterday
    )
    CaseAssignment.objects.filter(caseworker=pia).update(starts_on=yesterday)
    results = take_back_together(outcomes[0].together, by=cast.sonia)
    assert [bool(each.refusal) for each in results] == [True, True, True]
    assert [who_has(case, cast.ana.today()) for case in cases] == ["Pia"] * 3


def test_others_take_nothing_back_and_learn_of_nothing(cast, pia, cases):
    outcomes = hand_over(leaving=cast.ana, taking=pia, by=cast.sonia)
    address = reverse("cases-assign-undo", args=[outcomes[0].together])
    for name in ("bruno", "carla", "lucia", "adela", "aurelio", "mara"):
        assert log_in(cast.users[name]).post(address).status_code == 404
    assert log_in(cast.sonia).get(address).status_code == 405
    assert [who_has(case, cast.ana.today()) for case in cases] == ["Pia"] * 3


def test_of_the_ticked_cases_each_has_its_result_and_one_press_takes_the_done_ones_back(
    cast, pia, cases
):
    assign_case(cases[2], caseworker=pia, by=cast.ana)
    answer = {"case": [case.number for case in cases], "caseworker": str(pia.pk)}
    page = log_in(cast.ana).post(reverse("cases-assign"), answer | {"on": cast.ana.today()})
    assert (page.context["done"], page.context["refused"]) == (2, 1)
    log_in(cast.ana).post(undo_of(page))
    assert [who_has(case, cast.ana.today()) for case in cases] == ["Ana", "Ana", "Pia"]


def test_a_page_on_which_nothing_was_done_offers_nothing_to_take_back(cast, pia, cases):
    hand_over(leaving=cast.ana, taking=pia, by=cast.sonia)
    answer = {"case": [cases[0].number], "caseworker": str(pia.pk), "on": cast.ana.today()}
    page = log_in(cast.ana).post(reverse("cases-assign"), answer)
    assert (page.context["done"], page.context["together"]) == (0, None)
    assert "/undo/" not in page.content.decode()


def test_only_where_an_open_case_stands_something_is_ticked(cast, cases):
    close_case(cases[0], reason=EndReason.ONWARD, on=cast.ana.today(), by=cast.ana)
    shown = {
        status: page_of(log_in(cast.sonia).get(reverse("case-list"), {"status": status}))
        for status in ("open", "closed")
    }
    assert [len([*page.root.where("name", "case")]) for page in shown.values()] == [2, 0]
    assert reverse("cases-assign") in shown["open"].sends_to
    assert reverse("cases-assign") not in shown["closed"].sends_to
    assert shown["closed"].says(cases[0].number)


@pytest.mark.parametrize("gone", ["role ended", "account closed"])
def test_cases_of_who_lost_the_role_are_handed_over_all_the_same(cast, pia, cases, gone):
    today = cast.sonia.today()
    if gone == "role ended":
        Grant.objects.filter(user=cast.ana).update(ends_on=today)
    else:
        User.objects.filter(pk=cast.ana.pk).update(is_active=False)
    sonia = log_in(cast.sonia)
    assert (
        cast.ana in sonia.get(reverse("cases-hand-over")).context["form"].fields["leaving"].queryset
    )
    page = sonia.post(reverse("cases-hand-over"), handed(cast, pia, today))
    assert page.context["done"] == 3
    assert [who_has(case, today) for case in cases] == ["Pia"] * 3
    back = sonia.post(undo_of(page))
    assert back.context["done"] == 3
    assert [who_has(case, today) for case in cases] == ["Ana"] * 3


def test_who_lost_the_role_is_given_nothing(cast, pia, cases):
    Grant.objects.filter(user=pia).update(ends_on=cast.sonia.today())
    sonia = log_in(cast.sonia)
    page = sonia.post(reverse("cases-hand-over"), handed(cast, pia, cast.sonia.today()))
    assert list(page.context["form"].errors) == ["taking"]
    outcomes = hand_over(leaving=cast.ana, taking=pia, by=cast.sonia)
    assert all(outcome.refusal for outcome in outcomes)
    assert [who_has(case, cast.ana.today()) for case in cases] == ["Ana"] * 3


def told(user: User) -> set[str]:
    rows = due(user, today=user.today(), kinds=["case_assigned"])
    return {text for text, _who in cases_assigned.sentence([row.about_id for row in rows]).values()}


def test_the_receiver_alone_is_told_once_by_number(cast, pia, cases):
    hand_over(leaving=cast.ana, taking=pia, by=cast.sonia)
    sentences = told(pia)
    assert len(sentences) == 3
    assert all(case.number in " ".join(sentences) for case in cases)
    assert [name for name, user in cast.users.items() if told(user)] == []
    tick()
    tick()
    notices = Notice.objects.filter(kind="case_assigned")
    assert (notices.count(), set(notices.values_list("user", flat=True))) == (3, {pia.pk})
    inbox = log_in(pia).get(reverse("inbox")).content.decode()
    assert all(case.number in inbox for case in cases)


def test_what_is_taken_back_or_taken_by_oneself_is_told_to_nobody(cast, pia, cases):
    assert told(cast.ana) == set()
    outcomes = hand_over(leaving=cast.ana, taking=pia, by=cast.sonia)
    take_back_together(outcomes[0].together, by=cast.sonia)
    assert told(pia) == set()


def test_a_planned_handover_is_told_beforehand_and_the_day_after_it_is_no_news(cast, pia, cases):
    on = cast.sonia.today() + 7 * DAY
    hand_over(leaving=cast.ana, taking=pia, by=cast.sonia, on=on)
    assert len(told(pia)) == 3
    assert cases_assigned.rows_of(pia, on + DAY).count() == 0


def test_a_page_counts_cases_that_changed_hands_apart_from_those_whose_work_alone_went(
    cast, pia, cases
):
    """Cases that keep their caseworker are not counted as moved, neither by the handover nor by its undo."""
    today = cast.sonia.today()
    assign_case(cases[0], caseworker=pia, by=cast.sonia)
    set_task(cases[0], title="Llamar", due_on=today, by=cast.ana)
    sonia = log_in(cast.sonia)
    page = sonia.post(reverse("cases-hand-over"), handed(cast, pia, today))
    assert (page.context["done"], page.context["work_alone"], page.context["refused"]) == (2, 1, 0)
    undone = sonia.post(undo_of(page))
    assert (undone.context["done"], undone.context["work_alone"]) == (2, 1)


def test_the_list_says_beforehand_what_a_colleague_cannot_take(cast, pia, cases):
    elsewhere = hire("Otto", Role.CASEWORKER, cast.cucuta, cast.sur)
    asked = {"leaving": str(cast.ana.pk), "on": cast.sonia.today().isoformat()}
    sonia = log_in(cast.sonia)
    for taking, can_be_taken in ((pia, True), (elsewhere, False)):
        page = sonia.post(reverse("cases-hand-over"), asked | {"taking": str(taking.pk)})
        assert {each.can_be_taken for each in page.context["load"]} == {can_be_taken}
        assert (f"{taking} no puede abrir este caso" in page.content.decode()) is not can_be_taken
        assert ('name="confirm"' in page.content.decode()) is can_be_taken


def test_the_timeline_says_that_a_handover_was_undone(cast, pia, cases):
    [case, *_others] = cases
    outcomes = hand_over(leaving=cast.ana, taking=pia, by=cast.sonia)
    timeline = reverse("case-timeline", args=[case.number])
    before = log_in(cast.ana).get(timeline).content.decode()
    assert "Sonia pasó el caso de Ana a Pia" in before
    take_back_together(outcomes[0].together, by=cast.sonia)
    after = log_in(cast.ana).get(timeline).content.decode()
    assert "asignó el caso a Pia; después se deshizo o se cambió" in after
    assert "Sonia deshizo que el caso pasara a Pia" in after
    assert "deshizo que el caso" not in before
    assert "lleva el caso desde aquí" in after


def test_who_got_the_case_back_on_the_same_day_is_not_said_to_have_held_it_only_before(
    cast, pia, cases
):
    [case, *_others] = cases
    assign_case(case, caseworker=pia, by=cast.sonia)
    assign_case(case, caseworker=cast.ana, by=cast.sonia)
    page = page_of(log_in(cast.ana).get(reverse("case-timeline", args=[case.number])))
    day = short_date(cast.ana.today())
    assert page.says(f"Ana atendió el caso hasta el {day}, y de nuevo desde ese día")
    assert page.says(f"a Pia, que lo atendió hasta el {day}")
    assert not page.says(f"a Pia, que lo atendió hasta el {day}, y de nuevo")


def test_whoever_is_alone_is_told_so_and_how_to_get_a_colleague(cast):
    for is_one_who_invites in (False, True):
        if is_one_who_invites:
            give(cast.mara, Role.ADMINISTRATOR, cast.arauca)
        page = page_of(log_in(cast.mara).get(reverse("cases-hand-over")))
        assert page.says("No hay nadie más")
        assert not list(page.root.where("name", "taking"))
        assert list(page.root.where("href", reverse("user-invite"))) or not is_one_who_invites
        assert page.says("Quien administra las cuentas") is not is_one_who_invites
