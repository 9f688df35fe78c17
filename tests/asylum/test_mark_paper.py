"""What is missing before a stage, who brings it, and the three facts that the authority finds."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.urls import reverse

from accounts.access import NotAllowed
from asylum.checklists.actions import mark_paper
from asylum.checklists.choices import Finding, MarkState
from asylum.checklists.models import ChecklistMark
from asylum.checklists.querysets import checklist_of
from asylum.checklists.rules import renunciation_found, three_facts
from asylum.claims.actions import lodge_application, move_application, prepare_application
from asylum.letters.actions import issue_letter, sign_letter
from asylum.letters.choices import LetterKind
from asylum.papers.models.permit import Permit
from asylum.papers.standing import RenunciationStanding
from asylum.pathways.choices import ApplicationStatus, PermitType
from asylum.pathways.models import PathwayPaper
from asylum.procedure.choices import RefusalGround
from asylum.renunciation.actions import record_demand
from casework.identity.actions.identity_documents import add_identity_document
from casework.register.choices import DocumentType
from tests.asylum.build import (
    D,
    a_client,
    a_permit,
    a_referred_family,
    a_submitted_paper,
    an_application,
    answers,
    undone,
    verify,
)
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

S = ApplicationStatus
Yes, No, Open, NotAsked = Finding.YES, Finding.NO, Finding.OPEN, Finding.NOT_ASKED
Unfound, FINALLY = Finding.UNFOUND, {"status": S.REFUSED_FINAL}


def asked(claim, stage):
    """By code what a stage asks for, and how it stands."""
    return {
        each.paper.code: each.state
        for each in checklist_of(claim).asked
        if each.paper.stage == stage and not each.is_unsaid
    }


def a_code(claim, code):
    return PathwayPaper.objects.get(country=claim.country, stage=S.INTERVIEWED, code=code)


def test_before_the_interview_a_lawyer_sees_what_is_missing_and_who_brings_it(cast, law):
    claim = an_application(cast, status=S.ADMITTED)
    assert asked(claim, S.INTERVIEWED) == {
        "summons": MarkState.MISSING,
        "prepared": MarkState.MISSING,
        "evidence": MarkState.MISSING,
        "interpreter": MarkState.MISSING,
    }
    # What an earlier stage asked for is behind the claim.
    assert asked(claim, S.LODGED) == {}
    mark_paper(claim, a_code(claim, "summons"), state=MarkState.HERE, by=cast.lucia)
    mark_paper(claim, a_code(claim, "interpreter"), state=MarkState.NOT_NEEDED, by=cast.lucia)
    ahead = [each for each in checklist_of(claim).asked if not each.is_unsaid]
    assert checklist_of(claim).missing == len(ahead) - 2
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    assert page.says("Citación con día, hora y lugar")
    assert page.says("Esta oficina")


def test_what_nobody_recorded_before_a_stage_passed_stays_as_never_recorded(cast, law):
    claim = an_application(cast, status=S.ADMITTED)
    mark_paper(claim, a_code(claim, "evidence"), state=MarkState.HERE, by=cast.lucia)
    claim = move_application(claim, **answers(S.SUMMONED), to=S.SUMMONED, by=cast.lucia)
    told = {"at_time": "0930", "place": "Cancillería", "outcome": ""}
    as_(cast.lucia).post(claim.interviews.get().get_absolute_url(), told)
    claim.refresh_from_db()
    claim = move_application(claim, **answers(S.INTERVIEWED), to=S.INTERVIEWED, by=cast.lucia)
    checklist = checklist_of(claim)
    unsaid = {each.paper.code for each in checklist.asked if each.is_unsaid}
    assert unsaid >= {"prepared", "interpreter"}
    # What was said, and what the interview itself shows, was recorded.
    assert not unsaid & {"evidence", "summons"}
    assert checklist.missing_before(S.INTERVIEWED) == []
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    assert page.says("Nunca se registró")
    mark_paper(claim, a_code(claim, "prepared"), state=MarkState.HERE, by=cast.lucia)
    mark_paper(claim, a_code(claim, "interpreter"), state=MarkState.MISSING, by=cast.lucia)
    left = {each.paper.code for each in checklist_of(claim).asked if each.is_unsaid}
    assert left == unsaid - {"prepared"}


def test_what_the_file_knows_is_not_what_was_handed_in(cast, law):
    said = {"entered_on": D(2019, 3, 1), "statement": "Lo amenazaron y huyó."}
    claim = an_application(cast, status=S.ADMITTED, **said)
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    handed_in = "No consta que se haya entregado por escrito En la ficha:"
    assert page.says(f"{handed_in} entrada el 1 mar 2019")
    assert page.says(f"{handed_in} los motivos, en Datos")
    assert page.says("No consta que el documento esté aquí En la ficha: Admitida, 2 may 2019")
    draft = prepare_application(a_client(cast), **said, by=cast.lucia)
    page = page_of(as_(cast.lucia).get(draft.get_absolute_url()))
    assert page.says("Falta En la ficha: entrada el 1 mar 2019")


def test_papers_of_an_interview_are_not_asked_of_who_is_refused_without_one(cast, law):
    claim, paper = an_application(cast, status=S.ADMITTED), "Citación con día, hora y lugar"
    assert page_of(as_(cast.lucia).get(claim.get_absolute_url())).says(paper)
    claim = move_application(claim, **answers(S.REFUSED), to=S.REFUSED, by=cast.lucia)
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    assert not page.says(paper)
    assert page.says("Recurso por escrito")


def test_papers_of_an_appeal_are_asked_for_once_there_is_something_to_appeal(cast, law):
    for state in (S.LODGED, S.ADMITTED, S.SUMMONED):
        assert asked(an_application(cast, status=state), S.APPEALED) == {}
    assert {*asked(an_application(cast, status=S.REFUSED), S.APPEALED)} == {
        "notice",
        "appeal",
        "mandate",
    }


def test_the_newest_word_about_a_paper_counts_and_none_is_lost(cast, law):
    claim = an_application(cast, status=S.ADMITTED)
    paper = a_code(claim, "evidence")
    for state in (MarkState.HERE, MarkState.MISSING):
        mark_paper(claim, paper, state=state, by=cast.lucia)
    assert asked(claim, S.INTERVIEWED)["evidence"] == MarkState.MISSING
    assert ChecklistMark.objects.filter(application=claim).count() == 2
    with pytest.raises(NotAllowed):
        mark_paper(claim, paper, state=MarkState.HERE, by=cast.ana)


def test_a_child_is_asked_for_a_guardian_and_a_relative_for_no_renunciation(cast, law):
    father, mother, son, _brother = a_referred_family(cast)
    claims = [
        lodge_application(person, on=D(2019, 3, 4), by=cast.lucia)
        for person in (father, mother, son)
    ]
    assert [
        ("renunciation" in asked(claim, S.ADMITTED), "guardian" in asked(claim, S.INTERVIEWED))
        for claim in claims
    ] == [(True, False), (False, False), (False, True)]
    with refused("does not ask for this paper"):
        guardian = a_code(claims[0], "guardian")
        mark_paper(claims[0], guardian, state=MarkState.HERE, by=cast.lucia)


def test_nobody_is_asked_for_a_renunciation_that_the_authority_does_not_ask(cast, law):
    claim = an_application(cast)
    assert "renunciation" in asked(claim, S.ADMITTED)
    said = {"reference": "Oficio 4", "on": claim.individual.office.today()}
    record_demand(claim.individual, is_asked=False, **said, by=cast.lucia)
    assert "renunciation" not in asked(claim, S.ADMITTED)
    move_application(claim, **answers(S.ADMITTED), to=S.ADMITTED, by=cast.lucia)
    assert "renunciation" not in {each.paper.code for each in checklist_of(claim).asked}


def test_a_verified_renunciation_is_on_the_list_by_itself(cast, law):
    claim = an_application(cast)
    assert asked(claim, S.ADMITTED)["renunciation"] == MarkState.MISSING
    verify(a_submitted_paper(cast, claim.individual), on=D(2019, 5, 3), by=cast.luis)
    assert asked(claim, S.ADMITTED)["renunciation"] == MarkState.HERE


def test_a_safe_conduct_on_file_is_not_asked_for_until_it_runs_out(cast, law):
    claim = an_application(cast)
    today = cast.lucia.today()
    assert asked(claim, S.ADMITTED)["safe_conduct"] == MarkState.MISSING
    permit = a_permit(cast, claim.individual, issued_on=today - timedelta(days=9), expires_on=today)
    assert asked(claim, S.ADMITTED)["safe_conduct"] == MarkState.HERE
    rows = page_of(as_(cast.lucia).get(claim.get_absolute_url())).rows
    [cells] = [row.values() for row in rows if any("SC-2" in cell for cell in row.values())]
    assert "Ya está" in cells
    Permit.objects.filter(pk=permit.pk).update(expires_on=today - timedelta(days=1))
    assert asked(claim, S.ADMITTED)["safe_conduct"] == MarkState.MISSING
    with undone():
        admitted = move_application(claim, to=S.ADMITTED, **answers(S.ADMITTED), by=cast.lucia)
        unsaid = {each.paper.code for each in checklist_of(admitted).asked if each.is_unsaid}
        assert "act" in unsaid
        assert "safe_conduct" not in unsaid
    claim.refresh_from_db()
    # A PPT is another paper.
    a_permit(cast, claim.individual, type=PermitType.PPT, issued_on=today)
    assert asked(claim, S.ADMITTED)["safe_conduct"] == MarkState.MISSING


def test_an_identity_card_and_a_signed_power_on_file_are_not_asked_for(cast, law):
    claim = an_application(cast, status=S.REFUSED)
    person = claim.individual
    unsaid = {each.paper.code for each in checklist_of(claim).asked if each.is_unsaid}
    assert "identity" in unsaid
    add_identity_document(
        person, type=DocumentType.PASSPORT, country="VE", number="123456789", by=cast.ana
    )
    unsaid = {each.paper.code for each in checklist_of(claim).asked if each.is_unsaid}
    assert "identity" not in unsaid
    assert asked(claim, S.APPEALED)["mandate"] == MarkState.MISSING
    power = issue_letter(person, kind=LetterKind.POWER, language="es", by=cast.lucia)
    assert asked(claim, S.APPEALED)["mandate"] == MarkState.MISSING
    sign_letter(power, on=cast.lucia.today(), signer=person.full_name, by=cast.lucia)
    assert asked(claim, S.APPEALED)["mandate"] == MarkState.HERE


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({}, (Open, Open, Open)),
        ({"is_asked": None}, (Finding.NOT_KNOWN, Open, Open)),
        ({"has_verified": True}, (Yes, Open, Open)),
        ({"is_concerned": False, "is_asked": None}, (NotAsked, Open, Open)),
        ({"is_asked": False}, (Finding.NOT_DEMANDED, Open, Open)),
        ({"is_asked": None, "is_unasked": True}, (Finding.SERVICE_UNKNOWN, Open, Open)),
        ({"has_verified": True, "status": S.RECOGNISED}, (Yes, Yes, Yes)),
        ({"status": S.REFUSED, "refusal_ground": RefusalGround.DEFINITION}, (Open, No, Open)),
        ({"status": S.REFUSED, "refusal_ground": RefusalGround.EXCLUDED}, (Open, Open, No)),
        ({"status": S.REFUSED, "refusal_ground": RefusalGround.CREDIBILITY}, (Open, Open, Open)),
        (FINALLY | {"refusal_ground": RefusalGround.CREDIBILITY}, (Open, Unfound, Unfound)),
        (FINALLY | {"refusal_ground": RefusalGround.DEFINITION}, (Open, No, Unfound)),
        (FINALLY | {"refusal_ground": ""}, (Open, Unfound, Unfound)),
    ],
)
def test_the_three_facts_are_what_the_acts_of_the_authority_say(facts, expected):
    of_claim = {"status": S.LODGED, "refusal_ground": ""}
    said = {name: facts.get(name, value) for name, value in of_claim.items()}
    known = RenunciationStanding(True, True, False, False, None, False)
    standing = replace(known, **{name: facts[name] for name in facts if name not in of_claim})
    assert three_facts(**said, renounced=renunciation_found(standing)) == expected


def test_f26_the_three_facts_and_the_list_are_for_legal_officers_alone(cast, law):
    claim = an_application(cast)
    move_application(
        claim,
        to=S.REFUSED,
        on=D(2019, 5, 2),
        refusal_ground=RefusalGround.EXCLUDED,
        by=cast.lucia,
    )
    assert page_of(as_(cast.lucia).get(claim.get_absolute_url())).says("No excluida")
    seen = page_of(as_(cast.ana).get(claim.get_absolute_url()))
    assert not seen.holds("No excluida")
    assert not seen.holds("Negado por la autoridad")


def test_a_page_says_how_a_paper_stands_and_none_is_chosen_beforehand(cast, law):
    claim = an_application(cast, status=S.ADMITTED)
    paper = a_code(claim, "evidence")
    address = reverse("paper-mark", args=[claim.pk, paper.pk])
    assert address in page_of(as_(cast.lucia).get(claim.get_absolute_url())).links
    assert as_(cast.lucia).get(address).context["form"]["state"].value() is None
    assert as_(cast.lucia).post(address, {"state": "here"}).status_code == 302
    assert asked(claim, S.INTERVIEWED)["evidence"] == MarkState.HERE
    assert as_(cast.ana).get(address).status_code == 404
    elsewhere = PathwayPaper.objects.filter(country="BR").first()
    hidden = reverse("paper-mark", args=[claim.pk, elsewhere.pk])
    assert as_(cast.lucia).get(hidden).status_code == 404
