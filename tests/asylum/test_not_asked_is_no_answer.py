"""Who was not asked about service is nobody who did not serve, and what is learnt after an admission is followed up."""

import datetime

import pytest
import time_machine
from django.db import connection
from django.urls import reverse

from asylum.claims.actions import move_application
from asylum.claims.corrections import correct_application_step
from asylum.claims.gates import RenunciationMissing, StepMissing
from asylum.pathways.choices import ApplicationStatus
from asylum.renunciation.actions import record_demand
from casework.register.models.individual import Individual
from casework.service.actions import record_service
from casework.tasks.models import CaseTask
from reference.models import Force
from tests.asylum.build import (
    D,
    a_client,
    a_referred_family,
    a_submitted_paper,
    an_application,
    verify,
)
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

pytestmark = pytest.mark.django_db
S = ApplicationStatus
NOBODY_ASKED = "Nadie preguntó si esta persona sirvió en una fuerza"


@pytest.fixture
def brother(cast, law) -> Individual:
    """An adult whom nobody asked, in a family that is with legal aid."""
    person = a_referred_family(cast)[3]
    Individual.objects.filter(pk=person.pk).update(is_service_asked=False)
    return Individual.objects.get(pk=person.pk)


def test_who_was_not_asked_stands_among_what_is_missing_on_each_page(cast, brother):
    claim = an_application(cast, brother)
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    assert page.says(NOBODY_ASKED)
    assert not page.says("No se le pide a esta persona")
    person = page_of(as_(cast.ana).get(reverse("individual-detail", args=[brother.number])))
    assert person.says(NOBODY_ASKED)
    number = brother.memberships.get().case.number
    law_page = page_of(as_(cast.lucia).get(reverse("case-part", args=[number, "law"])))
    assert law_page.says(NOBODY_ASKED)


def test_admission_asks_first_and_the_no_is_kept_with_the_person(cast, brother):
    claim = an_application(cast, brother)
    client, address = as_(cast.lucia), reverse("application-move", args=[claim.pk])
    sent = {"to": S.ADMITTED, "on": "2/5/2019"}
    assert page_of(client.post(address, sent)).says(NOBODY_ASKED)
    assert page_of(client.post(address, sent | {"has_served": "yes"})).says("Haga registrar")
    claim.refresh_from_db()
    assert claim.status == S.LODGED
    assert client.post(address, sent | {"has_served": "no"}).status_code == 302
    claim.refresh_from_db()
    brother.refresh_from_db()
    assert (claim.status, brother.is_service_asked) == (S.ADMITTED, True)


def test_a_child_and_whoever_the_authority_does_not_ask_are_not_asked(cast, brother):
    Individual.objects.filter(pk=brother.pk).update(birth_year=2010, birth_precision="year")
    claim = an_application(cast, Individual.objects.get(pk=brother.pk))
    assert move_application(claim, to=S.ADMITTED, on=D(2019, 5, 2), by=cast.lucia)


def test_the_page_of_a_person_takes_the_answer_and_takes_it_back(cast, brother):
    client, address = as_(cast.ana), reverse("service-answer", args=[brother.number])
    for answer, is_asked in (("yes", True), ("no", False)):
        token = client.get(address).context["form"]["submission"].value()
        assert (
            client.post(address, {"is_service_asked": answer, "submission": token}).status_code
            == 302
        )
        brother.refresh_from_db()
        assert brother.is_service_asked is is_asked


def test_service_that_is_recorded_after_the_admission_asks_for_a_review(cast, brother):
    claim = an_application(cast, brother)
    move_application(claim, to=S.ADMITTED, on=D(2019, 5, 2), has_served=False, by=cast.lucia)
    connection.check_constraints()
    before = CaseTask.objects.count()
    record_service(brother, force=Force.objects.first(), by=cast.ana)
    [task] = CaseTask.objects.all()[before:]
    assert brother.number in task.title
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    assert page.says("Esta solicitud siguió")


def test_a_word_that_changes_after_the_admission_asks_for_a_review(cast, law):
    claim = an_application(cast)
    record_demand(claim.individual, is_asked=False, on=D(2019, 5, 1), by=cast.lucia)
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    assert page.says("La autoridad no la pide")
    claim = move_application(claim, to=S.ADMITTED, on=D(2019, 5, 2), by=cast.lucia)
    before = CaseTask.objects.count()
    record_demand(claim.individual, is_asked=True, on=D(2019, 5, 10), by=cast.lucia)
    assert CaseTask.objects.count() == before + 1
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    assert page.says("Esta solicitud siguió")


def test_an_admission_is_not_put_on_a_day_on_which_nothing_opened_it(cast, law):
    claim = an_application(cast)
    verify(a_submitted_paper(cast, claim.individual), on=D(2019, 5, 3), by=cast.luis)
    claim = move_application(claim, to=S.ADMITTED, on=D(2019, 5, 6), by=cast.lucia)
    address = reverse("application-step-correct", args=[claim.status_changes.first().pk])
    client = as_(cast.lucia)
    assert page_of(client.post(address, {"on": "2/5/2019"})).says(
        "no consta una renuncia verificada"
    )
    claim.refresh_from_db()
    assert claim.status_on == D(2019, 5, 6)
    assert client.post(address, {"on": "4/5/2019"}).status_code == 302


def test_a_word_opens_no_admission_of_a_day_before_it(cast, law):
    claim = an_application(cast)
    record_demand(claim.individual, is_asked=False, on=D(2019, 5, 10), by=cast.lucia)
    with pytest.raises(RenunciationMissing):
        move_application(claim, to=S.ADMITTED, on=D(2019, 5, 2), by=cast.lucia)
    claim = move_application(claim, to=S.ADMITTED, on=D(2019, 5, 10), by=cast.lucia)
    connection.check_constraints()
    with refused("Take the step back as a mistake", field="on"):
        correct_application_step(claim.status_changes.first(), on=D(2019, 5, 9), by=cast.lucia)


def test_a_refusal_is_final_before_the_time_to_appeal_has_ended_with_a_reason_alone(cast, law):
    claim = an_application(cast, status=S.REFUSED)
    last_day = claim.deadlines.running().get(kind="appeal").due_on
    with pytest.raises(StepMissing):
        move_application(claim, to=S.REFUSED_FINAL, on=last_day, by=cast.lucia)
    client, address = as_(cast.lucia), reverse("application-move", args=[claim.pk])
    sent = {"to": S.REFUSED_FINAL, "on": "3/5/2019"}
    assert page_of(client.post(address, sent)).says("El plazo para recurrir")
    assert (
        client.post(address, sent | {"override_reason": "Renunció al recurso"}).status_code == 302
    )
    step = claim.status_changes.first()
    assert (step.is_override, step.remark) == (True, "Renunció al recurso")


def test_after_the_time_to_appeal_a_refusal_is_final_without_a_question(cast, law):
    claim = an_application(cast, status=S.REFUSED)
    after = claim.deadlines.running().get(kind="appeal").due_on + datetime.timedelta(days=1)
    with time_machine.travel(datetime.datetime.combine(after, datetime.time(17), datetime.UTC)):
        moved = move_application(claim, to=S.REFUSED_FINAL, on=after, by=cast.lucia)
    assert not moved.status_changes.first().is_override


@pytest.mark.parametrize(
    ("birth_year", "word"),
    [(2001, "No se sabe si la autoridad la pide"), (2010, "No se le pide a esta persona")],
)
def test_the_claim_and_the_file_give_one_answer_where_nobody_wrote_down_the_word(
    cast, law, birth_year, word
):
    person = a_client(cast)
    year = {"birth_year": birth_year, "birth_precision": "year"}
    Individual.objects.filter(pk=person.pk).update(**year)
    claim = an_application(cast, Individual.objects.get(pk=person.pk))
    for address in (
        claim.get_absolute_url(),
        reverse("renunciation-file", args=[person.pk]),
    ):
        assert page_of(as_(cast.lucia).get(address)).says(word)


def test_that_a_relative_never_signs_is_said_before_the_word_of_the_authority_is_typed(
    cast, brother
):
    page = page_of(as_(cast.lucia).get(reverse("renunciation-demand", args=[brother.pk])))
    assert page.says("A los familiares nunca se les pide firmar")
