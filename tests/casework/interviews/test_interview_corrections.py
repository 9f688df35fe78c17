"""An interview that was typed wrong is put right; who did not take part is not said to have."""

import datetime

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.consents.actions import record_consent
from casework.corrections.models import Correction
from casework.interviews.actions import (
    correct_interview,
    log_interview,
    retract_part,
    share_contact,
)
from casework.interviews.models import InterviewedPerson
from casework.interviews.slots import (
    interviews_panel,
    interviews_timeline,
    outside_interview_extract,
    shared_contacts,
)
from casework.merges.actions import merge_individuals
from casework.slots.stream import stream
from casework.slots.timeline import Question
from tests.build import a_case, an_individual, people_of
from tests.cast import as_
from tests.refusals import refused

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]
DAY = datetime.date(2019, 3, 1)
LATER = datetime.timedelta(hours=25)
FACTS = {"visitor": "journalist", "visitor_name": "Radio", "purpose": "Una nota"}


def logged(cast, *people, on=DAY, **facts):
    return log_interview(people, on=on, by=cast.ana, **(FACTS | facts))


def told_of(case, user):
    with override("en"):
        return [str(event.text) for event in stream([interviews_timeline], Question(case, user))]


def test_who_asked_and_when_is_put_right_on_its_page(cast):
    person = an_individual(cast)
    interview = logged(cast, person)
    client, address = as_(cast.ana), reverse("interview-correct", args=[interview.pk])
    assert address in client.get(interview.get_absolute_url()).content.decode()
    assert "Radio" in client.get(address).content.decode()
    typed = {"visitor": "authority", "visitor_name": "Fiscalía", "purpose": "Una nota"}
    answer = client.post(address, {**typed, "on": "2019-02-27"})
    assert answer.status_code == 302, answer.context["form"].errors
    interview.refresh_from_db()
    assert (interview.visitor, interview.visitor_name) == ("authority", "Fiscalía")
    assert interview.on == datetime.date(2019, 2, 27)
    assert "Radio → Fiscalía" in client.get(interview.get_absolute_url()).content.decode()
    details = AuditEvent.objects.get(verb="interview.corrected").details
    assert details["fields"] == ["on", "visitor", "visitor_name"]
    assert "Radio" not in str(details)


def test_an_interview_that_never_was_counts_nowhere(cast):
    case = a_case(cast)
    person = people_of(case)[0]
    interview = logged(cast, person)
    assert told_of(case, cast.ana) == ["Spoke with somebody from outside"]
    correct_interview(interview, is_mistake=True, by=cast.ana)
    assert told_of(case, cast.ana) == []
    assert list(outside_interview_extract.rows(person)) == []
    [part] = interviews_panel.context(case, cast.ana)["parts"]
    assert part.interview.is_mistake
    page = as_(cast.ana).get(interview.get_absolute_url()).content.decode()
    assert "registrado por error" in page
    with refused("recorded by mistake"):
        correct_interview(interview, visitor_name="Otra", by=cast.ana)
    with refused("recorded by mistake"):
        share_contact(part, by=cast.ana)


def test_who_did_not_take_part_is_taken_out_and_who_did_is_added(cast):
    case, other = a_case(cast), a_case(cast, name="Kevin")
    wrong, right = people_of(case)[0], people_of(other)[0]
    interview = logged(cast, wrong)
    part = interview.people.get()
    client, address = as_(cast.ana), reverse("part-retract", args=[part.pk])
    assert address in client.get(interview.get_absolute_url()).content.decode()
    correct_interview(interview, people=[right], by=cast.ana)
    assert client.post(address, {}).status_code == 302
    assert [each.individual for each in InterviewedPerson.objects.standing()] == [right]
    assert told_of(case, cast.ana) == []
    assert told_of(other, cast.ana) == ["Spoke with somebody from outside"]
    page = client.get(interview.get_absolute_url()).content.decode()
    assert f"{wrong.number}: recorded by mistake" in page or f"{wrong.number}: registrado" in page
    correct_interview(interview, people=[wrong], by=cast.ana)
    assert InterviewedPerson.objects.standing().count() == 2


def test_what_was_put_right_about_a_person_is_read_by_who_sees_the_person(cast):
    mine = an_individual(cast)
    theirs = an_individual(cast, by=cast.bruno)
    interview = log_interview([mine], on=DAY, by=cast.ana, **FACTS)
    InterviewedPerson.objects.create(interview=interview, individual=theirs)
    retract_part(interview.people.get(individual=theirs), by=cast.bruno)
    page = as_(cast.ana).get(interview.get_absolute_url()).content.decode()
    assert theirs.number not in page
    address = reverse("interview-correct", args=[interview.pk])
    assert theirs.number not in as_(cast.ana).get(address).content.decode()
    assert theirs.number in as_(cast.bruno).get(interview.get_absolute_url()).content.decode()


def test_a_correction_of_an_interview_is_refused_where_it_cannot_be(cast):
    person = an_individual(cast)
    interview = logged(cast, person)
    part = interview.people.get()
    with refused("future", field="on"):
        correct_interview(interview, on=datetime.date(2031, 1, 1), by=cast.ana)
    with refused("Nothing was changed"):
        correct_interview(interview, **FACTS, by=cast.ana)
    with refused("not left empty", field="purpose"):
        correct_interview(interview, purpose=" ", by=cast.ana)
    for act in (
        lambda: correct_interview(interview, purpose="Otra", by=cast.bruno),
        lambda: retract_part(part, by=cast.bruno),
    ):
        with pytest.raises(NotAllowed):
            act()
    with time_machine.travel(timezone.now() + LATER):
        for act in (
            lambda: correct_interview(interview, purpose="Otra", by=cast.ana),
            lambda: retract_part(part, by=cast.ana),
            lambda: correct_interview(interview, people=[an_individual(cast)], by=cast.ana),
        ):
            with refused("say why it is put right", field="reason"):
                act()
        retract_part(part, reason="Era su hermano.", by=cast.ana)
    assert Correction.objects.of(interview).get().because == "Era su hermano."


def test_a_contact_that_was_passed_on_stays_known(cast):
    person = an_individual(cast)
    consent = record_consent(person, purpose="interviews", status="given", on=DAY, by=cast.ana)
    part = logged(cast, person).people.get()
    share_contact(part, by=cast.ana)
    retract_part(part, by=cast.ana)
    assert len(shared_contacts(consent, cast.ana)) == 1


def test_of_merged_records_who_took_part_under_either_did(cast):
    survivor, merged = an_individual(cast), an_individual(cast, given_names="Jorman José")
    interview = logged(cast, survivor, merged)
    retract_part(interview.people.get(individual=survivor), by=cast.ana)
    merge_individuals(survivor, merged=merged, by=cast.sonia)
    assert InterviewedPerson.objects.standing().filter(individual=survivor).exists()
