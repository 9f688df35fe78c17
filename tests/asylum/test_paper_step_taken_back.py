"""A step of a renunciation that was clicked by mistake is taken back: the paper stands as before, and nothing is deleted."""

import datetime

import pytest
import time_machine
from django.db import connection
from django.urls import reverse

from asylum.papers.choices import Gap, RenunciationStatus
from asylum.papers.models.renunciation import Renunciation
from asylum.papers.standing import standing_of
from asylum.renunciation.actions import (
    postpone_renunciation,
    refuse_renunciation,
    retract_renunciation,
    submit_renunciation,
    withdraw_renunciation,
)
from asylum.renunciation.corrections import correct_renunciation_step
from asylum.renunciation.slots import renunciations_to_verify
from asylum.renunciation_file.known import known_on
from casework.register.choices import YesNo
from partners.choices import OrganisationKind
from partners.models import Organisation
from reference.models import Municipality
from reporting.figures.asylum import renunciation_pipeline
from tests.asylum.build import (
    D,
    a_client,
    a_paper,
    a_submitted_paper,
    an_application,
    sign,
    undone,
    verify,
)
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("law")
R = RenunciationStatus
ON, TODAY = D(2019, 5, 2), D(2019, 5, 16)
STEPS = {
    R.VERIFIED: verify,
    R.NOT_YET: postpone_renunciation,
    R.REFUSED: refuse_renunciation,
    R.WITHDRAWN: withdraw_renunciation,
}


def facts_of(paper) -> dict:
    fields = {field.attname for field in Renunciation._meta.concrete_fields}
    return {name: getattr(Renunciation.objects.get(pk=paper.pk), name) for name in fields}


def take_back(cast, paper, **told):
    step = paper.status_changes.standing().latest("at")
    return correct_renunciation_step(step, is_mistake=True, by=cast.lucia, **told)


@pytest.mark.parametrize("to", STEPS)
def test_each_step_is_taken_back_and_the_paper_stands_as_before(cast, to):
    paper = a_submitted_paper(cast)
    was = facts_of(paper)
    STEPS[to](paper, on=ON, by=cast.luis)
    assert facts_of(paper) != was
    back = take_back(cast, paper)
    assert facts_of(back) == was
    assert back.status_changes.count() == back.status_changes.standing().count() + 1


def test_a_verification_is_taken_back_on_its_page_and_whatever_rests_on_it_knows(cast):
    person = a_client(cast)
    paper = verify(a_submitted_paper(cast, person), on=ON, by=cast.luis)
    an_application(cast, person, status="admitted")
    # The admission was another day's work: what it rested on is looked at now.
    connection.check_constraints()
    assert standing_of(person, TODAY).has_verified
    client, step = as_(cast.lucia), paper.status_changes.latest("at")
    page = page_of(client.get(paper.get_absolute_url()))
    address = reverse("renunciation-step-correct", args=[step.pk])
    assert address in page.links
    typed = page_of(client.get(address)).fields
    sent = typed | {"is_mistake": "on", "reason": "Era el acta de otra persona"}
    assert client.post(address, sent).status_code == 302
    page = page_of(client.get(paper.get_absolute_url()))
    assert page.says("registrado por error", "Era el acta de otra persona")
    assert not page.says("Verificada por")
    assert address not in page.links
    assert not standing_of(person, TODAY).has_verified
    assert person.tasks.filter(status="open").count() == 1
    counts, _days = renunciation_pipeline(type(person).objects.all(), on=TODAY)
    assert dict(counts)[str(R.VERIFIED.label)] == 0
    [known] = known_on(person, TODAY).papers
    assert known.status == R.SUBMITTED
    verified = verify(Renunciation.objects.get(pk=paper.pk), on=TODAY, by=cast.luis)
    assert verified.status == R.VERIFIED


def test_what_the_mistaken_act_said_of_the_authority_goes_with_it(cast):
    paper = a_submitted_paper(cast)
    verify(paper, on=ON, by=cast.luis)
    back = take_back(cast, paper)
    assert (back.are_consequences_explained, back.is_copy_given) == (YesNo.UNKNOWN, YesNo.UNKNOWN)
    assert (back.reference or "", back.accepted_by) == ("", None)


WAYS = {
    (R.RECORDED,): [R.SUBMITTED, R.WITHDRAWN],
    (R.SUBMITTED,): [R.VERIFIED, R.NOT_YET, R.REFUSED, R.WITHDRAWN],
    (R.SUBMITTED, R.NOT_YET): [R.VERIFIED, R.REFUSED, R.WITHDRAWN],
    (R.SUBMITTED, R.REFUSED): [R.SUBMITTED, R.WITHDRAWN],
    (R.SUBMITTED, R.VERIFIED): [R.WITHDRAWN],
}
PAGES = {
    R.SUBMITTED: "submit",
    R.VERIFIED: "verify",
    R.NOT_YET: "postpone",
    R.REFUSED: "refuse",
    R.WITHDRAWN: "withdraw",
}


def press(cast, paper, to, **said):
    """The form of the step, filled in with other answers than the paper's."""
    client, address = as_(cast.luis), reverse(f"renunciation-{PAGES[to]}", args=[paper.pk])
    page = page_of(client.get(address))
    sent = page.fields | {"on": "16/5/2019", "remark": "x"}
    if "because" in page.fields or to == R.VERIFIED:
        answers = {
            "are_consequences_explained": "no",
            "is_copy_given": "no",
            "because": "No consta",
        }
        sent |= answers | {"reference": "MRE-9"}
    done = client.post(address, sent | said)
    assert done.status_code == 302, page_of(done).text


def authorities():
    names = ("Policía de prueba", "Migración de prueba", "Cancillería de prueba")
    return [
        Organisation.objects.get_or_create(name=name, defaults={"kind": OrganisationKind.STATE})[0]
        for name in names
    ]


def told_paper(cast, person=None):
    """A paper of which every fact was told."""
    return a_paper(
        cast,
        person,
        authority=authorities()[0],
        municipality=Municipality.objects.first(),
        are_consequences_explained=YesNo.YES,
        is_copy_given=YesNo.YES,
        had_interpreter=YesNo.NO,
        language="es",
        witness="Rosa",
        template_version="2019",
        statement="Dejó el arma",
    )


@pytest.mark.parametrize(
    ("before", "to"), [(before, to) for before, steps in WAYS.items() for to in steps]
)
def test_a_step_writes_over_no_fact_of_the_paper_and_taken_back_leaves_none(cast, before, to):
    paper = told_paper(cast)
    _police, migration, ministry = authorities()
    for each in before:
        if each != R.RECORDED:
            press(cast, paper, each, authority=migration.pk, **work_answers_of(each))
    was = facts_of(paper)
    press(cast, paper, to, authority=ministry.pk)
    own = ("authority_id", "municipality_id", "witness", "signed_on", "statement")
    assert [facts_of(paper)[name] for name in own] == [was[name] for name in own]
    client = as_(cast.luis)
    step = paper.status_changes.standing().latest("at")
    address = reverse("renunciation-step-correct", args=[step.pk])
    sent = page_of(client.get(address)).fields | {"is_mistake": "on", "reason": "Otra persona"}
    assert client.post(address, sent).status_code == 302
    assert facts_of(paper) == was


def work_answers_of(step):
    said = {"are_consequences_explained": "yes", "is_copy_given": "yes"}
    return said if step == R.VERIFIED else {}


def test_each_authority_stands_where_it_was_named(cast):
    police, migration, ministry = authorities()
    paper = told_paper(cast)
    press(cast, paper, R.SUBMITTED, authority=migration.pk)
    press(cast, paper, R.VERIFIED, authority=ministry.pk)
    page = page_of(as_(cast.lucia).get(paper.get_absolute_url()))
    assert page.every_fact("Autoridad ante la que se firmó") == [str(police)]
    assert page.says("Entregada a la autoridad", f"· {migration}", f"· {ministry}")
    assert page.every_fact("Verificó")[0].startswith(str(ministry))
    # What the paper said of explanation and copy stands beside what the act says.
    assert page.says("consecuencias explicadas: Sí → No")
    filed = page_of(as_(cast.lucia).get(reverse("renunciation-file", args=[paper.individual_id])))
    assert filed.says(f"firmada ante {police}", f"entregada a {migration}", f"la aceptó {ministry}")
    story = page_of(as_(cast.lucia).get(reverse("case-timeline", args=[paper.case.number])))
    assert story.says(f"Autoridad: {migration}", f"Autoridad: {ministry}")


def test_a_verification_that_names_no_authority_is_of_the_one_that_got_the_paper(cast):
    police, migration, _ministry = authorities()
    paper = told_paper(cast)
    assert Gap.AUTHORITY in paper.lacks
    press(cast, paper, R.SUBMITTED, authority=migration.pk)
    assert Gap.AUTHORITY not in Renunciation.objects.get(pk=paper.pk).lacks
    press(cast, paper, R.VERIFIED)
    paper.refresh_from_db()
    assert (paper.authority, paper.accepted_by) == (police, migration)


def test_the_authority_that_accepted_it_is_put_right_by_who_may_date_it(cast):
    _police, migration, ministry = authorities()
    paper = told_paper(cast)
    press(cast, paper, R.SUBMITTED)
    press(cast, paper, R.VERIFIED, authority=migration.pk)
    address = reverse("renunciation-correct", args=[paper.pk])
    luis, lucia = as_(cast.luis), as_(cast.lucia)
    assert "accepted_by" not in page_of(lucia.get(address)).fields
    sent = page_of(luis.get(address)).fields
    assert sent["accepted_by"] == str(migration.pk)
    assert luis.post(address, sent | {"accepted_by": ministry.pk}).status_code == 302
    page = page_of(lucia.get(paper.get_absolute_url()))
    assert page.says(f"{migration} → {ministry}")
    assert page.every_fact("Verificó")[0].startswith(str(ministry))


def test_the_file_of_an_earlier_day_knows_no_later_authority(cast):
    police, migration, ministry = authorities()
    with time_machine.travel(datetime.datetime(2019, 5, 14, 17, tzinfo=datetime.UTC), tick=False):
        paper = told_paper(cast)
    with time_machine.travel(datetime.datetime(2019, 5, 15, 17, tzinfo=datetime.UTC), tick=False):
        paper = submit_renunciation(paper, on=D(2019, 5, 15), authority=migration, by=cast.lucia)
    verify(paper, on=TODAY, authority=ministry, by=cast.luis)
    file = reverse("renunciation-file", args=[paper.individual_id])
    page = page_of(as_(cast.lucia).get(file, {"on": "15/5/2019"}))
    assert page.says(f"firmada ante {police}", f"entregada a {migration}")
    assert not page.says(str(ministry))
    assert not page_of(as_(cast.lucia).get(file, {"on": "14/5/2019"})).says(str(migration))


def test_only_the_last_step_goes(cast):
    paper = a_submitted_paper(cast)
    submitted = paper.status_changes.latest("at")
    withdraw_renunciation(paper, on=ON, by=cast.lucia)
    with refused("A later step rests on this one", field="is_mistake"):
        correct_renunciation_step(submitted, is_mistake=True, by=cast.lucia)


def test_a_withdrawal_that_never_was_goes_also_where_a_newer_paper_was_signed_since(cast):
    paper = verify(a_submitted_paper(cast), on=ON, by=cast.luis)
    person = paper.individual
    withdraw_renunciation(paper, on=ON, by=cast.lucia)
    assert not standing_of(person, TODAY).may_go_on
    newer = sign(person, signed_on=TODAY, by=cast.lucia)
    page = reverse("renunciation-step-correct", args=[paper.status_changes.latest("at").pk])
    client = as_(cast.lucia)
    sent = page_of(client.get(page)).fields | {"is_mistake": "on", "reason": "Era otra persona"}
    assert client.post(page, sent).status_code == 302
    paper.refresh_from_db()
    assert (paper.status, paper.verified_on, paper.verified_by) == (R.VERIFIED, ON, cast.luis)
    assert standing_of(person, TODAY).may_go_on
    assert list(person.renunciations.standing()) == [newer, paper]
    with refused("This person has signed such a paper already"):
        sign(person, signed_on=TODAY, by=cast.lucia)
    strip = page_of(client.get(reverse("case-part", args=[paper.case.number, "law"])))
    assert {newer.get_absolute_url(), paper.get_absolute_url()} <= set(strip.links)
    with undone():
        withdraw_renunciation(newer, on=TODAY, by=cast.lucia)
        assert standing_of(person, TODAY).may_go_on


@pytest.mark.parametrize("is_retracted", [False, True])
def test_the_paper_as_a_whole_is_no_step(cast, is_retracted):
    paper = a_paper(cast)
    if is_retracted:
        paper = retract_renunciation(paper, remark="De otra persona", by=cast.lucia)
    with refused("Take back the paper as a whole", field="is_mistake"):
        take_back(cast, paper)


def test_a_refusal_taken_back_beside_a_verified_paper_leaves_nothing_to_verify(cast):
    refused_one = refuse_renunciation(a_submitted_paper(cast), on=ON, by=cast.luis)
    person = refused_one.individual
    newer = a_submitted_paper(cast, person)
    verified = verify(newer, on=ON, by=cast.luis)
    take_back(cast, refused_one, reason="Se leyó mal")
    assert not list(renunciations_to_verify.rows(TODAY))
    listed = page_of(as_(cast.luis).get(reverse("renunciation-file", args=[person.pk])))
    assert listed.says("Verificada, 2 may 2019 · la aceptó Ministerio de prueba · MRE-1")
    take_back(cast, verified, reason="Era de otra persona")
    assert len(list(renunciations_to_verify.rows(TODAY))) == 2
