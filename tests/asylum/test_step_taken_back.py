"""A step of a claim that was clicked by mistake is taken back: the claim, its terms and its interview stand as before."""

import datetime

import pytest
import time_machine
from django.db import ProgrammingError
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from asylum.claims.actions import move_application
from asylum.claims.api import ApplicationViewSet
from asylum.claims.corrections import correct_application_step
from asylum.papers.choices import DATED_BY_THE_FORM
from asylum.pathways.choices import DECISIONS, ApplicationStatus, DeadlineKind
from asylum.procedure.choices import RefusalGround
from asylum.procedure.models.application import AsylumApplication
from asylum.procedure.models.deadline import LegalDeadline
from asylum.terms.slots import legal_deadline_extract
from tests.asylum.build import D, an_application, answers, undone
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

S, K = ApplicationStatus, DeadlineKind
REACHED = [state for state in S if state not in DATED_BY_THE_FORM]
FACTS = [field.attname for field in AsylumApplication._meta.concrete_fields]


def stands(claim):
    """The claim as it stands: its own facts, what runs, and which interviews are there."""
    claim = AsylumApplication.objects.get(pk=claim.pk)
    running = set(claim.deadlines.running().values_list("kind", "due_on"))
    return [getattr(claim, name) for name in FACTS], running, ahead(claim)


def ahead(claim):
    return list(claim.interviews.unsaid().values_list("on", flat=True))


def take_back(claim, cast, **facts):
    step = claim.status_changes.standing().first()
    return correct_application_step(step, is_mistake=True, by=cast.lucia, **facts)


@pytest.mark.parametrize("here", REACHED)
def test_each_step_is_taken_back_and_the_claim_stands_as_before(cast, law, here):
    """Whichever step leads on from this state; and the database lets it go back nowhere else."""
    claim = an_application(cast, status=here)
    if claim.decided_on:
        claim.resolved_on, claim.refusal_ground = claim.decided_on, RefusalGround.OTHER
        claim.save()
    was = stands(claim)
    for there in claim.lawful_moves:
        said = answers(there, on=D(2019, 5, 3))
        if there in DECISIONS:
            said |= {"resolved_on": said["on"], "refusal_ground": RefusalGround.CREDIBILITY}
        with undone():
            moved = move_application(claim, to=there, **said, by=cast.lucia)
            back = take_back(moved, cast)
            assert stands(back) == was, there
            assert back.status_changes.count() > back.status_changes.standing().count()


def test_a_decision_by_mistake_leaves_no_day_of_a_decision(cast, law):
    claim = an_application(cast, status=S.REFUSED)
    back = take_back(claim, cast)
    assert (back.status, back.decided_on, back.resolved_on) == (S.LODGED, None, None)
    assert [term.kind for term in back.deadlines.running()] == [K.ADMISSION]
    assert AuditEvent.objects.filter(verb="application.step_corrected").count() == 1


def test_only_the_last_step_goes_and_a_day_later_with_its_reason(cast, law):
    claim = an_application(cast, status=S.APPEALED)
    last, before, *_earlier = claim.status_changes.all()
    with refused("A later step rests on this one", field="is_mistake"):
        correct_application_step(before, is_mistake=True, by=cast.lucia)
    with pytest.raises(NotAllowed):
        correct_application_step(last, is_mistake=True, by=cast.ana)
    with time_machine.travel(last.at + datetime.timedelta(hours=25)):
        with refused("say why it is put right", field="reason"):
            correct_application_step(last, is_mistake=True, by=cast.lucia)
        correct_application_step(last, is_mistake=True, reason="Era otro caso.", by=cast.lucia)
    with refused("This was taken back already"):
        correct_application_step(last, is_mistake=True, by=cast.lucia)


def test_without_a_mistake_on_file_the_database_lets_no_claim_go_back(cast, law):
    claim = an_application(cast, status=S.REFUSED)
    rows = AsylumApplication.objects.filter(pk=claim.pk)
    with pytest.raises(ProgrammingError, match="Invalid transition"), undone():
        rows.update(status=S.LODGED)
    take_back(claim, cast)
    with pytest.raises(ProgrammingError, match="Invalid transition"), undone():
        rows.update(status=S.RECOGNISED)


def test_the_message_takes_the_step_back_by_one_button_and_the_page_offers_it_quietly(cast, law):
    claim = an_application(cast, status=S.INTERVIEWED)
    client, move = as_(cast.lucia), reverse("application-move", args=[claim.pk])
    done = client.post(move, {"to": S.REFUSED, "on": "16/5/2019"}, follow=True)
    page = page_of(done)
    [undo] = [url for url in page.sends_to if "/undo/" in url]
    assert move + "?to=mistaken" in page.links
    assert "Registrado por error" not in page.text
    assert as_(cast.ana).post(undo).status_code == 404
    back = page_of(client.post(undo, follow=True))
    assert back.says("Se retiró el paso, como registrado por error")
    assert back.says("registrado por error")
    claim.refresh_from_db()
    assert claim.status == S.INTERVIEWED


@pytest.mark.parametrize("here", [state for state in S if state not in (S.DRAFT, S.MISTAKEN)])
def test_a_claim_about_somebody_else_is_taken_back_from_every_state(cast, law, here):
    claim = an_application(cast, status=here)
    gone = move_application(claim, to=S.MISTAKEN, **answers(S.MISTAKEN), by=cast.lucia)
    assert not gone.deadlines.running().exists()


def test_the_terms_of_a_step_that_was_a_mistake_are_not_among_those_of_the_claim(cast, law):
    claim, client = an_application(cast, status=S.REFUSED), as_(cast.lucia)
    shown = client.get(claim.get_absolute_url()).context["deadlines"]
    assert K.APPEAL in [term.kind for term in shown]
    take_back(claim, cast)
    shown = client.get(claim.get_absolute_url()).context["deadlines"]
    assert K.APPEAL not in [term.kind for term in shown]
    assert K.ADMISSION in [term.kind for term in shown]
    held = [term.kind for term in legal_deadline_extract.rows(claim.individual)]
    told = [term.kind for term in ApplicationViewSet.queryset.get(pk=claim.pk).deadlines.all()]
    for kinds in (held, told):
        assert K.APPEAL not in kinds
        assert K.ADMISSION in kinds


def test_the_term_of_a_mistaken_step_is_not_dated_by_the_step_that_is_right(cast, law):
    claim = an_application(cast, status=S.REFUSED)
    mistaken = claim.status_changes.first()
    take_back(claim, cast)
    [before] = LegalDeadline.objects.filter(begun_by=mistaken)
    on = claim.status_on
    right = move_application(claim, to=S.REFUSED, **answers(S.REFUSED, on), by=cast.lucia)
    step = right.status_changes.first()
    later = on + datetime.timedelta(days=1)
    correct_application_step(step, on=later, by=cast.lucia)
    shown = as_(cast.lucia).get(claim.get_absolute_url()).context["deadlines"]
    assert [term.starts_on for term in shown if term.kind == K.APPEAL] == [later]
    [after] = LegalDeadline.objects.filter(begun_by=mistaken)
    assert (after.starts_on, after.due_on) == (before.starts_on, before.due_on)
