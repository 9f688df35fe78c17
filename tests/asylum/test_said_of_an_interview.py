"""Once somebody said whether the person came, the interview is nothing to come to any more; a new summons tells both days."""

import datetime

import pytest
import time_machine
from django.urls import reverse

from asylum.claims.actions import move_application
from asylum.claims.corrections import correct_application_step
from asylum.file.panels import applications, deadlines
from asylum.interviews.actions import add_interpreter
from asylum.pathways.choices import ApplicationStatus as S
from asylum.pathways.choices import DeadlineKind
from asylum.procedure.choices import InterviewOutcome as Became
from asylum.terms.slots import interviews
from casework.slots.panels import Harm, sorted_by_harm
from tests.asylum.build import D, a_client, an_application
from tests.asylum.test_head_of_a_case import glance
from tests.cast import as_
from tests.page import page_of

TODAY = D(2019, 5, 16)
HERE = {"at_time": datetime.time(9, 30), "place": "Cancillería, piso 2"}


@pytest.fixture
def interview(cast, law):
    """Summoned to today."""
    claim = an_application(cast, a_client(cast), status=S.ADMITTED)
    moved = {"on": D(2019, 5, 2), "interview_on": TODAY, **HERE}
    return move_application(claim, to=S.SUMMONED, **moved, by=cast.lucia).interviews.get()


def say(cast, interview, outcome, **told):
    """On the page of the interview."""
    sent = {"at_time": "0930", "place": HERE["place"], "outcome": outcome, **told}
    assert as_(cast.lucia).post(interview.get_absolute_url(), sent).status_code == 302


def term_of(interview):
    return interview.application.deadlines.get(kind=DeadlineKind.INTERVIEW)


def chips(cast, interview):
    case = interview.application.individual.memberships.get().case
    panels = (applications, deadlines)
    return sorted_by_harm(each for panel in panels for each in glance(panel, case, cast.lucia))


def test_an_absence_ends_the_term_and_stands_in_the_head(cast, interview):
    assert [row[3] for row in interviews.rows(TODAY)] == [term_of(interview).pk]
    say(cast, interview, Became.MISSED, reason="Estaba enfermo")
    assert list(interviews.rows(TODAY)) == []
    assert (term_of(interview).ended_on, term_of(interview).was_met) == (TODAY, False)
    texts = [(fact.text, fact.harm) for fact in chips(cast, interview)]
    assert ("Citada a entrevista el 16 may 2019, y no asistió", Harm.ABSENT) in texts
    assert not any(text.startswith("Entrevista") for text, _harm in texts)


def test_a_word_that_was_none_lets_it_run_again_and_the_other_word_counts(cast, interview):
    say(cast, interview, Became.MISSED, reason="Estaba enfermo")
    say(cast, interview, "")
    assert term_of(interview).is_running
    say(cast, interview, Became.ATTENDED)
    assert (term_of(interview).ended_on, term_of(interview).was_met) == (TODAY, True)
    step = interview.application.status_changes.get(status=S.INTERVIEWED)
    correct_application_step(step, is_mistake=True, reason="Era otra persona", by=cast.lucia)
    assert term_of(interview).is_running
    say(cast, interview, Became.MISSED, reason="Estaba enfermo")
    assert term_of(interview).was_met is False


def test_a_new_summons_taken_back_leaves_the_absence_as_it_was(cast, interview):
    say(cast, interview, Became.MISSED, reason="Estaba enfermo")
    claim = interview.application
    claim.refresh_from_db()
    again(cast, claim)
    step = claim.status_changes.order_by("-at").first()
    correct_application_step(step, is_mistake=True, reason="Era de otra persona", by=cast.lucia)
    assert list(interviews.rows(TODAY)) == []
    assert any("no asistió" in fact.text for fact in chips(cast, interview))


def again(cast, claim):
    later = datetime.datetime.now(datetime.UTC) + datetime.timedelta(minutes=5)
    with time_machine.travel(later):
        moved = {"interview_on": D(2019, 6, 3), "at_time": datetime.time(14, 0), "place": "Piso 5"}
        move_application(claim, to=S.SUMMONED, on=TODAY, **moved, by=cast.lucia)


@pytest.mark.parametrize("outcome", ["", Became.MISSED])
def test_the_timeline_tells_day_hour_and_place_of_both_summonses(cast, interview, outcome):
    if outcome:
        say(cast, interview, outcome, reason="Estaba enfermo")
    claim = interview.application
    claim.refresh_from_db()
    again(cast, claim)
    number = claim.individual.memberships.get().case.number
    page = page_of(as_(cast.lucia).get(reverse("case-timeline", args=[number])))
    old, new = "16 may 2019, 09:30, Cancillería, piso 2", "3 jun 2019, 14:00, Piso 5"
    assert page.says(f"de {old} a {new}")
    assert not page.says("de Citada a entrevista a Citada a entrevista")


@pytest.mark.parametrize("is_taken_back", [True, False])
def test_facts_name_the_summons_that_stands_of_two_for_one_day(cast, interview, is_taken_back):
    """The first was recorded by mistake, or the authority moved the hour within the day."""
    claim = interview.application
    if is_taken_back:
        step = claim.status_changes.get(status=S.SUMMONED)
        correct_application_step(step, is_mistake=True, reason="Otra hora", by=cast.lucia)
        claim.refresh_from_db()
    moved = {"at_time": datetime.time(14, 30), "place": "Cúcuta, Centro"}
    move_application(claim, to=S.SUMMONED, on=TODAY, interview_on=TODAY, **moved, by=cast.lucia)
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    (said,) = page.every_fact("Entrevista el")
    assert "14:30 · Cúcuta, Centro" in said
    assert "09:30" not in said
    assert "Cancillería" not in said


def go_on(cast, interview, on, **typed):
    address = reverse("application-move", args=[interview.application_id])
    sent = {"to": S.INTERVIEWED, "on": on, **typed}
    return as_(cast.lucia).post(f"{address}?to={S.INTERVIEWED}", sent)


def test_a_claim_does_not_go_on_as_interviewed_over_an_absence_of_that_day(cast, interview):
    say(cast, interview, Became.MISSED, reason="Estaba enfermo")
    for typed in ({}, {"is_sure": "on"}):
        answer = go_on(cast, interview, "16/5/2019", **typed)
        assert page_of(answer).says("Consta que la persona no asistió el 16 may 2019")
    say(cast, interview, Became.ATTENDED)
    interview.application.refresh_from_db()
    assert interview.application.status == S.INTERVIEWED


def test_whether_who_did_not_come_was_heard_later_without_a_new_summons_is_asked(cast, interview):
    say(cast, interview, Became.MISSED, reason="Estaba enfermo")
    with time_machine.travel(datetime.datetime(2019, 5, 20, 15, tzinfo=datetime.UTC)):
        asked = go_on(cast, interview, "20/5/2019")
        assert page_of(asked).says("no asistió el 16 may 2019", "más tarde")
        assert go_on(cast, interview, "20/5/2019", is_sure="on").status_code == 302
    interview.refresh_from_db()
    assert interview.outcome == Became.MISSED


def test_an_absence_that_was_none_stays_legible_and_counts_again_once_the_step_is_taken_back(
    cast, interview
):
    say(cast, interview, Became.MISSED, reason="Estaba enfermo")
    say(cast, interview, Became.ATTENDED)
    claim = interview.application
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    assert page.says("La persona no asistió: Estaba enfermo → La persona asistió")
    step = claim.status_changes.get(status=S.INTERVIEWED)
    address = reverse("application-step-correct", args=[step.pk])
    typed = {"on": "16/5/2019", "is_mistake": "on", "reason": "Era de otra persona"}
    assert as_(cast.lucia).post(address, typed).status_code == 302
    interview.refresh_from_db()
    assert (interview.outcome, interview.excuse) == (Became.MISSED, "Estaba enfermo")
    assert (term_of(interview).ended_on, term_of(interview).was_met) == (TODAY, False)
    assert list(interviews.rows(TODAY)) == []


def test_a_word_that_is_cleared_or_an_excuse_that_is_put_right_stays_legible(cast, interview):
    say(cast, interview, Became.MISSED, reason="Estaba enfermo")
    say(cast, interview, Became.MISSED, reason="Estaba en el hospital")
    say(cast, interview, "")
    page = page_of(as_(cast.lucia).get(interview.application.get_absolute_url()))
    assert page.says("Estaba enfermo → La persona no asistió: Estaba en el hospital")
    assert page.says("La persona no asistió: Estaba en el hospital → Aún no se ha dicho")


def an_interpreter(cast):
    told = {"name": "Rosa Epieyú", "languages": "wayuunaiki", "vetted_by": "Comité"}
    return add_interpreter(**told, organisation=None, vetted_on=TODAY, by=cast.lucia)


@pytest.fixture
def missed(cast, law):
    """Summoned to 10 May, where the person was not."""
    claim = an_application(cast, a_client(cast), status=S.ADMITTED)
    moved = {"on": D(2019, 5, 2), "interview_on": D(2019, 5, 10), **HERE}
    row = move_application(claim, to=S.SUMMONED, **moved, by=cast.lucia).interviews.get()
    say(cast, row, Became.MISSED, reason="Estaba enfermo")
    return row.application


def test_an_interview_that_no_summons_set_has_a_row_of_its_own_to_fill(cast, missed):
    before = list(missed.interviews.values_list("pk", "outcome"))
    claim = missed
    address = f"{reverse('application-move', args=[claim.pk])}?to={S.INTERVIEWED}"
    sent = {"to": S.INTERVIEWED, "on": "15/5/2019", "is_sure": "on"}
    assert as_(cast.lucia).post(address, sent).status_code == 302
    row = claim.interviews.get(outcome=Became.ATTENDED)
    assert (row.on, row.summons, row.recorded_by) == (D(2019, 5, 15), None, cast.lucia)
    assert row.get_absolute_url() in page_of(as_(cast.lucia).get(claim.get_absolute_url())).links
    say(cast, row, Became.ATTENDED, interpreter=an_interpreter(cast).pk)
    assert page_of(as_(cast.lucia).get(claim.get_absolute_url())).says("Rosa Epieyú")
    number = claim.individual.memberships.get().case.number
    timeline = page_of(as_(cast.lucia).get(reverse("case-timeline", args=[number])))
    assert not timeline.says("fue citada de nuevo")
    # Its day follows the step, and it falls with it.
    step = claim.status_changes.get(status=S.INTERVIEWED)
    correct_application_step(step, on=D(2019, 5, 14), by=cast.lucia)
    row.refresh_from_db()
    assert row.on == D(2019, 5, 14)
    correct_application_step(step, is_mistake=True, reason="Era otra persona", by=cast.lucia)
    row.refresh_from_db()
    claim.refresh_from_db()
    assert row.outcome == Became.MISTAKEN
    assert list(claim.interviews.exclude(pk=row.pk).values_list("pk", "outcome")) == before
    assert claim.interview_on == D(2019, 5, 10)


def test_what_was_said_of_an_interview_is_taken_back_beside_a_newer_summons(cast, interview):
    """The person was summoned again then, and no more is known: nobody says who put it off."""
    say(cast, interview, Became.MISSED, reason="Estaba enfermo")
    claim = interview.application
    claim.refresh_from_db()
    again(cast, claim)
    say(cast, interview, "")
    interview.refresh_from_db()
    assert (interview.outcome, interview.reason) == (Became.AGAIN, "")
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    assert page.says("Citada de nuevo")
    assert not page.says("Reprogramada")
    # Its hour is put right, and no more is known.
    say(cast, interview, "", at_time="1030")
    interview.refresh_from_db()
    assert interview.outcome == Became.AGAIN
    assert claim.interviews.unsaid().get() != interview
    # Who came to it all the same: the newer summons is taken back first.
    sent = {"at_time": "0930", "place": HERE["place"], "outcome": Became.ATTENDED}
    answer = page_of(as_(cast.lucia).post(interview.get_absolute_url(), sent))
    assert answer.says("anule primero la citación más reciente")
    assert not answer.says("La autoridad pasó")


def test_a_summons_that_was_a_mistake_takes_no_answer(cast, interview):
    claim = interview.application
    step = claim.status_changes.order_by("-at").first()
    correct_application_step(step, is_mistake=True, reason="Era de otra persona", by=cast.lucia)
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    assert page.says("Registrado por error")
    assert interview.get_absolute_url() not in page.links
    sent = {"at_time": "0930", "place": HERE["place"], "outcome": Became.ATTENDED}
    answer = page_of(as_(cast.lucia).post(interview.get_absolute_url(), sent))
    assert answer.says("Esta citación se registró por error")
    interview.refresh_from_db()
    assert interview.outcome == Became.MISTAKEN


def test_the_hour_stays_where_it_was_held_on_the_day_set_and_the_timeline_tells_the_summons(
    cast, interview
):
    claim, client = interview.application, as_(cast.lucia)
    timeline = reverse("case-timeline", args=[claim.individual.memberships.get().case.number])
    assert page_of(client.get(timeline)).says("Citada a entrevista (16 may 2019, 09:30)")
    say(cast, interview, Became.ATTENDED)
    assert page_of(client.get(claim.get_absolute_url())).says("16 may 2019, 09:30")
    refusal = client.post(
        interview.get_absolute_url(), {"outcome": Became.MISSED, "reason": "Estaba enfermo"}
    )
    assert page_of(refusal).says("con «Corregir el paso»")
    assert page_of(client.get(claim.get_absolute_url())).says("Corregir el paso")


def test_of_an_interview_held_on_another_day_nobody_says_the_hour(cast, interview):
    with time_machine.travel(datetime.datetime(2019, 5, 20, 15, tzinfo=datetime.UTC)):
        assert go_on(cast, interview, "20/5/2019", is_sure="on").status_code == 302
        page = page_of(as_(cast.lucia).get(interview.application.get_absolute_url()))
    assert page.says("20 may 2019")
    assert not page.says("20 may 2019, 09:30")
