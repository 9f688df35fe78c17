"""A slip in what somebody typed is put right on its page: freely for a day, with a reason later; the old is kept."""

import datetime

import pytest
import time_machine
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.contact.actions import add_phone, correct_phone, end_phone
from casework.corrections.models import Correction
from casework.corrections.slots import correction_extract
from casework.identity.actions.identity_documents import (
    add_identity_document,
    correct_identity_document,
)
from casework.register.choices import DocumentType
from casework.rights.extract import extract_of
from casework.search.querysets import search_people
from casework.wellbeing.actions import (
    correct_activity,
    correct_wellbeing_note,
    record_activity,
    record_screening,
    refer_from_offer,
    write_wellbeing_note,
)
from casework.wellbeing.choices import ActivityKind, Feeling, SupportOffer
from casework.work.actions import (
    correct_authorisation,
    correct_job_application,
    give_information,
    record_authorisation,
    record_job_application,
    record_visit,
    settle_job_application,
)
from partners.choices import OrganisationKind
from partners.models import Organisation
from tests.build import a_row, an_arrival, an_individual, people_of
from tests.cast import as_
from tests.refusals import refused

pytestmark = pytest.mark.django_db
LATER = datetime.timedelta(hours=25)


def of(*names, person, row):
    return [reverse(name, args=[person.number, row.pk]) for name in names]


def test_a_mistyped_phone_is_put_right_and_the_person_is_found_by_the_right_number(cast):
    person = an_individual(cast)
    phone = add_phone(person, number="300 123 4567", may_be_called=True, by=cast.ana)
    client, [address] = as_(cast.ana), of("phone-correct", person=person, row=phone)
    page = client.get(reverse("individual-detail", args=[person.number])).content.decode()
    assert address in page
    client.post(address, {"number": "300 123 4576", "version": phone.version})
    phone.refresh_from_db()
    assert (phone.number, phone.may_be_called) == ("+573001234576", True)
    assert [hit.individual for hit in search_people("3001234576", cast.ana)] == [person]
    assert search_people("3001234567", cast.ana) == []
    kept = Correction.objects.of(phone).get()
    assert "+573001234567 → 300 123 4576" in kept.changes
    event = AuditEvent.objects.get(verb="phone.corrected")
    assert event.details == {"fields": ["number"]}
    shown = reverse("phone-show", args=[person.number, phone.pk])
    assert "+573001234567" in client.get(shown).content.decode()


def test_after_a_day_a_correction_says_why(cast):
    person = an_individual(cast)
    phone = add_phone(person, number="300 123 4567", by=cast.ana)
    with time_machine.travel(datetime.datetime.now(datetime.UTC) + LATER):
        with refused("say why it is put right", field="reason"):
            correct_phone(phone, number="300 123 4576", by=cast.ana)
        correct_phone(phone, number="300 123 4576", reason="Bailaron dos cifras.", by=cast.ana)
    assert Correction.objects.of(phone).get().because == "Bailaron dos cifras."


def test_a_phone_is_not_put_right_into_none_another_or_by_a_stranger(cast):
    person = an_individual(cast)
    phone = add_phone(person, number="300 123 4567", by=cast.ana)
    other = add_phone(person, number="300 765 4321", by=cast.ana)
    with refused("fewer than seven digits", field="number"):
        correct_phone(phone, number="12", by=cast.ana)
    with refused("on file already", field="number"):
        correct_phone(phone, number="300 765 4321", by=cast.ana)
    with refused("Nothing was changed"):
        correct_phone(phone, number=phone.number, by=cast.ana)
    end_phone(other, ended_on=cast.ana.today(), by=cast.ana)
    with refused("ended already"):
        correct_phone(other, number="300 765 4322", by=cast.ana)
    with pytest.raises(NotAllowed):
        correct_phone(phone, number="300 123 4576", by=cast.bruno)
    assert Correction.objects.count() == 0


def test_a_mistyped_paper_is_put_right_and_found_by_its_number(cast):
    person = an_individual(cast)
    paper = add_identity_document(
        person, number="V-12.345.678", type=DocumentType.NATIONAL_ID, country="VE", by=cast.ana
    )
    client, [address] = as_(cast.ana), of("paper-correct", person=person, row=paper)
    page = client.get(reverse("individual-detail", args=[person.number])).content.decode()
    assert address in page
    typed = {
        "type": DocumentType.NATIONAL_ID,
        "country": "VE",
        "number": "V-12.345.687",
        "valid_from": "2015-03-01",
        "states_work_right": "unknown",
    }
    client.post(address, typed)
    paper.refresh_from_db()
    assert (paper.number, paper.valid_from) == ("V-12.345.687", datetime.date(2015, 3, 1))
    assert [hit.individual for hit in search_people("12345687", cast.ana)] == [person]
    assert search_people("12345678", cast.ana) == []
    assert AuditEvent.objects.get(verb="document.corrected").details == {
        "fields": ["number", "valid_from"]
    }
    with refused("last day is before the first", field="valid_until"):
        correct_identity_document(paper, valid_until=datetime.date(2014, 1, 1), by=cast.ana)
    tomorrow = cast.ana.today() + datetime.timedelta(days=1)
    with refused(field="valid_from"):
        correct_identity_document(paper, valid_from=tomorrow, by=cast.ana)
    add_identity_document(
        person, number="V-9.999.999", type=DocumentType.NATIONAL_ID, country="VE", by=cast.ana
    )
    with refused("on file already", field="number"):
        correct_identity_document(paper, number="V-9999999", by=cast.ana)


def test_days_and_words_of_wellbeing_are_put_right(cast):
    person, today = an_individual(cast), cast.ana.today()
    before = today - datetime.timedelta(days=3)
    activity = record_activity(person, kind=ActivityKind.TRAINING, on=today, by=cast.ana)
    note = write_wellbeing_note(person, on=today, feeling=Feeling.BAD, by=cast.ana)
    screening = record_screening(person, on=today, was_underfed="yes", by=cast.ana)
    client = as_(cast.ana)
    typed = {
        "activity-correct": (activity, {"kind": ActivityKind.SPORT}),
        "wellbeing-correct": (note, {"feeling": Feeling.BAD, "support": SupportOffer.ACCEPTED}),
        "screening-correct": (screening, {"was_underfed": "no", "has_lost_weight": "unknown"}),
    }
    part = reverse("case-part", args=[person.memberships.get().case.number, "support"])
    page = client.get(part).content.decode()
    for name, (row, facts) in typed.items():
        address = reverse(name, args=[row.pk])
        assert address in page
        client.post(address, {"on": before.isoformat(), **facts})
        row.refresh_from_db()
        assert row.on == before
    assert activity.kind == ActivityKind.SPORT
    assert (note.support, screening.was_underfed) == (SupportOffer.ACCEPTED, "no")
    verbs = {"activity.corrected", "wellbeing.corrected", "screening.corrected"}
    assert AuditEvent.objects.filter(verb__in=verbs).count() == 3
    with refused(field="on"):
        correct_activity(activity, on=today + datetime.timedelta(days=1), by=cast.ana)


def test_an_empty_note_and_an_offer_that_was_followed_are_not_corrected_away(cast):
    person, today = an_individual(cast), cast.ana.today()
    note = write_wellbeing_note(person, on=today, feeling=Feeling.BAD, by=cast.ana)
    with refused("Write something first", field="text"):
        correct_wellbeing_note(note, feeling=Feeling.NOT_ASKED, by=cast.ana)
    offer = write_wellbeing_note(person, on=today, support=SupportOffer.ACCEPTED, by=cast.ana)
    clinic = Organisation.objects.create(name="Clínica", kind=OrganisationKind.NGO)
    refer_from_offer(offer, service="health", organisation=clinic, reason="x", by=cast.ana)
    with refused("say first that none did", field="support"):
        correct_wellbeing_note(offer, support=SupportOffer.DECLINED, by=cast.ana)


def test_what_was_recorded_about_work_and_care_is_put_right(cast):
    person, today = an_individual(cast), cast.ana.today()
    before = today - datetime.timedelta(days=3)
    clinic = Organisation.objects.create(name="Clínica", kind=OrganisationKind.NGO)
    job = record_job_application(person, on=today, employer="Panadería", by=cast.ana)
    settle_job_application(
        job, outcome="refused", outcome_on=today, refusal_reason="document", by=cast.ana
    )
    visit = record_visit(person, provider=clinic, kind="medical", on=today, by=cast.ana)
    told = give_information(
        person,
        topic="work",
        on=today,
        language="es",
        knew_before="no",
        understood="yes",
        by=cast.ana,
    )
    right = record_authorisation(
        person, rule="ppt", allows="yes", starts_on=today, source="Un papel", by=cast.ana
    )
    client = as_(cast.ana)
    told_as = {"topic": "work", "language": "es", "knew_before": "yes", "understood": "yes"}
    says = {"rule": "ppt", "allows": "no", "source": "Un papel"}
    typed = {
        "job-application-correct": (job, {"on": before, "outcome": "waiting"}),
        "visit-correct": (visit, {"on": before, "kind": "medical", "provider": clinic.pk}),
        "information-correct": (told, {"on": before, **told_as}),
        "work-right-correct": (right, {"starts_on": before, **says}),
    }
    part = reverse("case-part", args=[person.memberships.get().case.number, "support"])
    page = client.get(part).content.decode()
    for name, (row, facts) in typed.items():
        address = reverse(name, args=[row.pk])
        assert address in page, name
        answer = client.post(address, facts)
        assert answer.status_code == 302, answer.context["form"].errors
        row.refresh_from_db()
        assert (row.starts_on if row == right else row.on) == before
        verb = name.removesuffix("-correct").replace("-", "_") + ".corrected"
        assert AuditEvent.objects.filter(verb=verb, about_id=row.pk).exists()
    assert (job.employer, job.outcome, job.outcome_on) == ("", "waiting", None)
    assert (told.knew_before, right.allows) == ("yes", "no")
    with refused("answer is before", field="outcome_on"):
        correct_job_application(
            job,
            outcome="refused",
            refusal_reason="document",
            outcome_on=before - datetime.timedelta(days=1),
            by=cast.ana,
        )
    with refused("end is before", field="ends_on"):
        correct_authorisation(right, ends_on=before, by=cast.ana)


def test_older_words_about_care_stay_out_of_an_extract(cast):
    person, today = an_individual(cast), cast.ana.today()
    phone = add_phone(person, number="300 123 4567", by=cast.ana)
    correct_phone(phone, number="300 123 4576", by=cast.ana)
    activity = record_activity(person, kind=ActivityKind.TRAINING, on=today, by=cast.ana)
    correct_activity(activity, remarks="Otra cosa", by=cast.ana)
    assert [row.about_id for row in correction_extract.rows(person)] == [phone.pk]
    assert Correction.objects.filter(individual=person).count() == 2


def test_an_extract_tells_what_was_put_right_in_the_arrival_of_the_person(cast):
    """It is a row about all who came with it, and about nobody of another arrival."""
    case, other = an_arrival(cast), an_arrival(cast, people=[a_row("Petra", "Mora")])
    address = reverse("arrival-correct", args=[case.arrivals.get().pk])
    as_(cast.ana).post(address, {"on": case.opened_on, "entry_mode": "river", "version": 1})
    [petra], people = people_of(other), people_of(case)
    for person in people:
        [row] = correction_extract.rows(person)
        assert row.about_id == case.arrivals.get().pk
        assert "→" in row.changes
    assert not correction_extract.rows(petra)
    [section] = [
        each
        for each in extract_of(people[1], by=cast.sonia).sections
        if each.title == correction_extract.title
    ]
    assert section.rows
