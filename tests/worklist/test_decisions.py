"""Dates are postponed, settled and handed over in the list; postponed dates return, and no decision hides a date for good."""

import datetime
from urllib.parse import urlencode

import pytest
import time_machine
from django.urls import reverse

from accounts.models import AuditEvent, Grant, User
from asylum.claims.actions import lodge_application, move_application, prepare_application
from asylum.pathways.choices import ApplicationStatus, DeadlineKind
from asylum.procedure.models.deadline import LegalDeadline
from casework.cases.actions import restrict_case
from casework.handovers.actions import assign_case
from casework.register.models.assignment import CaseAssignment
from casework.tasks.actions import assign_task, move_task, set_task, settle_task
from casework.tasks.choices import TaskStatus
from casework.tasks.models import CaseTask
from tests.aid.build import a_commitment
from tests.asylum.build import a_client
from tests.cast import as_, hire
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import a_family, a_site
from worklist.decisions.actions import (
    hand_over_date,
    possible_assignees,
    postpone_date,
    settle_date,
    undo_decision,
)
from worklist.due.choices import DateOutcome, PostponeReason
from worklist.due.models import DueDecision
from worklist.due.rows import due
from worklist.notices.actions import read_all_notices
from worklist.notices.lines import notice_lines
from worklist.notices.models import Notice
from worklist.notices.querysets import DAILY_LINE
from worklist.notices.unread import unread_notices
from worklist.projection.update import recompute_all
from worklist.scheduler.tick import tick
from worklist.today.blocks.tasks import urgent_items
from worklist.today.facts import TodayFacts
from worklist.today.ranking import ranked

DAY = datetime.timedelta(days=1)


@pytest.fixture
def today(cast):
    return cast.ana.today()


@pytest.fixture(scope="module")
def row_of_the_file(cast_of_the_file):
    cast = cast_of_the_file.anew()
    today = cast.ana.today()
    set_task(a_family(cast.norte), title="Llamar", due_on=today - DAY, by=cast.ana)
    return only(cast.ana, today)


@pytest.fixture
def row(row_of_the_file):
    """An overdue task of Ana."""
    return row_of_the_file


def only(user, today):
    [row] = due(user, today=today, kinds=["task_due"])[:]
    return row


def urls(row):
    return {
        name: reverse(name, args=[row.kind, row.about_id])
        for name in ("due-postpone", "due-settle", "due-hand-over")
    }


def test_a_postponed_date_is_hidden_until_its_day_and_says_by_whom_and_why(cast, row, today):
    client = as_(cast.ana)
    sent = {"until": (today + 3 * DAY).isoformat(), "reason": PostponeReason.ANSWER}
    answer = client.post(urls(row)["due-postpone"], sent)
    assert answer.status_code == 302, page_of(answer).refusals
    assert [each.kind for each in due(cast.ana, today=today, kinds=["task_due"])[:]] == []
    assert [each.kind for each in due(cast.ana, today=today + 3 * DAY, kinds=["task_due"])[:]]
    page = page_of(client.get(reverse("due-decisions")))
    assert page.says("Esperamos una respuesta de afuera")
    event = AuditEvent.objects.get(verb="due.postponed")
    assert (event.actor, event.case_id) == (cast.ana, row.case_id)


def test_a_decision_is_undone(cast, row, today):
    decision = postpone_date(row, until=today + DAY, reason="answer", by=cast.ana)
    as_(cast.ana).post(reverse("due-decision-undo", args=[decision.pk]))
    assert only(cast.ana, today) == row
    with refused("already"):
        undo_decision(decision, by=cast.ana)


def test_a_decision_and_its_undo_lead_back_to_the_filtered_list(cast, row, today):
    client = as_(cast.ana)
    place = reverse("due-list") + "?whose=mine&kind=task_due"
    listed = page_of(client.get(place))
    leading = "?" + urlencode({"back": place}, safe="/")
    acts = [url + leading for name, url in urls(row).items() if name != "due-settle"]
    assert set(acts) <= set(listed.links)
    postponed = client.post(
        acts[0], {"until": (today + DAY).isoformat(), "reason": PostponeReason.ANSWER}, follow=True
    )
    assert postponed.redirect_chain == [(place, 302)]
    [undo] = [url for url in page_of(postponed).sends_to if "/undo/" in url]
    back = client.post(undo, follow=True)
    assert back.redirect_chain == [(place, 302)]
    assert acts[0] in page_of(back).links


def test_a_date_that_moves_to_another_day_is_open_again(cast, row, today):
    postpone_date(row, until=today + 9 * DAY, reason="answer", by=cast.ana)
    DueDecision.objects.update(due_on=today - 2 * DAY)
    assert only(cast.ana, today) == row


@pytest.mark.parametrize(("days", "words"), [(0, "after today"), (31, "30 days")])
def test_a_date_is_postponed_by_a_month_at_most_and_not_to_the_past(cast, row, today, days, words):
    with refused(words, field="until"):
        postpone_date(row, until=today + days * DAY, reason="answer", by=cast.ana)


def test_no_reason_is_preselected_and_one_is_required(cast, row, today):
    client = as_(cast.ana)
    page = page_of(client.get(urls(row)["due-postpone"]))
    assert "reason" not in page.fields
    answer = client.post(urls(row)["due-postpone"], {"until": (today + DAY).isoformat()})
    assert page_of(answer).refusals
    assert not DueDecision.objects.exists()


def test_an_overdue_term_of_law_stays_open_for_those_responsible_for_the_office(
    cast, today, law_of_the_file
):
    person = a_client(cast)
    claim = lodge_application(person, on=today, late_reason="Enfermo", by=cast.lucia)
    move_application(claim, to=ApplicationStatus.REFUSED, on=today, by=cast.lucia)

    def terms(user, day):
        return due(user, today=day, kinds=["appeal_term"])[:]

    [term] = terms(cast.lucia, today)
    with refused("after its last day", field="until"):
        postpone_date(term, until=term.on + DAY, reason="answer", by=cast.lucia)
    postpone_date(term, until=today + DAY, reason="answer", by=cast.lucia)
    DueDecision.objects.update(until=term.on + 9 * DAY)
    late = term.on + DAY
    assert [terms(user, late) for user in (cast.lucia, cast.ana)] == [[], []]
    assert [row.about_id for row in terms(cast.sonia, late)] == [term.about_id]


@pytest.mark.parametrize("kept", [False, True])
def test_today_tells_of_a_postponed_term_of_law_to_users_from_whom_it_is_hidden(
    cast, today, law_of_the_file, kept
):
    lodged_on = today - 5 * DAY
    claim = lodge_application(a_client(cast), on=lodged_on, late_reason="-", by=cast.lucia)
    move_application(claim, to=ApplicationStatus.REFUSED, on=today - 4 * DAY, by=cast.lucia)
    [term] = due(cast.lucia, today=today, kinds=["appeal_term"])[:]
    sent = {"until": term.on.isoformat(), "reason": PostponeReason.ANSWER}
    if kept:
        recompute_all(today)

    def said(user):
        counts = page_of(as_(user).get(reverse("today"))).root.where("class", "counts")
        return "recursos en 14 días (1 pospuesto)" in " ".join(each.text for each in counts)

    assert not said(cast.lucia)
    assert as_(cast.lucia).post(urls(term)["due-postpone"], sent).status_code == 302
    assert [said(user) for user in (cast.lucia, cast.luis)] == [True, True]
    undo_decision(DueDecision.objects.get(), by=cast.lucia)
    assert not said(cast.lucia)


@pytest.fixture
def overdue_terms(cast, today, law_of_the_file):
    """One overdue term of each kind: of a person without a claim, of a claim that was not lodged, of a refused claim."""
    long_ago = today - 100 * DAY
    a_client(cast, on=long_ago)
    prepare_application(a_client(cast, on=long_ago), by=cast.lucia)
    claim = lodge_application(a_client(cast), on=today - 60 * DAY, late_reason="-", by=cast.lucia)
    refused_on = today - 50 * DAY
    move_application(claim, to=ApplicationStatus.REFUSED, on=refused_on, by=cast.lucia)
    kinds = ("application_to_lodge", "legal_term", "appeal_term")
    return {
        kind: due(cast.lucia, today=today, kinds=[kind], until=today - DAY)[:1][0] for kind in kinds
    }


@pytest.mark.parametrize("kind", ["application_to_lodge", "legal_term", "appeal_term"])
def test_an_overdue_term_of_law_cannot_be_postponed(cast, today, overdue_terms, kind):
    term = overdue_terms[kind]
    with refused("last day is over", field="until"):
        postpone_date(term, until=today + DAY, reason="answer", by=cast.lucia)
    sent = {"until": (today + DAY).isoformat(), "reason": PostponeReason.ANSWER}
    answer = as_(cast.lucia).post(urls(term)["due-postpone"], sent)
    assert list(answer.context["form"].errors) == ["until"]
    assert page_of(answer).says("Su último día ya pasó, así que no se puede posponer")
    assert not DueDecision.objects.exists()
    assert due(cast.lucia, today=today, kinds=[kind], about_id=term.about_id)[:] == [term]
    listed = page_of(as_(cast.lucia).get(reverse("due-list"), {"kind": kind}))
    leads_to = {link.partition("?")[0] for link in listed.links}
    assert urls(term)["due-hand-over"] in leads_to
    assert urls(term)["due-postpone"] not in leads_to


def test_a_user_who_does_not_see_the_case_gets_no_page_about_the_date(cast, row):
    for name in ("bruno", "adela", "mara"):
        client = as_(cast.users[name])
        assert [client.get(url).status_code for url in urls(row).values()] == [404, 404, 404]
    with refused("not among those"):
        postpone_date(row, until=cast.mara.today() + DAY, reason="answer", by=cast.mara)


def test_a_date_with_a_page_of_its_own_is_settled_there(cast, row):
    with refused("own page", field="outcome"):
        settle_date(row, outcome=DateOutcome.SETTLED, by=cast.ana)


def test_a_date_without_a_page_of_its_own_is_settled_in_the_list(cast, today):
    a_site(cast.cucuta, beds=[1], run_by=cast.carla, paid_until=today + DAY)
    [row] = due(cast.carla, today=today, kinds=["site_paid_until"])[:]
    assert page_of(as_(cast.carla).get(reverse("due-list"))).says("Atendido")
    as_(cast.carla).post(urls(row)["due-settle"], {"outcome": DateOutcome.SETTLED})
    assert due(cast.carla, today=today, kinds=["site_paid_until"])[:] == []


def test_a_colleague_who_gets_a_date_gets_a_notice_and_finds_it_under_mine(cast, row, today):
    from_team = hire("Pia", "caseworker", cast.cucuta, cast.norte)
    assert due(from_team, today=today, whose="mine", kinds=["task_due"])[:] == []
    hand_over_date(row, to=from_team, by=cast.ana)
    assert due(from_team, today=today, whose="mine", kinds=["task_due"])[:] == [row]
    tick()
    assert Notice.objects.get(user=from_team, kind="date_handed").case_id == row.case_id
    assert not Notice.objects.filter(user=cast.ana, kind="date_handed").exists()
    with refused("cannot see to it", field="to"):
        hand_over_date(row, to=cast.bruno, by=from_team)


def test_a_user_takes_a_date_of_nobody_and_nobody_gets_a_notice(cast, today):
    a_commitment(a_family(cast.norte), by=cast.ana, until=today + DAY)
    kinds = ["commitment_ends"]
    [row] = due(cast.ana, today=today, whose="nobody", kinds=kinds)[:]
    form = urls(row)["due-hand-over"]
    assert page_of(as_(cast.ana).get(form)).offered("to")[:2] == ["", str(cast.ana.pk)]
    assert page_of(as_(cast.ana).get(form)).says("Yo: Ana")
    as_(cast.ana).post(form, {"to": cast.ana.pk})
    assert due(cast.ana, today=today, whose="mine", kinds=kinds)[:] == [row]
    tick()
    assert not Notice.objects.filter(kind="date_handed").exists()
    # What is one's own already is given to others alone.
    assert str(cast.ana.pk) not in page_of(as_(cast.ana).get(form)).offered("to")
    undo_decision(DueDecision.objects.get(), by=cast.ana)
    assert due(cast.ana, today=today, whose="nobody", kinds=kinds)[:] == [row]


def test_an_overdue_date_that_a_user_took_or_was_given_is_among_their_first_lines(cast, today):
    family = a_family(cast.norte, names=["Canaria"])
    a_commitment(family, by=cast.ana, until=today)
    with time_machine.travel(datetime.datetime.now(datetime.UTC) + DAY, tick=False):
        later = today + DAY
        [row] = due(cast.ana, today=later, whose="nobody", kinds=["commitment_ends"])[:]
        assert row.on < later

        def comes_first(user):
            rows = [group.leading.row for group in ranked(urgent_items(TodayFacts(user)))]
            return [each for each in rows if each.kind == "commitment_ends"]

        from_team = hire("Pia", "caseworker", cast.cucuta, cast.norte)
        assert comes_first(cast.ana) == comes_first(from_team) == []
        hand_over_date(row, to=cast.ana, by=cast.ana)
        assert comes_first(cast.ana) == [row]
        hand_over_date(row, to=from_team, by=cast.ana)
        assert comes_first(cast.ana) == []
        assert comes_first(from_team) == [row]
        undo_decision(DueDecision.objects.get(to=from_team), by=from_team)
        assert comes_first(from_team) == []


def test_a_task_that_is_handed_over_is_the_colleagues_everywhere_until_that_is_undone(
    cast, row, today
):
    from_team, task = hire("Pia", "caseworker", cast.cucuta, cast.norte), CaseTask.objects.get()
    ana, pia = as_(cast.ana), as_(from_team)
    late = "1 tarea mía vencida"
    assert page_of(ana.get("/")).says(late)
    hand_over_date(row, to=from_team, by=cast.sonia)
    assert due(cast.ana, today=today, whose="mine")[:] == []
    assert due(from_team, today=today, whose="mine")[:] == [row]
    assert not page_of(ana.get("/")).says(late)
    assert page_of(pia.get("/")).says(late)
    assert page_of(ana.get(reverse("task-detail", args=[task.pk]))).says("Pia")
    undo_decision(DueDecision.objects.get(), by=from_team)
    task.refresh_from_db()
    assert task.assigned_to == cast.ana, "not whoever handed it over"
    assert due(cast.ana, today=today, whose="mine")[:] == [row]


def test_undoing_leaves_a_task_with_a_later_holder(cast, row, today):
    from_team, task = hire("Pia", "caseworker", cast.cucuta, cast.norte), CaseTask.objects.get()
    decided = hand_over_date(row, to=from_team, by=cast.ana)
    assign_task(task, to=cast.sonia, by=from_team)
    assert due(from_team, today=today, whose="mine")[:] == []
    assert due(cast.sonia, today=today, whose="mine")[:] == [row]
    assert "lo atiende usted" in seen_to(cast.sonia)
    undo_decision(decided, by=cast.ana)
    task.refresh_from_db()
    assert task.assigned_to == cast.sonia


def test_undoing_respects_that_a_task_was_done_or_moved_in_the_meantime(cast, row, today):
    from_team, task = hire("Pia", "caseworker", cast.cucuta, cast.norte), CaseTask.objects.get()
    decided = hand_over_date(row, to=from_team, by=cast.ana)
    newer = move_task(CaseTask.objects.get(), due_on=today + DAY, by=from_team)
    undo_decision(decided, by=cast.ana)
    task.refresh_from_db()
    newer.refresh_from_db()
    assert (task.assigned_to, newer.assigned_to) == (from_team, cast.ana)
    [row] = due(cast.ana, today=today, whose="mine")[:]
    decided = hand_over_date(row, to=from_team, by=cast.ana)
    settle_task(newer, status=TaskStatus.DONE, by=from_team)
    undo_decision(decided, by=cast.ana)
    newer.refresh_from_db()
    assert newer.assigned_to == from_team, "who did it, did it"


def test_a_hand_over_is_undone_although_the_previous_holder_has_left(cast, row):
    from_team = hire("Pia", "caseworker", cast.cucuta, cast.norte)
    decided = hand_over_date(row, to=from_team, by=cast.sonia)
    cast.ana.grants.update(ends_on=cast.sonia.today())
    undo_decision(decided, by=cast.sonia)
    assert CaseTask.objects.get().assigned_to == from_team
    assert not DueDecision.objects.filter(undone_at=None).exists()


def test_a_date_is_the_colleagues_to_whom_it_was_handed(cast, today):
    kinds = ["commitment_ends"]
    helped = a_family(cast.norte)
    a_commitment(helped, by=cast.ana, until=today + DAY)
    assign_case(helped, caseworker=cast.ana, by=cast.ana)
    [row] = due(cast.ana, today=today, whose="mine", kinds=kinds)[:]
    from_team = hire("Pia", "caseworker", cast.cucuta, cast.norte)
    decided = hand_over_date(row, to=from_team, by=cast.ana)
    assert due(cast.ana, today=today, whose="mine", kinds=kinds)[:] == []
    assert due(from_team, today=today, whose="mine", kinds=kinds)[:] == [row]
    assert seen_to(cast.ana, kind=kinds) == ["lo atiende Pia"]
    assert decided.taken_from is None
    undo_decision(decided, by=cast.ana)
    assert due(cast.ana, today=today, whose="mine", kinds=kinds)[:] == [row]


@pytest.mark.parametrize("how", ["restricted", "role"])
def test_a_date_passes_from_a_colleague_who_no_longer_sees_its_case(cast, today, how):
    kinds = ["commitment_ends"]
    helped = a_family(cast.norte)
    a_commitment(helped, by=cast.ana, until=today + DAY)
    assign_case(helped, caseworker=cast.ana, by=cast.ana)
    pia = hire("Pia", "caseworker", cast.cucuta, cast.norte)
    [row] = due(cast.sonia, today=today, kinds=kinds)[:]
    decided = hand_over_date(row, to=pia, by=cast.sonia)
    tick()
    assert due(cast.ana, today=today, whose="mine", kinds=kinds)[:] == []
    if how == "restricted":
        restrict_case(helped, people=[cast.ana], by=cast.sonia)
    else:
        Grant.objects.filter(user=pia).update(ends_on=today - DAY)
    tick()
    tick()
    assert [each.about_id for each in due(cast.ana, today=today, whose="mine", kinds=kinds)[:]] == [
        row.about_id
    ]
    assert DueDecision.objects.get(undone_at=None).to == cast.ana
    assert Notice.objects.filter(kind="date_handed", user=cast.ana).count() == 1
    assert AuditEvent.objects.filter(verb="due.passed_on", about_id=str(decided.pk)).count() == 1


def test_a_date_that_nobody_looks_after_is_nobodys_again_and_a_settled_one_stays(cast, today):
    kinds = ["commitment_ends"]
    helped = a_family(cast.norte)
    a_commitment(helped, by=cast.ana, until=today + DAY)
    pia = hire("Pia", "caseworker", cast.cucuta, cast.norte)
    [row] = due(cast.ana, today=today, kinds=kinds)[:]
    decided = hand_over_date(row, to=pia, by=cast.ana)
    tick()
    Grant.objects.filter(user=pia).update(ends_on=today - DAY)
    tick()
    decided.refresh_from_db()
    assert decided.undone_at
    assert decided.to == pia
    assert len(due(cast.ana, today=today, whose="nobody", kinds=kinds)) == 1


def test_a_term_handed_to_a_colleague_who_no_longer_sees_it_goes_to_its_next_owner(
    cast, today, law_of_the_file
):
    person = a_client(cast)
    claim = lodge_application(person, on=today, late_reason="Enfermo", by=cast.lucia)
    move_application(claim, to=ApplicationStatus.REFUSED, on=today, by=cast.lucia)
    [row] = due(cast.lucia, today=today, kinds=["appeal_term"])[:]
    decided = hand_over_date(row, to=cast.luis, by=cast.lucia)
    tick()
    Grant.objects.filter(user=cast.luis).update(ends_on=today - DAY)
    tick()
    decided.refresh_from_db()
    assert decided.undone_at
    assert seen_to(cast.lucia, kind=["appeal_term"]) != ["lo atiende Luis"]


def test_a_term_of_law_belongs_to_its_owner_and_not_to_the_caseworker(cast, today, law_of_the_file):
    person = a_client(cast)
    claim = lodge_application(person, on=today, late_reason="Enfermo", by=cast.lucia)
    move_application(claim, to=ApplicationStatus.REFUSED, on=today, by=cast.lucia)
    assign_case(claim.case, caseworker=cast.ana, by=cast.ana)

    def of(user, whose):
        return [
            row.about_id for row in due(user, today=today, whose=whose, kinds=["appeal_term"])[:]
        ]

    term = claim.deadlines.get(kind=DeadlineKind.APPEAL)
    assert term.owner == cast.lucia
    [row] = due(cast.lucia, today=today, kinds=["appeal_term"])[:]
    assert list(possible_assignees(row, cast.lucia)) == [cast.luis]
    assert (of(cast.lucia, "mine"), of(cast.ana, "mine")) == ([str(term.pk)], [])
    assert of(cast.sonia, "nobody") == []
    page = page_of(as_(cast.sonia).get(reverse("due-list"), {"kind": "appeal_term"}))
    assert page.says("lo atiende Lucia")
    LegalDeadline.objects.filter(pk=term.pk).update(owner=cast.luis, deputy=cast.lucia)
    assert of(cast.luis, "mine") == of(cast.lucia, "mine") == [str(term.pk)]
    LegalDeadline.objects.filter(pk=term.pk).update(owner=None, deputy=None)
    assert (of(cast.lucia, "mine"), of(cast.ana, "mine")) == ([], [str(term.pk)])
    CaseAssignment.objects.all().delete()
    assert of(cast.sonia, "nobody") == [str(term.pk)]


def test_a_term_of_law_that_is_handed_over_has_one_owner_and_is_given_back(
    cast, today, law_of_the_file
):
    claim = lodge_application(a_client(cast), on=today, late_reason="Enfermo", by=cast.lucia)
    move_application(claim, to=ApplicationStatus.REFUSED, on=today, by=cast.lucia)
    term = claim.deadlines.get(kind=DeadlineKind.APPEAL)
    [row] = due(cast.lucia, today=today, kinds=["appeal_term"])[:]
    decision = hand_over_date(row, to=cast.luis, by=cast.lucia)
    term.refresh_from_db()
    assert term.owner == cast.luis
    assert due(cast.luis, today=today, whose="mine", kinds=["appeal_term"])[:] == [row]
    undo_decision(decision, by=cast.lucia)
    term.refresh_from_db()
    assert term.owner == cast.lucia
    assert due(cast.luis, today=today, whose="mine", kinds=["appeal_term"])[:] == []


def test_the_tabs_list_the_dates_of_the_user_of_the_team_and_of_nobody(cast, row, today):
    other = a_family(cast.norte)
    set_task(other, title="Firmar", due_on=today, assigned_to=cast.sonia, by=cast.sonia)
    mine = due(cast.ana, today=today, whose="mine", kinds=["task_due"])[:]
    assert mine == [row]
    assert len(due(cast.ana, today=today, kinds=["task_due"])[:]) == 2
    nobodys = {each.case_id for each in due(cast.ana, today=today, whose="nobody")[:]}
    assign_case(other, caseworker=cast.ana, by=cast.ana)
    left = {each.case_id for each in due(cast.ana, today=today, whose="nobody")[:]}
    assert other.pk not in left
    assert left <= nobodys
    page = page_of(as_(cast.ana).get(reverse("due-list"), {"whose": "mine"}))
    assert page.says("Mías", "Del equipo", "De nadie")


def seen_to(user, **query):
    """The assignees that the list of all dates names."""
    page = page_of(as_(user).get(reverse("due-list"), query))
    lines = (each.text for each in page.root.where("class", "because"))
    return sorted(part for line in lines for part in line.split(" · ") if "atiende" in part)


def test_the_list_of_all_says_who_sees_to_a_date(cast, row, today):
    helped = a_family(cast.norte)
    a_commitment(helped, by=cast.ana, until=today + DAY)
    assert seen_to(cast.ana) == ["lo atiende usted"]
    assign_case(helped, caseworker=cast.sonia, by=cast.sonia)
    assert seen_to(cast.ana) == ["lo atiende Sonia", "lo atiende usted"]
    hand_over_date(row, to=hire("Pia", "caseworker", cast.cucuta, cast.norte), by=cast.ana)
    assert seen_to(cast.ana) == ["lo atiende Pia", "lo atiende Sonia"]
    assert (
        "lo atiende" not in page_of(as_(cast.ana).get(reverse("due-list"), {"whose": "mine"})).text
    )


@pytest.mark.parametrize(
    ("name", "sent", "said", "said_back"),
    [
        (
            "due-postpone",
            {"until": "2030-01-02", "reason": "answer"},
            "vuelve el 2 ene 2030",
            "La fecha está otra vez en la lista.",
        ),
        (
            "due-hand-over",
            {"to": "sonia"},
            "Sonia lo atiende desde ahora",
            "Se deshizo la entrega.",
        ),
    ],
)
def test_the_message_names_the_date_and_has_a_button_that_undoes_the_decision(
    cast, name, sent, said, said_back
):
    with time_machine.travel("2029-12-30 12:00Z"):
        task = set_task(
            a_family(cast.norte), title="Llamar", due_on=datetime.date(2029, 12, 29), by=cast.ana
        )
        [row] = due(cast.ana, today=cast.ana.today(), about_id=str(task.pk))[:]
        sent = {
            each: str(cast.users.get(value, cast.ana).pk) if each == "to" else value
            for each, value in sent.items()
        }
        client = as_(cast.ana)
        page = page_of(client.post(urls(row)[name], sent, follow=True))
        [message] = page.messages
        assert "Llamar" in message
        assert said in message
        [undo] = [url for url in page.sends_to if "/undo/" in url]
        back = page_of(client.post(undo, follow=True))
        assert back.messages == [said_back]
        assert not DueDecision.objects.filter(undone_at=None).exists()


def test_the_list_of_decisions_leads_back(cast, row):
    assert reverse("due-list") in page_of(as_(cast.ana).get(reverse("due-decisions"))).links


class TestWhatTheColleagueIsTold:
    """Each hand-over has one notice, and no notice stays after an undo."""

    @pytest.fixture
    def pia(self, cast):
        """A colleague of Ana. Nobody else is told of anything meanwhile."""
        User.objects.exclude(pk__in=[cast.ana.pk, cast.sonia.pk]).update(is_active=False)
        return hire("Pia", "caseworker", cast.cucuta, cast.norte)

    @staticmethod
    def told(user):
        """What the notices say, the oldest first, and whether each is new."""
        notices = Notice.objects.filter(user=user).order_by("created_at", "kind")
        lines = notice_lines(notices.exclude(kind__in=[DAILY_LINE, "nobody_acts"]), user)
        return [(line.notice.kind, line.notice.read_at is None) for line in lines]

    def test_a_task_of_these_days_is_told_by_one_notice_that_leads_to_it(self, cast, row, pia):
        hand_over_date(row, to=pia, by=cast.ana)
        tick()
        assert self.told(pia) == [("date_handed", True)]
        [notice] = Notice.objects.filter(user=pia, kind="date_handed")
        answer = as_(pia).post(reverse("notice-open", args=[notice.pk]))
        assert answer.url == reverse("task-detail", args=[row.about_id])

    def test_another_date_is_told_by_one_notice_that_leads_to_the_own_ones_of_its_kind(
        self, cast, pia, today
    ):
        a_commitment(a_family(cast.norte), by=cast.ana, until=today + DAY)
        [date] = due(cast.ana, today=today, kinds=["commitment_ends"])[:]
        hand_over_date(date, to=pia, by=cast.ana)
        tick()
        [notice] = Notice.objects.filter(user=pia, kind="date_handed")
        answer = as_(pia).post(reverse("notice-open", args=[notice.pk]), follow=True)
        assert answer.redirect_chain == [("/due/?whose=mine&kind=commitment_ends", 302)]
        assert page_of(answer).holds(notice.case.number)
        # Who has nothing reads so, and finds there what is decided.
        undo_decision(DueDecision.objects.get(), by=pia)
        page = page_of(as_(pia).get(reverse("due-list"), {"whose": "mine"}))
        assert page.says("Ningún vencimiento es suyo")
        postpone = {"until": today + 3 * DAY, "reason": PostponeReason.ANSWER}
        postpone_date(date, **postpone, by=cast.ana)
        page = page_of(as_(pia).get(reverse("due-list"), {"whose": "mine"}))
        assert page.says("1 decidido")

    def test_a_task_that_is_given_as_such_is_told_as_before(self, cast, row, pia):
        assign_task(CaseTask.objects.get(), to=pia, by=cast.ana)
        tick()
        assert self.told(pia) == [("task_given", True)]

    def test_what_is_taken_back_unread_calls_nobody(self, cast, row, pia):
        decided = hand_over_date(row, to=pia, by=cast.ana)
        tick()
        assert unread_notices(pia) == 1
        undo_decision(decided, by=cast.ana)
        tick()
        assert self.told(pia) == [("date_handed", False)]
        assert unread_notices(pia) == 0
        page = page_of(as_(pia).get(reverse("inbox")))
        assert page.says("Le dieron una fecha y se la quitaron después")
        assert not page.says("Una fecha quedó a su cargo")

    def test_before_the_tick_nothing_is_told_at_all(self, cast, row, pia):
        undo_decision(hand_over_date(row, to=pia, by=cast.ana), by=cast.ana)
        tick()
        assert self.told(pia) == []

    def test_who_had_read_of_it_is_told_that_it_is_not_theirs_any_more(self, cast, row, pia):
        decided = hand_over_date(row, to=pia, by=cast.ana)
        tick()
        read_all_notices(by=pia)
        undo_decision(decided, by=cast.ana)
        tick()
        tick()
        assert self.told(pia) == [("date_handed", False), ("date_taken_back", True)]
        assert page_of(as_(pia).get(reverse("inbox"))).says("Una fecha ya no está a su cargo")

    def test_who_takes_it_back_needs_no_telling(self, cast, row, pia):
        decided = hand_over_date(row, to=pia, by=cast.ana)
        tick()
        read_all_notices(by=pia)
        undo_decision(decided, by=pia)
        tick()
        assert self.told(pia) == [("date_handed", False)]

    def test_what_goes_on_to_a_third_is_taken_from_the_second(self, cast, row, pia):
        hand_over_date(row, to=pia, by=cast.ana)
        tick()
        hand_over_date(row, to=cast.sonia, by=cast.ana)
        tick()
        assert self.told(pia) == [("date_handed", False)]
        assert self.told(cast.sonia) == [("date_handed", True)]

    def test_a_task_that_stays_with_the_colleague_stays_told(self, cast, row, pia):
        """Nobody could be given it back: whose it was left."""
        decided = hand_over_date(row, to=pia, by=cast.sonia)
        tick()
        cast.ana.grants.update(ends_on=cast.sonia.today())
        undo_decision(decided, by=cast.sonia)
        tick()
        assert self.told(pia)[0] == ("date_handed", True)
        assert page_of(as_(pia).get(reverse("inbox"))).says("Una fecha quedó a su cargo")
