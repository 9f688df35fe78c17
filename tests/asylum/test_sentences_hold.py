"""What pages say of a claim holds: of a moved summons, of a final refusal, of the dead, of who has the right to work."""

import datetime

import pytest
from django.db import connection
from django.urls import reverse

from asylum.claims.actions import move_application
from asylum.letters.facts import content_of_letter
from asylum.pathways.choices import ApplicationStatus, PermitType
from asylum.renunciation.actions import withdraw_renunciation
from asylum.renunciation.corrections import correct_renunciation_step
from asylum.terms.models import TermPassed
from casework.register.querysets.individual import case_of
from casework.tasks.actions import set_task
from tests.asylum.build import (
    D,
    a_client,
    a_permit,
    a_referred_family,
    a_submitted_paper,
    an_application,
    answers,
    verify,
)
from tests.asylum.test_claims_of_the_dead import dies
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("law")
S = ApplicationStatus


def page(user, address):
    return page_of(as_(user).get(address))


def story(user, case):
    return page(user, reverse("case-timeline", args=[case.number]))


def a_summons(cast):
    claim = an_application(cast, status=S.ADMITTED)
    return move_application(
        claim, to=S.SUMMONED, on=D(2019, 5, 2), interview_on=D(2019, 5, 14), by=cast.lucia
    )


def test_beside_a_summons_stand_the_day_and_the_hour_of_the_interview(cast):
    """The day of the notice read as that on which the person had to be there."""
    claim = an_application(cast, status=S.ADMITTED)
    said = {"to": S.SUMMONED, "on": D(2019, 5, 2), "interview_on": D(2019, 5, 14)}
    move_application(claim, **said, at_time=datetime.time(10, 30), by=cast.lucia)
    head = page(cast.lucia, reverse("case-detail", args=[claim.case.number]))
    assert head.says("Citada a entrevista el 14 may 2019, 10:30")
    law = page(cast.lucia, reverse("case-part", args=[claim.case.number, "law"]))
    assert law.says("Citada a entrevista 14 may 2019, 10:30")


@pytest.mark.parametrize("again_on", [D(2019, 5, 3), D(2019, 5, 15)])
def test_a_moved_summons_is_no_missed_interview(cast, again_on):
    claim = a_summons(cast)
    move_application(claim, **answers(S.SUMMONED, again_on), to=S.SUMMONED, by=cast.lucia)
    told = story(cast.lucia, claim.case)
    assert told.says("Entrevista, ya no corre")
    assert not told.says("no cumplido")
    assert not page(cast.lucia, claim.get_absolute_url()).says("Incumplido")


def test_a_refusal_that_became_final_keeps_its_ground(cast):
    for ground in ("definition", "excluded"):
        claim = an_application(cast)
        sent = {"on": D(2019, 5, 3), "refusal_ground": ground, "by": cast.lucia}
        claim = move_application(claim, to=S.REFUSED, **sent)
        reason = {"override_reason": "Renunció al recurso"}
        claim = move_application(
            claim, to=S.REFUSED_FINAL, on=D(2019, 5, 4), **reason, by=cast.lucia
        )
        assert claim.refusal_ground == ""
        shown = page(cast.lucia, claim.get_absolute_url())
        assert shown.text.count("Negado por la autoridad") == 1


def test_an_interview_on_which_the_claim_went_on_is_not_said_to_be_missed(cast):
    claim = a_summons(cast)
    interview = claim.interviews.get()
    client, address = as_(cast.lucia), interview.get_absolute_url()
    assert client.post(address, {"outcome": "attended"}).status_code == 302
    sent = {"outcome": "missed", "reason": "No le avisaron"}
    for unfit in (sent, {"outcome": ""}):
        answer = client.post(address, unfit)
        assert answer.status_code == 200
        assert page_of(answer).says("anule primero ese paso")
    interview.refresh_from_db()
    assert interview.outcome == "attended"
    back = reverse("application-step-correct", args=[claim.status_changes.latest("at").pk])
    undo = {"is_mistake": "on", "on": "14/5/2019", "reason": "Un error"}
    assert client.post(back, undo).status_code == 302
    assert client.post(address, sent).status_code == 302


def test_terms_of_the_dead_are_neither_handed_over_nor_listed(cast):
    claim, other = an_application(cast), an_application(cast)
    dies(claim.individual, cast)
    client = as_(cast.lucia)
    listed = page(cast.lucia, reverse("application-list"))
    assert listed.says("Falleció")
    rows = client.get(reverse("application-list")).context["page_obj"].object_list
    terms = {row.pk: row.next_term for row in rows}
    assert terms[claim.pk] is None
    assert terms[other.pk] is not None
    sent = {"leaving": cast.lucia.pk, "taking": cast.luis.pk}
    preview = client.post(reverse("deadline-hand-over"), sent)
    assert {term.application_id for term in preview.context["terms"]} == {other.pk}
    client.post(reverse("deadline-hand-over"), sent | {"confirm": "yes"})
    assert set(TermPassed.objects.values_list("deadline__application", flat=True)) == {other.pk}


def test_the_file_of_renunciation_tells_the_right_to_work_that_a_permit_states(cast):
    person = a_client(cast)
    address = reverse("renunciation-file", args=[person.pk])
    none = "No constan capacitación, trabajo ni derecho a trabajar"
    a_permit(cast, person, work_right="no", expires_on=D(2019, 9, 1))
    assert page(cast.lucia, address).says(none)
    a_permit(cast, person, type=PermitType.OTHER, work_right="yes", expires_on=D(2019, 9, 1))
    shown = page(cast.lucia, address)
    assert shown.says("derecho a trabajar: Otro permiso")
    assert not shown.says(none)


def test_the_file_of_renunciation_shows_the_right_day_of_a_step(cast):
    paper = verify(a_submitted_paper(cast), on=D(2019, 5, 6), by=cast.luis)
    step = paper.status_changes.latest("at")
    address = reverse("renunciation-step-correct", args=[step.pk])
    assert as_(cast.luis).post(address, {"on": "8/5/2019", "reason": "Error"}).status_code == 302
    shown = page(cast.lucia, reverse("renunciation-file", args=[paper.individual_id]))
    assert shown.says("Verificada, 8 may 2019")
    assert not shown.says("Verificada, 6 may 2019")


def test_who_recorded_a_paper_does_not_move_the_day_of_its_verification(cast):
    paper = verify(a_submitted_paper(cast), on=D(2019, 5, 6), by=cast.luis)
    claim = an_application(cast, paper.individual)
    move_application(claim, to=S.ADMITTED, on=D(2019, 5, 7), by=cast.lucia)
    connection.check_constraints()
    step = paper.status_changes.latest("at")
    address = reverse("renunciation-step-correct", args=[step.pk])
    sent = {"on": "8/5/2019", "reason": "Error"}
    form = as_(cast.lucia).get(address).context["form"]
    assert [field.name for field in form.visible_fields()] == ["is_mistake", "reason"]
    assert as_(cast.lucia).post(address, sent).status_code == 200
    with refused("Whoever verified it"):
        correct_renunciation_step(step, on=D(2019, 5, 8), by=cast.lucia)
    assert as_(cast.luis).post(address, sent).status_code == 302
    [task] = paper.individual.tasks.all()
    assert task.title.startswith("Revisar la admisión: la renuncia se verificó después")
    withdraw_renunciation(paper, on=D(2019, 5, 9), by=cast.lucia)
    for reader, is_offered in ((cast.lucia, False), (cast.luis, True)):
        shown = page_of(as_(reader).get(paper.get_absolute_url()))
        assert (address in shown.links) is is_offered
        assert as_(reader).get(address).status_code == (200 if is_offered else 404)


def test_a_letter_to_employers_tells_no_last_day_that_nobody_confirmed(cast):
    person = a_client(cast)
    permit = a_permit(cast, person, work_right="yes")
    type(permit.rule).objects.filter(pk=permit.rule.pk).update(confidence="M")
    asked = {"today": cast.lucia.today(), "language": "es"}
    facts = content_of_letter("employer", person, **asked)
    assert (facts["valid_until"], facts["ends_on"] != "") == ("", True)


def test_legal_steps_and_open_tasks_go_along_into_a_case_of_their_own(cast):
    principal, wife, *_rest = a_referred_family(cast)
    claim, old = an_application(cast, wife), case_of(wife, cast.ana.today())
    term = {"due_on": D(2019, 5, 20), "by": cast.lucia, "assigned_to": cast.lucia}
    mine = set_task(old, title="Revisar la solicitud", individual=wife, **term)
    theirs = set_task(old, title="Llamar", individual=principal, **term)
    member = old.members.get(individual=wife)
    typed = {f"goes_{member.pk}": "on", "on": "16/5/2019"}
    client, split = as_(cast.ana), reverse("family-split", args=[old.number])
    assert "Va también 1 tarea pendiente" in " ".join(
        client.post(split, typed).context["sentences"]
    )
    assert client.post(split, typed | {"sure": "yes"}).status_code == 302
    new = case_of(wife, cast.ana.today())
    assert new != old
    for task in (mine, theirs):
        task.refresh_from_db()
    assert (mine.case, theirs.case) == (new, old)
    said = f"olicitud de {wife.display_name}: Presentada"
    assert story(cast.lucia, new).says(said)
    assert not story(cast.lucia, old).says(said)
    assert claim.case == old
