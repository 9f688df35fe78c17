"""Requests about own data with their legal terms, and the extract of everything about a person."""

import datetime
import re
import time
from collections import Counter
from dataclasses import replace

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent, User
from asylum.flight.actions import record_flight
from asylum.permits.actions import record_permit
from casework.cases.actions import refer_to_legal
from casework.claims.choices import SubjectRequestKind
from casework.claims.models import SubjectRequest
from casework.consents.actions import record_consent
from casework.consents.choices import ConsentStatus, Purpose
from casework.contact.actions import add_phone
from casework.families.actions.family import end_membership
from casework.identity.actions.aliases import record_languages
from casework.identity.actions.identity_documents import add_identity_document
from casework.merges.actions import merge_individuals
from casework.notes.actions import write_note
from casework.register.choices import Relation
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.rights.actions import (
    answer_subject_request,
    extend_subject_request,
    make_extract,
    record_subject_request,
)
from casework.rights.extract import extract_of
from casework.rights.veil import veil_for
from casework.service.models import ServiceRecord
from casework.slots.extract import LeftOut, extract_parts, shown_parts
from casework.slots.extract_words import CODES, label_of
from casework.tasks.actions import set_task
from casework.wellbeing.actions import write_wellbeing_note
from casework.wellbeing.models import WellbeingNote
from shelters.models import Placement
from tests.build import a_case, a_row, an_arrival, an_individual, people_of
from tests.casework.rights.coverage import models_about_people, uncovered
from tests.cast import log_in
from tests.page import page_of
from tests.refusals import refused
from vault.privacy import declared
from worklist.due.rows import due
from worklist.sources.lookups import sentences

pytestmark = pytest.mark.usefixtures("english")
D = datetime.date
# Thursday; Monday the 24th of June 2019 and Monday the 1st of July are holidays in Colombia.
RECEIVED = D(2019, 6, 20)


@pytest.fixture
def june(law_of_the_file, db):
    with time_machine.travel(datetime.datetime(2019, 7, 1, 15, tzinfo=datetime.UTC), tick=True):
        yield


def asked(cast, kind=SubjectRequestKind.ACCESS, **facts):
    person = facts.pop("person", None) or people_of(an_arrival(cast))[0]
    facts = {"received_on": RECEIVED, "asked": "¿Qué guardan de mí?", "by": cast.ana} | facts
    return record_subject_request(person, kind=kind, **facts)


def words_of(extract):
    return "\n".join(
        line.value for section in extract.sections for row in section.rows for line in row
    )


@pytest.mark.parametrize(
    ("kind", "due_on", "extended_to"),
    [
        (SubjectRequestKind.ACCESS, D(2019, 7, 8), D(2019, 7, 15)),
        (SubjectRequestKind.CORRECTION, D(2019, 7, 15), D(2019, 7, 25)),
        (SubjectRequestKind.ERASURE, D(2019, 7, 15), D(2019, 7, 25)),
    ],
)
@pytest.mark.usefixtures("june")
def test_the_law_counts_business_days_from_the_day_after_without_holidays(
    cast, kind, due_on, extended_to
):
    request = asked(cast, kind)
    assert request.due_on == due_on
    assert request.rule.legal_reference.startswith("Ley 1581 de 2012")
    extend_subject_request(request, by=cast.sonia)
    request.refresh_from_db()
    assert (request.due_on, request.is_extended) == (extended_to, True)
    with refused("The term can be extended once"):
        extend_subject_request(request, by=cast.sonia)


@pytest.mark.usefixtures("june")
def test_a_request_falls_due_for_who_answers_it_by_number_alone(cast):
    request = asked(cast)
    rows = due(cast.sonia, today=D(2019, 7, 1), kinds=["subject_request_due"])[:]
    assert [(row.about_id, row.on, row.severity) for row in rows] == [
        (str(request.pk), D(2019, 7, 8), "warn")
    ]
    said = sentences((row.kind, row.about_id) for row in rows)
    assert [text for text, _person in said.values()] == [
        f"Request about own data: {request.individual.number}"
    ]
    for other in (cast.ana, cast.bruno, cast.lucia, cast.mara):
        assert due(other, today=D(2019, 7, 1), kinds=["subject_request_due"])[:] == []
    answer_subject_request(request, answered_on=D(2019, 7, 1), result="granted", by=cast.sonia)
    assert due(cast.sonia, today=D(2019, 7, 1), kinds=["subject_request_due"])[:] == []


@pytest.mark.usefixtures("june")
def test_the_clock_runs_on_for_somebody_who_left_the_family_and_the_page_shows_the_request(cast):
    case = an_arrival(cast, on=D(2019, 6, 1))
    person = people_of(case)[3]
    request = record_subject_request(
        person, kind=SubjectRequestKind.ACCESS, received_on=RECEIVED, asked="Todo.", by=cast.ana
    )
    end_membership(person.memberships.get(), left_on=D(2019, 6, 21), by=cast.ana)
    [row] = due(cast.sonia, today=D(2019, 7, 1), kinds=["subject_request_due"])[:]
    assert (row.about_id, row.on, row.case_id) == (str(request.pk), D(2019, 7, 8), case.pk)
    page = reverse("case-part", args=[case.number, "papers"])
    answer = reverse("subject-request-answer", args=[request.pk])
    assert answer in log_in(cast.sonia).get(page).content.decode()
    answer_subject_request(request, answered_on=D(2019, 7, 1), result="granted", by=cast.sonia)
    assert due(cast.sonia, today=D(2019, 7, 1), kinds=["subject_request_due"])[:] == []


@pytest.mark.usefixtures("june")
def test_a_refusal_carries_its_reasons_and_an_answer_stands(cast):
    request = asked(cast, SubjectRequestKind.ERASURE)
    day = D(2019, 7, 1)
    with refused("Say why it is not granted in full"):
        answer_subject_request(request, answered_on=day, result="refused", by=cast.sonia)
    told = {"answered_on": day, "result": "refused", "answer": "Hay un proceso."}
    with refused("Say what obliges to keep the file", field="kept_because"):
        answer_subject_request(request, **told, by=cast.sonia)
    answer_subject_request(request, **told, kept_because="claim", by=cast.sonia)
    with refused("This request was answered already"):
        answer_subject_request(request, answered_on=day, result="granted", by=cast.sonia)
    with pytest.raises(NotAllowed):
        answer_subject_request(asked(cast), answered_on=day, result="granted", by=cast.ana)


@pytest.mark.usefixtures("june")
def test_the_pages_record_extend_and_answer(cast):
    person = people_of(an_arrival(cast))[0]
    sent = {"kind": "access", "received_on": "2019-06-20", "asked": "Todo."}
    address = reverse("subject-request-record", args=[person.number])
    assert log_in(cast.ana).post(address, sent).status_code == 302
    request = SubjectRequest.objects.get()
    client = log_in(cast.sonia)
    page = reverse("case-part", args=[person.number.rsplit("-", 1)[0], "papers"])
    assert "Ley 1581 de 2012" in client.get(page).content.decode()
    extend = reverse("subject-request-extend", args=[request.pk])
    answer = reverse("subject-request-answer", args=[request.pk])
    for stranger in (cast.ana, cast.bruno, cast.mara, cast.carla):
        assert {log_in(stranger).get(url).status_code for url in (extend, answer)} == {404}
    assert client.post(extend).status_code == 302
    sent = {"answered_on": "2019-07-01", "result": "granted"}
    assert client.post(answer, sent).status_code == 302
    request.refresh_from_db()
    assert (request.result, request.is_extended) == ("granted", True)
    assert client.get(answer).status_code == 404


def test_every_field_about_a_person_is_in_the_extract_or_left_out_with_a_reason():
    assert uncovered(extract_parts) == []
    assert len(models_about_people()) > 30
    for part in extract_parts:
        reasons = [part.reason] if isinstance(part, LeftOut) else part.left_out.values()
        assert all(str(reason).strip() for reason in reasons)


def test_words_of_which_nobody_speaks_are_found_and_what_is_counted_is_shown_by_itself():
    service = next(held for held in shown_parts() if held.model is ServiceRecord)
    kept = [part for part in extract_parts if part.model not in (ServiceRecord, WellbeingNote)]
    kept.append(replace(service, first=[], words=["rank", "withdrawn_because"]))
    missing = declared(ServiceRecord, "sealed") - {"rank", "withdrawn_because"}
    assert "unit" in missing
    assert uncovered(kept) == [
        *sorted(f"casework.ServiceRecord.{name}" for name in missing),
        "casework.WellbeingNote.feeling",
        "casework.WellbeingNote.on",
        "casework.WellbeingNote.support",
        "casework.WellbeingNote.text",
    ]


def test_what_is_shown_exists_and_titles_and_authors_are_said():
    for held in shown_parts():
        fields = {field.name for field in held.model._meta.get_fields()}
        author = held.author.split("__")[0]
        assert (bool(str(held.title)), set(held.shown) <= fields, bool(held.shown)) == (True,) * 3
        assert author in {*fields, "", "recorded_by"}
        assert declared(held.model, "sealed") | declared(held.model, "personal") >= {*held.words}


def test_what_is_counted_leads_to_nobody():
    people = models_about_people() | {User}
    shown_by_itself = [
        held.model._meta.get_field(name)
        for held in shown_parts()
        for name in held.shown
        if name in declared(held.model, "counted")
    ]
    assert [field for field in shown_by_itself if field.related_model in people] == []


def test_the_extract_holds_what_is_held_and_tells_of_nobody_else(cast):
    case = an_arrival(cast)
    sergeant, wife, son = people_of(case)[:3]
    write_note(
        case,
        text="Yorman dice que Marleny Suárez y Ángel tienen miedo. Ana los visita.",
        individual=sergeant,
        by=cast.ana,
    )
    write_note(case, text="La familia come bien.", by=cast.ana)
    write_note(case, text="Marleny cuenta algo suyo.", individual=wife, by=cast.ana)
    set_task(case, title="Carné para Angel", due_on=cast.ana.today(), by=cast.ana)
    write_wellbeing_note(wife, on=cast.ana.today(), text="Solo de ella.", by=cast.ana)
    words = words_of(make_extract(sergeant, reason="asked", by=cast.sonia))
    assert "Yorman dice que [Spouse] y [Son] tienen miedo. [Caseworker] los visita." in words
    assert "La familia come bien." in words
    assert "Carné para [Son]" in words
    for held in ("Yorman José", "V-19.345.678", "Batallón de apoyo", "Caseworker"):
        assert held in words
    for third in ("Marleny", "Ángel", "Angel", "Ana", "cuenta algo suyo", "Solo de ella"):
        assert third not in words
    assert son.number not in words


def test_a_wife_reads_about_the_principal_as_such(cast):
    case = an_arrival(cast)
    wife = people_of(case)[1]
    write_note(case, text="Yorman salió con Ángel y con Marleny.", individual=wife, by=cast.ana)
    words = words_of(extract_of(wife, by=cast.sonia))
    assert "[Principal" in words
    assert "[Son of the principal] y con Marleny." in words
    assert "Yorman" not in words


def test_small_words_and_own_names_stay(cast):
    case = an_arrival(cast, people=[a_row("Luz", "Mora"), a_row("Sol", "Mora", relation="SIS")])
    veil = veil_for(people_of(case)[0])
    assert veil.replace_in("Luz Mora vio a Sol al sol.") == "Luz Mora vio a [Sister] al sol."


def test_who_left_the_family_does_not_read_what_came_after(cast):
    case = an_arrival(cast)
    member = case.members.select_related("individual").order_by("pk")[3]
    write_note(case, text="De antes.", by=cast.ana)
    type(member).objects.filter(pk=member.pk).update(left_on=cast.ana.today())
    with time_machine.travel(datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=3)):
        write_note(case, text="De después.", by=cast.ana)
        words = words_of(extract_of(member.individual, by=cast.sonia))
    assert "De después." not in words


def test_legal_officers_papers_are_in_the_extract_they_make_and_in_no_other(cast):
    case = a_case(cast)
    refer_to_legal(case, by=cast.ana)
    person = people_of(case)[0]
    record_flight(
        person, told_on=cast.lucia.today(), circumstances="Salió de noche.", by=cast.lucia
    )
    assert "Salió de noche." in words_of(make_extract(person, reason="lawyer", by=cast.lucia))
    supervisors = make_extract(person, reason="asked", by=cast.sonia)
    titles = [str(title) for title in supervisors.empty]
    titles += [str(section.title) for section in supervisors.sections]
    assert "Salió de noche." not in words_of(supervisors)
    assert "Flight and events before" not in titles


def test_taking_it_out_needs_a_fresh_log_in_and_a_reason_and_is_recorded(cast):
    person = people_of(a_case(cast))[0]
    address = reverse("extract-make", args=[person.number])
    client = log_in(cast.sonia)
    assert client.get(address).status_code == 200
    assert client.post(address, {"reason": ""}).status_code == 200
    assert not AuditEvent.objects.filter(verb="extract.made").exists()
    answer = client.post(address, {"reason": "asked"})
    assert "Yorman" in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    event = AuditEvent.objects.get(verb="extract.made")
    assert (event.actor, event.details) == (
        cast.sonia,
        {"individual": person.number, "reason": "asked"},
    )
    session = client.session
    session["account_authentication_methods"] = [{"method": "password", "at": time.time() - 3600}]
    session.save()
    assert client.post(address, {"reason": "asked"}).status_code == 302
    assert AuditEvent.objects.filter(verb="extract.made").count() == 1


def test_it_says_that_its_maker_may_not_read_all_whether_there_is_any_of_it_or_not(cast):
    person = people_of(a_case(cast))[0]
    client = log_in(cast.sonia)
    answer = client.post(reverse("extract-make", args=[person.number]), {"reason": "asked"})
    assert page_of(answer).says(
        "Lo que solo lee el equipo jurídico, como las imágenes de una renuncia"
    )


def test_nobody_else_takes_it_out(cast):
    person = people_of(a_case(cast))[0]
    address = reverse("extract-make", args=[person.number])
    for stranger in (cast.ana, cast.bruno, cast.carla, cast.lucia, cast.adela, cast.mara):
        assert log_in(stranger).get(address).status_code == 404
        with pytest.raises(NotAllowed):
            make_extract(person, reason="asked", by=stranger)
    assert Client().get(address).status_code == 302


def test_a_model_that_is_taken_off_the_list_is_missed():
    left = [part for part in extract_parts if part.model is not Placement]
    assert "shelters.Placement.site" in uncovered(left)


# The text of a note, and the text in the extract.
NUMBERS = [
    ("Llamar al 300 123 4567.", "Llamar al 300 123 4567."),
    ("Su cédula es 19345678.", "Su cédula es 19345678."),
    ("Su cédula es V-19.345.678", "Su cédula es V-19.345.678"),
    ("Ella: 301 999 8877", "Ella: [number: Spouse]"),
    ("Ella: +57 (301) 999-8877, siempre", "Ella: [number: Spouse], siempre"),
    ("Su cédula V-20.111.222", "Su cédula [number: Spouse]"),
    ("Pasaporte P990011 de ella", "Pasaporte [number: Spouse] de ella"),
    ("El vecino 0414-555.66.77", "El vecino [number]"),
    ("Ella: 3019998877", "Ella: [number: Spouse]"),
    ("El vecino 3105556677", "El vecino [number]"),
    ("El vecino: CC-1090123456", "El vecino: [number]"),
    ("Otro caso A-2019-000123-02", "Otro caso A-2019-000123-02"),
    ("Llegó el 23-02-2019 o el 2019-02-24", "Llegó el 23-02-2019 o el 2019-02-24"),
    ("Sirvió 2008-2019, unos 11 años", "Sirvió 2008-2019, unos 11 años"),
    ("Le dieron COP 1.350.000 y $1.350.000", "Le dieron COP 1.350.000 y $1.350.000"),
    ("Costó 1.350.000 pesos, v-19345678", "Costó 1.350.000 pesos, v-19345678"),
    ("Eran 50 de 95.000", "Eran 50 de 95.000"),
]


def test_numbers_of_others_in_texts_are_replaced_and_the_own_stay(cast):
    person, spouse = people_of(
        an_arrival(
            cast,
            people=[
                a_row("Yorman", "Rodríguez", document="V-19.345.678", phone="3001234567"),
                a_row(
                    "Luz",
                    "Peña",
                    relation=Relation.SPOUSE,
                    document="V-20.111.222",
                    phone="3019998877",
                ),
            ],
        )
    )
    add_identity_document(spouse, number="P-990011", type="passport", by=cast.ana)
    case = person.memberships.get().case
    for said, _shown in NUMBERS:
        write_note(case, text=said, individual=person, by=cast.ana)
    lines = Counter(words_of(extract_of(person, by=cast.sonia)).split("\n"))
    assert Counter(shown for _said, shown in NUMBERS) - lines == Counter()


def test_the_numbers_of_the_persons_own_papers_stay_wherever_they_are_said(cast):
    person = people_of(an_arrival(cast, people=[a_row("Yorman", document="V-19.345.678")]))[0]
    case = person.memberships.get().case
    refer_to_legal(case, by=cast.ana)
    today = cast.cucuta.today()
    record_permit(person, type="SC2", issued_on=today, number="4455667788", by=cast.lucia)
    write_note(case, text="Lleva el 4455667788", individual=person, by=cast.ana)
    words = words_of(extract_of(person, by=cast.sonia))
    assert "Lleva el 4455667788" in words
    assert "V-19.345.678" in words


def test_every_field_on_the_paper_has_a_name_that_is_translated():
    for held in shown_parts():
        for name in held.shown:
            assert label_of(held.model, name)


def test_codes_are_said_in_words(cast):
    person = people_of(an_arrival(cast))[0]
    record_languages(person, languages=["spa", "guc"], needs_interpreter=False, by=cast.ana)
    words = words_of(extract_of(Individual.objects.get(pk=person.pk), by=cast.sonia))
    assert "Venezuela" in words
    assert "Wayuu" in words
    assert "guc" not in words.split()
    assert "VE" not in words.split()


def test_after_a_merge_the_families_of_both_records_are_hidden_as_before(cast):
    wife = people_of(an_arrival(cast))[1]
    case = case_of(wife, cast.ana.today())
    write_note(case, text="Yorman golpea a Marleny; Wilmer lo vio.", individual=wife, by=cast.ana)
    add_phone(people_of(case)[3], number="3001112233", by=cast.ana)
    write_note(case, text="Llamó del 300 111 2233.", individual=wife, by=cast.ana)
    before = words_of(extract_of(wife, by=cast.sonia))
    hidden = "[Principal] golpea a Marleny; [Another in-law of the principal] lo vio."
    assert hidden in before
    survivor = an_individual(cast, given_names="Marlenis", family_names="Suárez", sex="f")
    merge_individuals(survivor, merged=wife, by=cast.sonia)
    after = words_of(extract_of(Individual.objects.get(pk=survivor.pk), by=cast.sonia))
    assert hidden in after
    assert re.findall(r"Wilmer|Yorman|300 111 2233", after) == []


def test_after_a_merge_the_extract_tells_of_both_records(cast):
    wife = people_of(an_arrival(cast))[1]
    case = case_of(wife, cast.ana.today())
    write_note(case, text="Toda la familia pide un cuarto.", by=cast.ana)
    survivor = an_individual(cast, given_names="Marlenis", family_names="Suárez", sex="f")
    for person in (wife, survivor):
        answer_consent(person, cast)
    merge_individuals(survivor, merged=wife, by=cast.sonia)
    extract = extract_of(Individual.objects.get(pk=survivor.pk), by=cast.sonia)
    said = words_of(extract)
    for words in (
        wife.number,
        "Marleny",
        "Marlenis",
        "Toda la familia pide un cuarto.",
        case.number,
    ):
        assert words in said, words
    rows = {str(section.title): len(section.rows) for section in extract.sections}
    assert {
        title: rows[title]
        for title in rows
        if title
        in {"Identity and contact", "Membership of a family", "Case", "Arrival", "Consents"}
    } == {
        "Identity and contact": 2,
        "Membership of a family": 2,
        "Case": 2,
        "Arrival": 2,
        "Consents": 2,
    }


def test_a_relative_is_hidden_under_the_names_of_each_of_their_records(cast):
    case = an_arrival(cast)
    wife, brother = people_of(case)[1], people_of(case)[3]
    known_as = an_individual(cast, given_names="Vilmer", family_names="Zuares")
    text = "Wilmer dice que se llama Vilmer."
    write_note(case, text=text, individual=wife, by=cast.ana)
    merge_individuals(brother, merged=known_as, by=cast.sonia)
    said = words_of(extract_of(wife, by=cast.sonia))
    assert "dice que se llama" in said
    assert "Wilmer" not in said
    assert "Vilmer" not in said


def answer_consent(person, cast):
    told = {"on": cast.ana.today(), "by": cast.ana}
    record_consent(person, purpose=Purpose.HEALTH, status=ConsentStatus.GIVEN, **told)


def test_every_array_that_is_shown_has_words_for_its_codes():
    arrays = [
        (held, held.model._meta.get_field(name))
        for held in shown_parts()
        for name in held.shown
        if hasattr(held.model._meta.get_field(name), "base_field")
    ]
    assert len(arrays) > 3
    for held, field in arrays:
        has_words = field.base_field.choices or field.name in CODES | dict(held.codes)
        assert has_words, (held.model, field.name)
