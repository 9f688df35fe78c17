"""Who answers second reads who answered first, and when: of a job, and of what a partner was asked."""

import pytest
from django.urls import reverse

from casework.work.actions import record_job_application, settle_job_application
from partners.actions import answer_request, make_request
from tests.aid.build import a_payer
from tests.build import an_arrival, people_of
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.django_db


def sentences(answer):
    assert answer.status_code == 200
    return [said for each in answer.context["form"].errors.values() for said in each]


def test_of_a_job_application_that_a_colleague_settled_meanwhile(cast):
    person, today = people_of(an_arrival(cast))[0], cast.ana.today()
    job = record_job_application(person, on=today, employer="Panadería", by=cast.ana)
    client = as_(cast.ana)
    page = reverse("job-application-settle", args=[job.pk])
    sent = page_of(client.get(page)).fields | {"outcome": "gave_up"}
    settle_job_application(job, outcome="hired", outcome_on=today, by=cast.sonia)
    said = sentences(client.post(page, sent))
    assert said[0] == "Esta postulación ya tiene su respuesta."
    assert said[1].startswith("Sonia registró «Obtuvo el empleo»")
    job.refresh_from_db()
    assert job.outcome == "hired"


def test_of_a_request_that_a_colleague_answered_meanwhile(cast):
    today = cast.sonia.today()
    asked = make_request(kind="data", on=today, asked_of=a_payer(), by=cast.sonia)
    client = as_(cast.sonia)
    page = reverse("request-answer", args=[asked.pk])
    sent = page_of(client.get(page)).fields | {"outcome": "granted"}
    answer_request(asked, outcome="declined", answered_on=today, reason="No", by=cast.adela)
    said = sentences(client.post(page, sent))
    assert said[0] == "Esta petición ya fue respondida."
    assert said[1].startswith("Adela registró «")
