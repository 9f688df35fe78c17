"""Interviews with the authority and extensions of terms wherever somebody looks for them."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from asylum.checklists.actions import mark_paper
from asylum.checklists.choices import MarkState
from asylum.claims.actions import move_application, prepare_application
from asylum.claims.corrections import correct_application_step
from asylum.interviews.actions import add_interpreter, record_interview
from asylum.pathways.choices import ApplicationStatus, DeadlineKind
from asylum.pathways.models import PathwayPaper
from asylum.procedure.choices import InterviewOutcome
from asylum.procedure.models.interview import Interpreter
from asylum.terms.actions import extend_deadline, retract_extension, settle_deadline
from casework.merges.actions import merge_individuals
from casework.rights.actions import destroy_identities
from casework.slots.stream import stream
from casework.slots.timeline import Question, sources_for
from tests.asylum.build import D, a_client, an_application
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from worklist.due.lines import lines_of
from worklist.due.rows import due

S = ApplicationStatus
CHECKED = {"languages": "Pumé", "vetted_by": "ACNUR", "vetted_on": D(2019, 5, 2)}
TODAY = D(2019, 5, 16)
AHEAD = D(2019, 5, 22)
GIVEN = {"granted_on": D(2019, 5, 10), "paper": "Auto 31"}


def summoned(cast, *, to=AHEAD, person=None):
    """A claim that was summoned on 2 May."""
    claim = an_application(cast, person, status=S.ADMITTED)
    claim = move_application(claim, to=S.SUMMONED, on=D(2019, 5, 2), interview_on=to, by=cast.lucia)
    return claim.interviews.get()


def told(case, user):
    """What the timeline says in sentences about claims, the newest first."""
    sources = [source for source in sources_for(case, user) if source.kind == "applications"]
    words = []
    for event in stream(sources, Question(case, user, limit=50)):
        whom = event.individual.display_name if event.individual else ""
        who = event.by.full_name if event.by else ""
        known = {"who": who, "whom": whom, "old": event.old, "new": event.new}
        words.append(event.sentence % (known | dict(event.words)))
    return words


def test_the_timeline_says_who_came_and_who_did_not(cast, law):
    missed = summoned(cast, to=D(2019, 5, 14))
    claim, case = missed.application, missed.application.case
    name = claim.individual.display_name
    record_interview(missed, outcome=InterviewOutcome.MISSED, reason="Hospitalizado", by=cast.lucia)
    move_application(
        claim, to=S.SUMMONED, on=D(2019, 5, 14), interview_on=D(2019, 5, 15), by=cast.lucia
    )
    second = claim.interviews.unsaid().get()
    record_interview(second, outcome=InterviewOutcome.ATTENDED, by=cast.lucia)
    for reader in (cast.lucia, cast.ana):
        said = told(case, reader)
        came = f"{name} asistió a la entrevista con la autoridad"
        stayed_away = f"{name} no asistió a la entrevista con la autoridad"
        assert said.index(came) < said.index(stayed_away)
        assert not [words for words in said if "Hospitalizado" in words]


def test_a_claim_that_goes_on_as_interviewed_is_told_once(cast, law):
    interview = summoned(cast, to=D(2019, 5, 14))
    claim = move_application(
        interview.application, to=S.INTERVIEWED, on=D(2019, 5, 14), by=cast.lucia
    )
    assert [words for words in told(claim.case, cast.lucia) if "asistió" in words] == []


def an_appeal(cast):
    claim = an_application(cast, status=S.REFUSED)
    return claim.deadlines.running().get(kind=DeadlineKind.APPEAL)


def test_an_interview_moves_by_a_new_summons_and_no_extension(cast, law):
    interview = summoned(cast, to=D(2019, 5, 24))
    term = interview.application.deadlines.running().get(kind=DeadlineKind.INTERVIEW)
    with refused("An interview moves by a new summons"):
        extend_deadline(term, is_on=D(2019, 5, 30), **GIVEN, by=cast.lucia)
    page = page_of(as_(cast.lucia).get(interview.application.get_absolute_url()))
    assert reverse("deadline-extend", args=[term.pk]) not in page.links


def test_an_extension_stands_in_the_timeline_until_it_was_a_mistake(cast, law):
    term = an_appeal(cast)
    case, name = term.application.case, term.application.individual.display_name
    extension = extend_deadline(term, is_on=D(2019, 5, 24), **GIVEN, by=cast.lucia)
    words = (
        f"La autoridad le dio más tiempo a {name}: Interponer recurso de reposición, hasta el"
        " 24 may 2019"
    )
    assert words in told(case, cast.ana)
    assert not [each for each in told(case, cast.ana) if "Auto 31" in each]
    retract_extension(extension, reason="De otra persona", by=cast.lucia)
    assert words not in told(case, cast.lucia)


def test_an_extension_goes_from_the_timeline_with_the_step_whose_term_it_moved(cast, law):
    term = an_appeal(cast)
    extend_deadline(term, is_on=D(2019, 5, 24), **GIVEN, by=cast.lucia)
    assert [words for words in told(term.application.case, cast.ana) if "más tiempo" in words]
    correct = {"is_mistake": True, "reason": "De otra persona", "by": cast.lucia}
    correct_application_step(term.begun_by, **correct)
    assert not [words for words in told(term.application.case, cast.ana) if "más tiempo" in words]


def dates(user, kind):
    return [row.on for row in due(user, today=TODAY) if row.kind == kind]


def test_the_day_of_an_extension_takes_the_place_of_the_one_before(cast, law):
    term = an_appeal(cast)
    assert dates(cast.lucia, "appeal_term") == [D(2019, 5, 16)]
    extension = extend_deadline(term, is_on=D(2019, 5, 24), **GIVEN, by=cast.lucia)
    assert dates(cast.lucia, "appeal_term") == [D(2019, 5, 24)]
    retract_extension(extension, reason="De otra persona", by=cast.lucia)
    assert dates(cast.lucia, "appeal_term") == [D(2019, 5, 16)]


def test_an_interview_that_nobody_prepared_falls_due_a_week_before(cast, law):
    interview = summoned(cast)
    claim = interview.application
    assert dates(cast.lucia, "interview_to_prepare") == [D(2019, 5, 15)]
    assert dates(cast.ana, "interview_to_prepare") == []
    [line] = lines_of(
        [row for row in due(cast.lucia, today=TODAY) if row.kind == "interview_to_prepare"],
        cast.lucia,
    )
    assert line.who == claim.individual.display_name
    assert line.what == "preparar la entrevista del 22 may 2019, hora no indicada"
    assert line.act.url == interview.get_absolute_url()
    page = page_of(as_(cast.lucia).get(line.act.url))
    assert page.says("Entrevista preparada con apoyo jurídico", "Intérprete con verificación")
    prepared = PathwayPaper.objects.get(country="CO", code="prepared")
    mark_paper(claim, prepared, state=MarkState.HERE, by=cast.lucia)
    assert dates(cast.lucia, "interview_to_prepare") == [D(2019, 5, 15)]
    interpreter = add_interpreter(name="Iris", **CHECKED, by=cast.lucia)
    record_interview(interview, interpreter=interpreter, by=cast.lucia)
    assert dates(cast.lucia, "interview_to_prepare") == []
    assert not page_of(as_(cast.lucia).get(line.act.url)).says("Intérprete con verificación")
    mark_paper(claim, prepared, state=MarkState.MISSING, by=cast.lucia)
    assert dates(cast.lucia, "interview_to_prepare") == [D(2019, 5, 15)]


def test_an_interview_comes_among_the_first_of_today(cast, law):
    interview = summoned(cast)
    ratify = interview.application.deadlines.running().get(kind=DeadlineKind.RATIFY)
    settle_deadline(ratify, on=D(2019, 5, 3), by=cast.lucia)
    [line] = [
        line
        for line in as_(cast.lucia).get(reverse("today")).context["first"]
        if line.harm == "term"
    ]
    assert (line.who, line.because) == (
        interview.application.individual.display_name,
        "Entrevista, hora no indicada",
    )


def test_programs_read_interviews_and_extensions_without_words(cast, law):
    interview = summoned(cast, to=D(2019, 5, 14))
    record_interview(
        interview, outcome=InterviewOutcome.MISSED, reason="Hospitalizado", by=cast.lucia
    )
    term = an_appeal(cast)
    extension = extend_deadline(term, is_on=D(2019, 5, 24), **GIVEN, by=cast.lucia)
    number = interview.application.individual.number
    lucia = as_(cast.lucia)
    [row] = lucia.get("/api/v1/claim-interviews/", {"individual": number}).json()["results"]
    assert row == {
        "id": str(interview.pk),
        "application": str(interview.application_id),
        "noticed_on": "2019-05-02",
        "on": "2019-05-14",
        "at_time": None,
        "outcome": "missed",
    }
    [row] = lucia.get("/api/v1/term-extensions/").json()["results"]
    assert row == {
        "id": str(extension.pk),
        "deadline": str(term.pk),
        "was_on": "2019-05-16",
        "is_on": "2019-05-24",
        "granted_on": "2019-05-10",
        "mistaken_on": None,
    }
    assert as_(cast.mara).get("/api/v1/claim-interviews/").json()["results"] == []


def test_who_was_erased_interprets_no_more_and_no_name_is_left(cast, law):
    person = a_client(cast)
    interpreter = add_interpreter(name="Iris", individual=person, **CHECKED, by=cast.lucia)
    other = add_interpreter(name="Marcos", **CHECKED, by=cast.lucia)
    destroy_identities([person], by=cast.sonia)
    assert not page_of(as_(cast.lucia).get(reverse("interpreter-list"))).says("Iris")
    assert list(Interpreter.objects.visible_to(cast.lucia)) == [other]
    assert Interpreter.objects.get(pk=interpreter.pk).name == "borrado"


def test_a_merge_takes_interviews_extensions_and_work_as_interpreter_along(cast, law):
    kept, merged = a_client(cast), a_client(cast)
    interview = summoned(cast, person=merged)
    interpreter = add_interpreter(name="Iris", individual=merged, **CHECKED, by=cast.lucia)
    merge_individuals(kept, merged=merged, by=cast.sonia)
    interview.refresh_from_db()
    interpreter.refresh_from_db()
    assert (interview.application.individual, interpreter.individual) == (kept, kept)
    assert interpreter.name == "Iris"


def test_the_list_of_interpreters_asks_as_often_for_four_as_for_one(cast, law):
    lucia, counts = as_(cast.lucia), []
    for extra in (1, 3):
        for number in range(extra):
            add_interpreter(name=f"Iris {number}", **CHECKED, by=cast.lucia)
        lucia.get(reverse("interpreter-list"))
        with CaptureQueriesContext(connection) as asked:
            page = page_of(lucia.get(reverse("interpreter-list")))
        counts.append(len(asked))
    assert len(page.rows) == 4
    assert counts[0] == counts[1]


@pytest.mark.parametrize("days", [0, 1])
def test_what_lies_behind_is_not_prepared_any_more(cast, law, days):
    summoned(cast, to=TODAY - datetime.timedelta(days=days))
    found = [D(2019, 5, 9)] if days == 0 else []
    assert dates(cast.lucia, "interview_to_prepare") == found


def test_the_timeline_says_that_a_term_ran_again_once_its_claim_was_a_mistake(cast, law):
    claim = prepare_application(a_client(cast), by=cast.lucia)
    claim = move_application(claim, to=S.LODGED, on=D(2019, 3, 5), by=cast.lucia)
    timeline = reverse("case-timeline", args=[claim.case.number])
    assert page_of(as_(cast.lucia).get(timeline)).says("Presentar la solicitud, cumplido")
    sent = {"to": S.MISTAKEN, "on": "16/5/2019", "remark": "Era de otra persona"}
    address = f"{reverse('application-move', args=[claim.pk])}?to={S.MISTAKEN}"
    assert as_(cast.lucia).post(address, sent).status_code == 302
    told_now = page_of(as_(cast.lucia).get(timeline))
    assert told_now.says("cumplido por una solicitud que se registró por error: volvió a correr")


def test_the_page_of_a_claim_that_was_a_mistake_says_so_of_what_it_met(cast, law):
    claim = prepare_application(a_client(cast), by=cast.lucia)
    claim = move_application(claim, to=S.LODGED, on=D(2019, 3, 5), by=cast.lucia)
    move_application(claim, to=S.MISTAKEN, on=TODAY, remark="Era de otra persona", by=cast.lucia)
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    assert page.says("Cumplido por una solicitud registrada por error")


def test_the_timeline_says_that_the_hour_of_a_summons_was_put_right(cast, law):
    interview = summoned(cast)
    sent = {"at_time": "10:00", "place": "", "outcome": "", "reason": "", "interpreter_because": ""}
    address = reverse("claim-interview", args=[interview.pk])
    assert as_(cast.lucia).post(address, sent).status_code == 302
    name = interview.application.individual.display_name
    case = interview.application.case
    said = f"Lucia corrigió la entrevista de {name} del 22 may 2019: hora: — → 10:00"
    assert told(case, cast.lucia)[0] == said
    assert page_of(as_(cast.ana).get(reverse("case-timeline", args=[case.number]))).says(said)


def test_the_same_summons_is_not_taken_twice(cast, law):
    claim = summoned(cast).application
    address = f"{reverse('application-move', args=[claim.pk])}?to={S.SUMMONED}"
    sent = {"to": S.SUMMONED, "on": "2/5/2019", "interview_on": "22/5/2019"}
    page = page_of(as_(cast.lucia).post(address, sent))
    assert page.says("Esta citación ya está en la ficha: el mismo día, hora y lugar.")
    assert claim.interviews.count() == 1
    assert as_(cast.lucia).post(address, sent | {"at_time": "9:00"}).status_code == 302
    assert claim.interviews.count() == 2


def test_a_summons_far_ahead_is_asked_about(cast, law):
    claim = an_application(cast, status=S.ADMITTED)
    address = f"{reverse('application-move', args=[claim.pk])}?to={S.SUMMONED}"
    sent = {"to": S.SUMMONED, "on": "2/5/2019", "interview_on": "22/5/2020"}
    page = page_of(as_(cast.lucia).post(address, sent))
    assert page.says("La entrevista sería el 22 may 2020, más de medio año después.")
    assert not claim.interviews.exists()
    assert as_(cast.lucia).post(address, sent | {"is_sure": "on"}).status_code == 302


def test_a_day_of_interview_is_corrected_only_where_there_was_a_summons(cast, law):
    claim = an_application(cast, status=S.ADMITTED)
    page = as_(cast.lucia).get(reverse("application-correct", args=[claim.pk]))
    assert "interview_on" not in page.context["form"].fields
    page = as_(cast.lucia).get(reverse("application-correct", args=[summoned(cast).application.pk]))
    assert "interview_on" in page.context["form"].fields


def test_a_new_state_shows_since_when_a_claim_is_summoned_and_when_it_is_heard(cast, law):
    claim = summoned(cast).application
    page = page_of(as_(cast.lucia).get(f"{reverse('application-move', args=[claim.pk])}?to=absent"))
    assert page.says("Citada a entrevista 2 may 2019 · Entrevista el 22 may 2019")


def test_from_the_interview_one_finds_where_a_new_day_is_recorded(cast, law):
    interview = summoned(cast)
    page = page_of(as_(cast.lucia).get(reverse("claim-interview", args=[interview.pk])))
    move = f"{reverse('application-move', args=[interview.application_id])}?to=summoned"
    assert page.links[move] == "La autoridad fijó otro día"


def test_the_line_of_a_step_taken_back_says_on_which_day_it_was(cast, law):
    claim = summoned(cast).application
    step = claim.status_changes.standing().first()
    correct_application_step(step, is_mistake=True, by=cast.lucia)
    name = claim.individual.display_name
    assert told(claim.case, cast.lucia)[0] == (
        f"Lucia dijo que un paso de {name} se registró por error (Solicitud de asilo): "
        "Citada a entrevista (22 may 2019, hora no indicada), 2 may 2019"
    )


def test_the_history_of_a_claim_says_to_which_day_each_summons_was(cast, law):
    claim = summoned(cast).application
    again = {"on": D(2019, 5, 3), "interview_on": D(2019, 5, 24), "at_time": datetime.time(9, 30)}
    claim = move_application(claim, to=S.SUMMONED, **again, by=cast.lucia)
    correct_application_step(claim.status_changes.first(), is_mistake=True, by=cast.lucia)
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    assert page.says("Citada a entrevista registrado por error · Entrevista el 24 may 2019, 09:30")
    assert page.says("Citada a entrevista · Entrevista el 22 may 2019")


def test_an_earlier_step_says_why_it_cannot_be_a_mistake_alone(cast, law):
    claim = summoned(cast).application
    last, before, *_earlier = claim.status_changes.standing()
    why = "En este paso se apoyan otros posteriores."
    for step, is_said in ((before, True), (last, False)):
        page = page_of(as_(cast.lucia).get(reverse("application-step-correct", args=[step.pk])))
        assert page.says(why) == is_said
