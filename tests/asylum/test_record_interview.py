"""Interviews with the authority: the notice, who interprets, and whether the person was there."""

import datetime

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts.access import NotAllowed
from asylum.checklists.querysets import checklist_of
from asylum.claims.actions import move_application
from asylum.claims.corrections import correct_application_step
from asylum.interviews.actions import add_interpreter, change_interpreter, record_interview
from asylum.interviews.rules import may_share_unit
from asylum.pathways.choices import ApplicationStatus, DeadlineKind
from asylum.pathways.models import PathwayPaper
from asylum.procedure.choices import InterviewOutcome
from asylum.procedure.models.interview import ClaimInterview, Interpreter
from casework.service.actions import record_service
from casework.service.models import ServiceRecord
from tests.asylum.build import D, a_client, an_application, answers
from tests.build import reference
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

S, TIME = ApplicationStatus, datetime.time
Became = InterviewOutcome
CHECKED = {
    "languages": "Wayuunaiki",
    "vetted_by": "Defensoría del Pueblo",
    "vetted_on": D(2019, 5, 2),
}


@pytest.fixture
def interview(cast, law):
    """Summoned on 2 May 2019 to 14 May."""
    claim = an_application(cast, status=S.ADMITTED)
    claim = move_application(
        claim, to=S.SUMMONED, on=D(2019, 5, 2), interview_on=D(2019, 5, 14), by=cast.lucia
    )
    return claim.interviews.get()


def an_interpreter(cast, **facts):
    return add_interpreter(**({"name": "Iris Pushaina"} | CHECKED | facts), by=cast.lucia)


def test_a_summons_keeps_its_notice_and_a_new_one_moves_the_interview(cast, interview):
    assert (interview.noticed_on, interview.on, interview.outcome) == (
        D(2019, 5, 2),
        D(2019, 5, 14),
        "",
    )
    claim = interview.application
    move_application(claim, **answers(S.SUMMONED, D(2019, 5, 3)), to=S.SUMMONED, by=cast.lucia)
    said = claim.interviews.values_list("noticed_on", "on", "outcome")
    assert list(said) == [
        (D(2019, 5, 2), D(2019, 5, 14), Became.AGAIN),
        (D(2019, 5, 3), D(2019, 6, 3), ""),
    ]


def test_a_summons_tells_hour_and_place_and_the_checklist_asks_for_them_until_then(cast, interview):
    claim = interview.application
    term = claim.deadlines.running().get(kind=DeadlineKind.INTERVIEW)
    assert (interview.hour, term.what) == ("hora no indicada", "Entrevista, hora no indicada")
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    assert page.says("hora no indicada", "Citación con día, hora y lugar")
    assert not page.says("00:00")
    papers = {each.paper.code: each.is_known for each in checklist_of(claim).asked}
    assert papers["summons"] is False
    told = {"at_time": "0930", "place": "Cancillería, piso 2", "outcome": ""}
    assert as_(cast.lucia).post(interview.get_absolute_url(), told).status_code == 302
    interview.refresh_from_db()
    term.refresh_from_db()
    assert (interview.at_time, interview.place) == (TIME(9, 30), "Cancillería, piso 2")
    assert term.what == "Entrevista, 09:30"
    assert {each.paper.code: each.is_known for each in checklist_of(claim).asked}["summons"]
    for reader in (cast.lucia, cast.ana):
        page = page_of(as_(reader).get(claim.get_absolute_url()))
        assert page.says("09:30", "Cancillería, piso 2")
        assert not page.says("hora no indicada")
    move_application(claim, to=S.INTERVIEWED, on=D(2019, 5, 15), by=cast.lucia)
    interview.refresh_from_db()
    assert (interview.on, interview.hour) == (D(2019, 5, 15), "")


def test_a_new_summons_tells_its_own_hour_and_what_it_said_before_stays_readable(cast, interview):
    claim = interview.application
    sent = {"to": "summoned", "on": "3/5/2019", "interview_on": "22/5/2019"}
    sent |= {"at_time": "8:00", "place": "Calle 10"}
    lucia = as_(cast.lucia)
    assert lucia.post(reverse("application-move", args=[claim.pk]), sent).status_code == 302
    second = claim.interviews.unsaid().get()
    assert (second.on, second.at_time, second.place) == (D(2019, 5, 22), TIME(8), "Calle 10")
    assert claim.deadlines.running().get(kind=DeadlineKind.INTERVIEW).at_time == TIME(8)
    record_interview(second, at_time=TIME(10), place="Calle 10", by=cast.lucia)
    assert page_of(lucia.get(claim.get_absolute_url())).says("hora: 08:00 → 10:00")
    record_interview(second, by=cast.lucia)
    second.refresh_from_db()
    assert (second.at_time, second.place) == (TIME(10), "Calle 10")
    correct_application_step(claim.status_changes.first(), is_mistake=True, by=cast.lucia)
    ahead = claim.interviews.unsaid().get()
    assert (ahead.on, ahead.at_time) == (D(2019, 5, 14), None)
    assert claim.deadlines.running().get(kind=DeadlineKind.INTERVIEW).at_time is None


def test_a_claim_that_goes_on_as_interviewed_says_that_the_person_was_there(cast, interview):
    move_application(interview.application, to=S.INTERVIEWED, on=D(2019, 5, 15), by=cast.lucia)
    interview.refresh_from_db()
    assert (interview.outcome, interview.on) == (Became.ATTENDED, D(2019, 5, 15))


def test_an_absence_says_why_and_its_reason_is_read_by_legal_officers_alone(cast, interview):
    with refused(field="reason"):
        record_interview(interview, outcome=Became.MISSED, by=cast.lucia)
    with pytest.raises(NotAllowed):
        record_interview(interview, outcome=Became.ATTENDED, by=cast.ana)
    why = "Estaba hospitalizado"
    record_interview(interview, outcome=Became.MISSED, reason=why, by=cast.lucia)
    address = interview.application.get_absolute_url()
    page = page_of(as_(cast.lucia).get(address))
    assert page.says("La persona no asistió")
    assert page.says(why)
    seen = page_of(as_(cast.ana).get(address))
    assert seen.says("La persona no asistió")
    assert not seen.holds(why)
    with pytest.raises(IntegrityError), transaction.atomic():
        ClaimInterview.objects.filter(pk=interview.pk).update(reason=None)


def test_nobody_says_what_became_of_an_interview_that_lies_ahead(cast, interview):
    ClaimInterview.objects.filter(pk=interview.pk).update(on=D(2019, 5, 17))
    with refused(field="outcome"):
        record_interview(interview, outcome=Became.ATTENDED, by=cast.lucia)


def test_an_interpreter_was_checked_by_somebody_on_a_day(cast, law):
    interpreter = an_interpreter(cast)
    assert (interpreter.vetted_by, interpreter.vetted_on, interpreter.office) == (
        "Defensoría del Pueblo",
        D(2019, 5, 2),
        cast.lucia.office,
    )
    with refused(field="vetted_on"):
        an_interpreter(cast, vetted_on=D(2019, 5, 17))
    with pytest.raises(NotAllowed):
        add_interpreter(name="Otra", **CHECKED, by=cast.ana)
    change_interpreter(
        interpreter, **CHECKED, name="Iris P.", ended_on=D(2019, 5, 10), by=cast.luis
    )
    assert not Interpreter.objects.offered(D(2019, 5, 16)).exists()
    assert Interpreter.objects.offered(D(2019, 5, 9)).get().name == "Iris P."


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        ("Destacamento 111", "destacamento-111", True),
        ("Destacamento 111", "Destacamento 112", False),
        ("Destacamento 111", "", True),
    ],
)
def test_people_of_one_unit_or_of_one_force_without_a_unit_may_have_served_together(
    mine, theirs, expected
):
    one = ServiceRecord(force_id="GNB", unit=mine)
    other = ServiceRecord(force_id="GNB", unit=theirs)
    elsewhere = ServiceRecord(force_id="ARMADA", unit=mine)
    assert may_share_unit([one], [other]) is expected
    assert not may_share_unit([one], [elsewhere])
    assert not may_share_unit([], [other])


def test_an_interpreter_of_the_persons_unit_needs_a_reason(cast, interview):
    person, comrade = interview.application.individual, a_client(cast)
    for each, unit in ((person, "Destacamento 111"), (comrade, "destacamento-111")):
        record_service(each, force=reference()["force"], unit=unit, by=cast.ana)
    interpreter = an_interpreter(cast, individual=comrade)
    with refused("in the unit of the person", field="interpreter_because"):
        record_interview(interview, interpreter=interpreter, by=cast.lucia)
    row = record_interview(
        interview,
        interpreter=interpreter,
        interpreter_because="Nadie más habla la lengua, y la persona lo pidió",
        by=cast.lucia,
    )
    assert row.interpreter == interpreter
    assert record_interview(interview, interpreter=an_interpreter(cast), by=cast.lucia).interpreter


def test_pages_record_interviews_and_interpreters(cast, interview):
    lucia = as_(cast.lucia)
    sent = {
        "name": "Iris",
        "languages": "Wayuunaiki",
        "vetted_by": "ACNUR",
        "vetted_on": "2/5/2019",
    }
    assert lucia.post(reverse("interpreter-add"), sent).status_code == 302
    interpreter = Interpreter.objects.get()
    change = reverse("interpreter-change", args=[interpreter.pk])
    assert change in page_of(lucia.get(reverse("interpreter-list"))).links
    assert lucia.post(change, sent | {"ended_on": ""}).status_code == 302
    address = interview.get_absolute_url()
    form = lucia.get(address).context["form"]
    assert Became.AGAIN not in dict(form.fields["outcome"].choices)
    assert form["outcome"].value() == ""
    told = {"outcome": "attended", "interpreter": interpreter.pk}
    assert lucia.post(address, told).status_code == 302
    interview.refresh_from_db()
    assert (interview.outcome, interview.interpreter) == (Became.ATTENDED, interpreter)
    for hidden in (address, change, reverse("interpreter-list")):
        assert as_(cast.ana).get(hidden).status_code == 404


def test_the_page_of_an_interview_lists_the_papers_of_the_interview_and_none_of_an_appeal(
    cast, law
):
    claim = an_application(cast, status=S.SUMMONED)
    page = page_of(as_(cast.lucia).get(claim.interviews.get().get_absolute_url()))
    shown = {link for link in page.links if "/papers/" in link or "paper" in link}
    papers = PathwayPaper.objects.filter(country="CO").exclude(stage=S.INTERVIEWED)
    others = {reverse("paper-mark", args=[claim.pk, each.pk]) for each in papers}
    assert papers.filter(stage=S.APPEALED).exists()
    assert shown
    assert not shown & others


def test_that_the_person_came_closes_the_summons_and_can_be_taken_back(cast, interview):
    claim = interview.application
    sent = {"outcome": "attended", "at_time": "0930", "place": "Cancillería"}
    assert as_(cast.lucia).post(interview.get_absolute_url(), sent).status_code == 302
    claim.refresh_from_db()
    assert (claim.status, claim.status_on) == (S.INTERVIEWED, D(2019, 5, 14))
    [term] = claim.deadlines.filter(kind=DeadlineKind.INTERVIEW)
    assert (term.ended_on, term.was_met) == (D(2019, 5, 14), True)
    assert claim.interviews.get().outcome == Became.ATTENDED
    step = claim.status_changes.latest("at")
    correct_application_step(step, is_mistake=True, by=cast.lucia)
    claim.refresh_from_db()
    assert (claim.status, claim.interviews.get().outcome) == (S.SUMMONED, "")
    assert claim.deadlines.running().filter(kind=DeadlineKind.INTERVIEW).exists()


def test_that_the_person_did_not_come_leaves_the_summons_open(cast, interview):
    sent = {"outcome": "missed", "reason": "Enfermo", "at_time": "", "place": ""}
    assert as_(cast.lucia).post(interview.get_absolute_url(), sent).status_code == 302
    interview.application.refresh_from_db()
    assert interview.application.status == S.SUMMONED
