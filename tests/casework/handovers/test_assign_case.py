"""Assigns one case, several at once, and all cases of a colleague from a day on."""

import datetime
import uuid

import pytest
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from accounts.roles import Role
from casework.cases.actions import close_case, refer_to_legal, restrict_case
from casework.handovers.actions import assign_case, assign_cases, hand_over, unassign_case
from casework.register.choices import EndReason
from casework.register.models.arrival import Arrival
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case
from pages.dates import short_date
from tests.build import an_arrival, people_of
from tests.cast import give, hire, log_in
from tests.page import page_of
from tests.refusals import refused

TOMORROW = datetime.timedelta(days=1)


@pytest.fixture
def pia(cast):
    """Ana's colleague in the same team."""
    return hire("Pia", Role.CASEWORKER, cast.cucuta, cast.norte)


def who_has(case: Case, day: datetime.date) -> str | None:
    return Case.objects.with_caseworker(day).get(pk=case.pk).caseworker_name


def test_a_case_is_looked_after_by_one_colleague_at_a_time(cast, pia):
    case, today = an_arrival(cast), cast.ana.today()
    assign_case(case, caseworker=cast.ana, by=cast.ana)
    assign_case(case, caseworker=pia, by=cast.ana, on=today + 3 * TOMORROW)
    days = [today, today + 2 * TOMORROW, today + 3 * TOMORROW]
    assert [who_has(case, day) for day in days] == ["Ana", "Ana", "Pia"]
    assert AuditEvent.objects.filter(verb="case.assigned", case_id=case.pk).count() == 2


def test_a_later_word_takes_the_place_of_what_was_planned(cast, pia):
    case, today = an_arrival(cast), cast.ana.today()
    assign_case(case, caseworker=pia, by=cast.ana, on=today + 5 * TOMORROW)
    assign_case(case, caseworker=cast.ana, by=cast.ana, on=today + TOMORROW)
    days = [today, today + TOMORROW, today + 9 * TOMORROW]
    assert [who_has(case, day) for day in days] == [None, "Ana", "Ana"]
    assert CaseAssignment.objects.filter(case=case).count() == 2


def test_nobody_looks_after_a_case_that_was_taken_off_them(cast):
    case = an_arrival(cast)
    assign_case(case, caseworker=cast.ana, by=cast.ana)
    unassign_case(case, by=cast.ana)
    assert who_has(case, cast.ana.today()) is None
    with refused("Nobody looks after this case"):
        unassign_case(case, by=cast.ana)


def test_only_who_could_open_the_case_looks_after_it(cast):
    case = an_arrival(cast)
    with refused("Bruno cannot open this case"):
        assign_case(case, caseworker=cast.bruno, by=cast.sonia)
    restrict_case(case, people=[], by=cast.sonia)
    with refused("Ana cannot open this case"):
        assign_case(case, caseworker=cast.ana, by=cast.sonia)


def test_who_does_not_reach_the_case_assigns_nothing(cast):
    case = an_arrival(cast)
    for user in (cast.bruno, cast.carla, cast.lucia, cast.adela, cast.aurelio, cast.mara):
        with pytest.raises(NotAllowed):
            assign_case(case, caseworker=cast.ana, by=user)
    assert not CaseAssignment.objects.exists()


def test_of_several_cases_each_has_its_own_result(cast, pia):
    open_case, closed, of_sur = an_arrival(cast), an_arrival(cast), an_arrival(cast, by=cast.bruno)
    close_case(closed, reason=EndReason.ONWARD, on=cast.ana.today(), by=cast.ana)
    outcomes = assign_cases([open_case, closed, of_sur], caseworker=pia, by=cast.ana)
    assert [bool(outcome.refusal) for outcome in outcomes] == [False, True, True]
    assert [who_has(case, cast.ana.today()) for case in (open_case, closed)] == ["Pia", None]


def test_all_of_a_colleague_go_to_another_from_a_day_on(cast, pia):
    cases, day = [an_arrival(cast) for _ in range(3)], cast.ana.today() + 7 * TOMORROW
    for case in cases:
        assign_case(case, caseworker=cast.ana, by=cast.ana)
    outcomes = hand_over(leaving=cast.ana, taking=pia, by=cast.sonia, on=day)
    assert [(outcome.case, outcome.refusal) for outcome in outcomes] == [(c, "") for c in cases]
    assert {who_has(case, day - TOMORROW) for case in cases} == {"Ana"}
    assert {who_has(case, day) for case in cases} == {"Pia"}
    with refused("looks after no open case"):
        hand_over(leaving=cast.bruno, taking=pia, by=cast.sonia)
    with refused("Choose two different people"):
        hand_over(leaving=pia, taking=pia, by=cast.sonia)


def test_the_list_assigns_the_ticked_cases_and_filters_by_colleague(cast, pia):
    cases = [an_arrival(cast) for _ in range(2)]
    other = an_arrival(cast, by=cast.bruno)
    browser = log_in(cast.ana)
    ticked = {"case": [cases[0].number, other.number]}
    asked = browser.post(reverse("cases-assign"), ticked).content.decode()
    assert cases[0].number in asked
    assert other.number not in asked
    answer = {"case": [cases[0].number], "caseworker": str(pia.pk), "on": cast.ana.today()}
    done = browser.post(reverse("cases-assign"), answer).content.decode()
    assert cases[0].number in done
    found = browser.get(reverse("case-list"), {"caseworker": str(pia.pk)}).content.decode()
    assert (cases[0].number in found, cases[1].number in found) == (True, False)
    found = browser.get(reverse("case-list"), {"caseworker": "nobody"}).content.decode()
    assert (cases[0].number in found, cases[1].number in found) == (False, True)


def test_whoever_takes_cases_says_so_with_one_button_and_takes_it_back_with_one(cast):
    cases = [an_arrival(cast) for _ in range(3)]
    browser, today = log_in(cast.ana), cast.ana.today()
    page = browser.get(reverse("case-detail", args=[cases[0].number]))
    assert page_of(page).says("Lo atiendo yo")
    taken = browser.post(reverse("cases-assign"), {"case": cases[0].number, "mine": 1}, follow=True)
    shown = page_of(taken)
    assert shown.says("Usted atiende ahora a esta familia.")
    assert not shown.holds("Lo atiendo yo")
    assert [who_has(case, today) for case in cases] == ["Ana", None, None]
    undo = reverse("cases-assign-undo", args=[CaseAssignment.objects.get().together])
    assert undo in shown.sends_to
    browser.post(undo)
    assert who_has(cases[0], today) is None
    numbers = [case.number for case in cases]
    assert browser.post(reverse("cases-assign"), {"case": numbers, "mine": 1}).status_code == 200
    assert [who_has(case, today) for case in cases] == ["Ana"] * 3
    bruno = log_in(cast.bruno).post(reverse("cases-assign"), {"case": numbers, "mine": 1})
    assert bruno.status_code == 200
    assert [who_has(case, today) for case in cases] == ["Ana"] * 3


def test_who_takes_the_families_of_a_bus_is_back_at_the_bus_and_so_is_who_takes_it_back(cast, pia):
    cases = [an_arrival(cast) for _ in range(2)]
    group, today = uuid.uuid4(), cast.ana.today()
    Arrival.objects.update(group=group)
    bus, browser = reverse("arrival-group", args=[group]), log_in(cast.ana)
    [assign] = {url for url in page_of(browser.get(bus)).sends_to if "assign" in url}
    numbers = [case.number for case in cases]
    taken = browser.post(assign, {"case": numbers, "mine": 1}, follow=True)
    assert taken.redirect_chain == [(bus, 302)]
    assert page_of(taken).says("Usted atiende ahora a estas 2 familias.", "Quién espera cama")
    [undo] = [url for url in page_of(taken).sends_to if "undo" in url]
    assert browser.post(undo, follow=True).redirect_chain == [(bus, 302)]
    assert [who_has(case, today) for case in cases] == [None, None]
    # A user who assigns the case to a colleague is named, too.
    asked = page_of(log_in(cast.sonia).get(bus))
    [assign] = {url for url in asked.sends_to if "assign" in url}
    answer = {"case": numbers, "caseworker": str(pia.pk), "on": today}
    given = log_in(cast.sonia).post(assign, answer, follow=True)
    assert given.redirect_chain == [(bus, 302)]
    assert page_of(given).says(f"{pia.full_name} atiende a estas 2 familias desde")
    # A refused case shows the reason, and the page has a link back.
    again = page_of(log_in(cast.sonia).post(assign, answer))
    assert again.says("No se hizo")
    assert bus in again.links


def test_another_teams_case_cannot_be_slipped_into_the_form(cast, pia):
    other = an_arrival(cast, by=cast.bruno)
    answer = {"case": [other.number], "caseworker": str(pia.pk), "on": cast.ana.today()}
    text = log_in(cast.ana).post(reverse("cases-assign"), answer).content.decode()
    assert not CaseAssignment.objects.exists()
    assert f"/cases/{other.number}/" not in text


def test_pages_assign_unassign_and_hand_over(cast, pia):
    case, today = an_arrival(cast), cast.ana.today()
    browser = log_in(cast.ana)
    answer = {"caseworker": str(cast.ana.pk), "on": today}
    said = browser.post(reverse("case-assign", args=[case.number]), answer, follow=True)
    assert who_has(case, today) == "Ana"
    whose = people_of(case)[0].display_name
    assert page_of(said).says(
        f"{whose} ({case.number}): Ana atiende el caso desde el {short_date(today)}."
    )
    answer = {"leaving": str(cast.ana.pk), "taking": str(pia.pk), "on": today, "confirm": "yes"}
    assert case.number in browser.post(reverse("cases-hand-over"), answer).content.decode()
    assert who_has(case, today) == "Pia"
    browser.post(reverse("case-unassign", args=[case.number]), {"sure": "yes"})
    assert who_has(case, today) is None
    address = reverse("case-assign", args=[case.number])
    assert log_in(cast.bruno).get(address).status_code == 404


def test_a_case_that_nobody_looks_after_says_who_changes_that(cast):
    case = an_arrival(cast)
    refer_to_legal(case, by=cast.ana)
    address = reverse("case-detail", args=[case.number])
    assign = reverse("case-assign", args=[case.number])
    for user, may_assign in ((cast.sonia, True), (cast.lucia, False)):
        page = page_of(log_in(user).get(address))
        assert page.says("Nadie atiende este caso")
        assert (assign in page.links) is may_assign
        assert page.says("lo asigna la supervisión") is not may_assign


def test_whoever_does_not_see_a_moved_case_looks_after_it_no_more(cast, pia):
    today = cast.ana.today()
    case, kept = an_arrival(cast), an_arrival(cast)
    for each in (case, kept):
        assign_case(each, caseworker=cast.ana, by=cast.ana)
    assign_case(case, caseworker=pia, by=cast.ana, on=today + TOMORROW)
    CaseAssignment.objects.filter(caseworker=cast.ana).update(starts_on=today - TOMORROW)
    both = hire("Noa", Role.CASEWORKER, cast.cucuta, cast.norte)
    give(both, Role.CASEWORKER, cast.cucuta, team=cast.sur)
    assign_case(kept, caseworker=both, by=cast.ana)
    supervisor = log_in(cast.sonia)
    for each in (case, kept):
        address = reverse("case-move", args=[each.number])
        assert page_of(supervisor.get(address)).says("nadie lo atiende hasta que se asigne")
        supervisor.post(address, {"team": str(cast.sur.pk)})
    assert [who_has(case, day) for day in (today, today + 2 * TOMORROW)] == [None, None]
    assert who_has(case, today - TOMORROW) == cast.ana.full_name
    assert who_has(kept, today) == both.full_name
