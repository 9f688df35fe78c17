"""A planned change of carer: the pages of the case show it before the day."""

import datetime

import pytest
from django.urls import reverse

from accounts.roles import Role
from casework.handovers.actions import assign_case, assign_cases, hand_over
from casework.register.models.assignment import CaseAssignment
from casework.tasks.actions import set_task
from pages.dates import short_date
from tests.build import an_arrival
from tests.casework.handovers.test_assign_case import who_has
from tests.cast import hire, log_in
from tests.page import page_of
from worklist.notices.models import Notice
from worklist.scheduler.tick import tick

DAY = datetime.timedelta(days=1)


@pytest.fixture
def pia(cast):
    """Ana's colleague in the same team."""
    return hire("Pia", Role.CASEWORKER, cast.cucuta, cast.norte)


@pytest.fixture
def case(cast):
    case = an_arrival(cast)
    assign_case(case, caseworker=cast.ana, by=cast.ana)
    return case


def on_page(user, name: str, case):
    return page_of(log_in(user).get(reverse(name, args=[case.number])))


def test_the_file_says_who_comes_next_and_the_timeline_when_that_was_planned(cast, pia, case):
    on = cast.sonia.today() + 3 * DAY
    hand_over(leaving=cast.ana, taking=pia, by=cast.sonia, on=on)
    for user in (cast.sonia, cast.ana, pia):
        page = on_page(user, "case-detail", case)
        assert page.says(f"desde el {short_date(on)}: Pia")
        assert page.says("· Ana")
    timeline = on_page(cast.ana, "case-timeline", case)
    assert timeline.says(f"Sonia dejó previsto el caso para Pia desde el {short_date(on)}")
    assert not timeline.says("pasó el caso de Ana a Pia")


def test_the_page_for_assigning_names_what_is_planned_and_takes_back_this_case_alone(
    cast, pia, case
):
    on, other = cast.sonia.today() + 3 * DAY, an_arrival(cast)
    assign_cases([case, other], caseworker=pia, by=cast.sonia, on=on)
    page = on_page(cast.sonia, "case-assign", case)
    assert page.says(f"Pia atenderá el caso desde el {short_date(on)}.")
    planned = CaseAssignment.objects.get(case=case, caseworker=pia)
    address = reverse("cases-assign-undo", args=[planned.together])
    assert address in log_in(cast.sonia).get(reverse("case-assign", args=[case.number])).text
    back = reverse("case-detail", args=[case.number])
    answer = log_in(cast.sonia).post(f"{address}?back={back}", {"case": case.number})
    assert (answer.status_code, answer["Location"]) == (302, back)
    assert (who_has(case, on), who_has(other, on)) == ("Ana", "Pia")
    assert not on_page(cast.sonia, "case-detail", case).says(f"{short_date(on)}: Pia")
    assert on_page(cast.sonia, "case-timeline", case).says("después se deshizo o se cambió")


def test_what_the_form_for_one_case_planned_is_said_and_taken_back_too(cast, pia, case):
    on, sonia = cast.sonia.today() + 40 * DAY, log_in(cast.sonia)
    address = reverse("case-assign", args=[case.number])
    typed = {"caseworker": str(pia.pk), "on": on.isoformat()}
    done = page_of(sonia.post(address, typed, follow=True))
    assert done.says(f"Pia atiende el caso desde el {short_date(on)}.")
    again = page_of(sonia.post(address, typed))
    assert again.says(f"Ya previsto: Pia atenderá este caso desde el {short_date(on)}.")
    planned = CaseAssignment.objects.get(case=case, caseworker=pia)
    sonia.post(reverse("cases-assign-undo", args=[planned.together]), {"case": case.number})
    assert who_has(case, on) == "Ana"


def test_a_case_of_which_nothing_goes_is_named_beforehand_and_not_counted(cast, pia):
    """The leaver has tasks in two cases of a colleague: one is due before the handover, one after."""
    today, sonia = cast.sonia.today(), log_in(cast.sonia)
    stays, goes = an_arrival(cast), an_arrival(cast)
    assign_cases([stays, goes], caseworker=cast.sonia, by=cast.sonia)
    set_task(stays, title="Llamar", due_on=today, by=cast.ana)
    set_task(goes, title="Llamar", due_on=today + 9 * DAY, by=cast.ana)
    asked = {"leaving": str(cast.ana.pk), "taking": str(pia.pk), "on": today + 5 * DAY}
    listed = page_of(sonia.post(reverse("cases-hand-over"), asked))
    assert listed.text.count("El caso y su trabajo se quedan: todo vence antes de ese día.") == 1
    assert listed.text.count("El caso se queda como está") == 1
    done = sonia.post(reverse("cases-hand-over"), asked | {"confirm": "yes"})
    said = page_of(done)
    assert said.says("De 1 caso pasaron solo las tareas y el plan.", "En 1 caso no pasó nada.")
    assert said.says("1 se queda donde está")
    undone = page_of(sonia.post(reverse("cases-assign-undo", args=[done.context["together"]])))
    assert undone.says("De 1 caso volvieron solo las tareas y el plan.", "En 1 caso no volvió nada")


@pytest.mark.parametrize("days", [3, 40])
def test_the_taker_is_told_at_once_and_once_with_the_day(cast, pia, case, days):
    on = cast.sonia.today() + days * DAY
    assign_case(case, caseworker=pia, by=cast.sonia, on=on)
    tick()
    tick()
    notice = Notice.objects.get(kind="case_assigned")
    assert (notice.user, notice.warning_days) == (pia, 0)
    inbox = page_of(log_in(pia).get(reverse("inbox")))
    assert inbox.says(f"Usted atiende {case.number} desde el {short_date(on)}")


def handed(cast, pia, on):
    """Hands Ana's cases over to Pia from that day on, by the page."""
    asked = {"leaving": str(cast.ana.pk), "taking": str(pia.pk), "on": on.isoformat()}
    done = log_in(cast.sonia).post(reverse("cases-hand-over"), asked | {"confirm": "yes"})
    assert done.status_code == 200
    return done


def undone(cast, done):
    return page_of(log_in(cast.sonia).post(reverse("cases-assign-undo", args=[done])))


def test_what_is_planned_is_said_in_future_words(cast, pia, case):
    today = cast.sonia.today()
    on = today + 3 * DAY
    set_task(case, title="Llamar", due_on=on, assigned_to=cast.ana, by=cast.ana)
    set_task(case, title="Visitar", due_on=today, assigned_to=cast.ana, by=cast.ana)
    page = page_of(handed(cast, pia, on))
    assert page.says(
        "1 caso pasará a otras manos",
        f"El caso pasará el {short_date(on)}.",
        "1 tarea que vence desde ese día ya pasó.",
        "1 se queda donde está.",
    )
    assert not page.says("pasó a otras manos")
    assert not page.says("pasó con el caso")
    assert who_has(case, today) == "Ana"


def test_a_plan_is_taken_back_after_a_later_handover_was_undone(cast, pia, case):
    today = cast.sonia.today()
    on = today + 3 * DAY
    task = set_task(case, title="Llamar", due_on=on, assigned_to=cast.ana, by=cast.ana)
    planned = handed(cast, pia, on).context["together"]
    undone(cast, handed(cast, pia, today).context["together"])
    task.refresh_from_db()
    # The plan counts as before, and the work due from its day on moves.
    assert (who_has(case, today), who_has(case, on), task.assigned_to) == ("Ana", "Pia", pia)
    assert undone(cast, planned).says("1 caso queda con quien estaba antes.")
    task.refresh_from_db()
    assert (who_has(case, on), task.assigned_to) == ("Ana", cast.ana)


def test_what_went_along_with_a_plan_comes_back_when_another_takes_its_place(cast, pia, case):
    on = cast.sonia.today() + 3 * DAY
    task = set_task(case, title="Cita", due_on=on, assigned_to=cast.ana, by=cast.ana)
    handed(cast, pia, on)
    task.refresh_from_db()
    assert task.assigned_to == pia
    typed = {"caseworker": str(cast.ana.pk), "on": on.isoformat()}
    answer = log_in(cast.sonia).post(reverse("case-assign", args=[case.number]), typed)
    assert answer.status_code == 302
    task.refresh_from_db()
    assert (who_has(case, on), task.assigned_to) == ("Ana", cast.ana)
    # The assignment that replaced the plan is undone, so the plan counts again, with its work.
    newest = CaseAssignment.objects.filter(case=case).latest("assigned_at")
    undone(cast, newest.together)
    task.refresh_from_db()
    assert (who_has(case, on), task.assigned_to) == ("Pia", pia)
