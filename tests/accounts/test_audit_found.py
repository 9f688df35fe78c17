"""The auditor's question, "who looked at this file?": by number, in words, by day, by colleague, as a file."""

import csv
import datetime
import io

import pytest
from django.urls import reverse

from accounts.audit import record, record_read
from accounts.models import AuditEvent
from casework.audit import views
from casework.audit.querysets import paths_to_people
from casework.bonds.models import Relationship
from casework.consents.models import ConsentStep
from casework.needs.actions import record_need
from casework.register.models.case import CaseStatusChange
from casework.register.models.individual import Individual
from casework.slots.extract import shown_parts
from tests.build import a_case, an_arrival, people_of
from tests.casework.identity.fill_person import a_code
from tests.cast import as_, log_in
from tests.page import page_of

LIST, FILE = "/audit/", "/audit/file/"


def verbs(user, **filters):
    page = log_in(user).get(LIST, filters).context["page_obj"]
    return [event.verb for event in page]


def test_a_case_is_found_by_its_number_as_anybody_writes_it(cast):
    case, other = a_case(cast), a_case(cast)
    record_read("case.read", by=cast.ana, about=case)
    record_read("case.read", by=cast.bruno, about=other)
    for typed in (case.number, case.number.lower().replace("-", ""), f" {case.number} "):
        found = log_in(cast.aurelio).get(LIST, {"number": typed}).context["page_obj"]
        assert {event.case_id for event in found} == {case.pk}
        assert ("case.read", cast.ana) in {(event.verb, event.actor) for event in found}
    assert verbs(cast.aurelio, number="A-2019-999999") == []


def test_a_person_is_found_with_the_rows_about_them(cast):
    case = an_arrival(cast)
    person, other = people_of(case)[:2]
    told = (part.rows_of(person) for part in shown_parts() if part.model is not Individual)
    row = next(row for rows in told for row in rows if hasattr(row, "individual"))
    record("individual.corrected", by=cast.ana, about=person, case=case)
    record("consent.given", by=cast.ana, about=row, case=case)
    record_read("case.read", by=cast.ana, about=case)
    record("individual.anonymised", by=cast.ana, about=other, case=case)
    found = verbs(cast.aurelio, number=person.number)
    assert {"individual.corrected", "consent.given", "case.read"} <= set(found)
    assert "individual.anonymised" not in found, "that is about somebody else of the family"


def test_the_list_says_numbers_and_words_and_no_name(cast):
    case = a_case(cast)
    person = people_of(case)[0]
    record_read("individual.read", by=cast.ana, about=person, case=case)
    page = page_of(log_in(cast.aurelio).get(LIST, {"number": case.number}))
    assert page.says(case.number, person.number, "abrió")
    assert "abrió" in " ".join(page.column("Qué"))
    assert "individual.read" not in " ".join(page.column("Qué"))
    assert not page.holds(person.given_names)


def test_days_are_those_of_the_reader_and_each_colleague_is_counted(cast):
    case = a_case(cast)
    for _ in range(3):
        record_read("case.read", by=cast.ana, about=case)
    record("case.closed", by=cast.ana, about=case)
    record_read("case.read", by=cast.sonia, about=case)
    today = cast.cucuta.today().isoformat()
    sent = {"number": case.number, "since": today, "until": today, "verb": "case.read"}
    answer = log_in(cast.aurelio).get(LIST, sent)
    counted = {each["actor__full_name"]: each["looks"] for each in answer.context["colleagues"]}
    assert counted == {cast.ana.full_name: 3, cast.sonia.full_name: 1}
    tomorrow = (cast.cucuta.today() + datetime.timedelta(days=1)).isoformat()
    assert verbs(cast.aurelio, number=case.number, since=tomorrow) == []
    assert log_in(cast.aurelio).get(LIST).context["colleagues"] == ()


def lines_of(answer):
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text)))


def test_what_was_found_is_saved_in_words_and_that_is_an_event(cast):
    case = a_case(cast)
    record_read("case.read", by=cast.ana, about=case)
    aurelio = log_in(cast.aurelio)
    sent = {"number": case.number, "is_read": "True"}
    shown = page_of(aurelio.get(LIST, sent))
    assert any(each.startswith(FILE) for each in shown.links)
    heading, *lines = lines_of(aurelio.get(FILE, sent))
    assert heading[0] == "Cuándo"
    assert len(lines) == AuditEvent.objects.filter(case_id=case.pk, is_read=True).count()
    assert {(line[1], line[5]) for line in lines} == {(cast.ana.full_name, case.number)}
    event = AuditEvent.objects.get(verb="audit.exported")
    assert (event.actor, event.details) == (cast.aurelio, {"events": len(lines)})


def test_too_much_for_a_file_is_said_and_nothing_is_sent(cast, monkeypatch):
    monkeypatch.setattr(views, "MOST_IN_A_FILE", 0)
    record_read("case.read", by=cast.ana, about=a_case(cast))
    answer = log_in(cast.aurelio).get(FILE, follow=True)
    assert page_of(answer).says("demasiados para un solo archivo")
    assert not AuditEvent.objects.filter(verb="audit.exported").exists()


@pytest.mark.parametrize(
    ("name", "readers"),
    [
        ("audit-file", {"aurelio"}),
        ("audit-office-file", {"sonia", "mara"}),
        ("audit-accounts-file", {"adela"}),
    ],
)
def test_only_readers_of_a_log_take_it_along_and_only_their_part(cast, name, readers):
    record("case.closed", by=cast.ana)
    record("case.reopened", by=cast.mara)
    answers = {who: as_(user).get(reverse(name)) for who, user in cast.users.items()}
    assert {who for who, answer in answers.items() if answer.status_code == 200} == readers
    if "mara" in readers:
        verbs = {line[-1] for line in lines_of(answers["mara"])[1:]}
        assert "case.reopened" in verbs
        assert "case.closed" not in verbs


def abouts(user, **filters):
    """What the page says each event is about, by its verb."""
    page = log_in(user).get(LIST, filters).context["page_obj"]
    return {event.verb: (event.about_numbers, event.is_of_the_case) for event in page}


def test_a_row_about_one_person_names_them_on_the_page_and_in_the_file(cast):
    case = an_arrival(cast)
    person = people_of(case)[1]
    told = {"starts_on": case.opened_on, "source": "observed"}
    record_need(person, code=a_code("DS-PM"), **told, by=cast.ana)
    told = abouts(cast.aurelio, number=case.number)
    assert told["need.recorded"] == ([person.number], False)
    aurelio = log_in(cast.aurelio)
    page = page_of(aurelio.get(LIST, {"number": case.number, "verb": "need.recorded"}))
    assert person.number in " ".join(page.column("Sobre"))
    heading, line = lines_of(aurelio.get(FILE, {"number": case.number, "verb": "need.recorded"}))
    told = dict(zip(heading, line, strict=True))
    assert (told["Caso"], told["Sobre"]) == (case.number, person.number)
    assert told["Consulta o acto"] == "acto"


def test_a_step_names_whom_its_row_is_about_and_a_pair_names_both(cast):
    case = an_arrival(cast)
    first, second = people_of(case)[:2]
    assert paths_to_people(ConsentStep) == ["consent__individual"]
    assert paths_to_people(Relationship) == ["individual_a", "individual_b"]
    assert paths_to_people(CaseStatusChange) == []
    bond = Relationship(individual_a=second, individual_b=first, kind="apart")
    bond.key_id, bond.recorded_by = first.key_id, cast.ana
    bond.save()
    record("relationship.recorded", by=cast.ana, about=bond, case=case)
    told = abouts(cast.aurelio, number=case.number)["relationship.recorded"]
    assert told == ([first.number, second.number], False)


def test_among_the_events_of_a_person_those_of_the_whole_case_say_so(cast):
    case = an_arrival(cast)
    person = people_of(case)[0]
    record_read("case.read", by=cast.ana, about=case)
    record_read("individual.read", by=cast.ana, about=person, case=case)
    told = abouts(cast.aurelio, number=person.number)
    assert told["case.read"] == ([], True)
    assert told["individual.read"] == ([person.number], False)
    page = page_of(log_in(cast.aurelio).get(LIST, {"number": person.number, "verb": "case.read"}))
    assert "todo el caso" in " ".join(page.column("Sobre"))


@pytest.mark.parametrize("typed", ["hola", "Deivis", "A-2026", "12-"])
def test_what_is_no_number_is_said_to_be_none_at_its_field_and_finds_nothing(cast, typed):
    record_read("case.read", by=cast.ana, about=a_case(cast))
    answer = log_in(cast.aurelio).get(LIST, {"number": typed})
    assert list(answer.context["filter"].form.errors) == ["number"]
    assert answer.context["total"] == 0
    assert page_of(answer).says("Esto no es un número de caso ni de persona")
    file = log_in(cast.aurelio).get(FILE, {"number": typed})
    assert file.status_code == 302
    assert not AuditEvent.objects.filter(verb="audit.exported").exists()


def test_looks_and_acts_are_called_by_one_word(cast):
    case = a_case(cast)
    record_read("case.read", by=cast.ana, about=case)
    aurelio = log_in(cast.aurelio)
    answer = aurelio.get(LIST, {"number": case.number, "is_read": "True"})
    field = answer.context["filter"].form.fields["is_read"]
    assert str(field.label) == "Consulta o acto"
    assert [str(words) for _, words in field.choices] == ["Cualquiera", "consulta", "acto"]
    heading, *lines = lines_of(aurelio.get(FILE, {"number": case.number, "is_read": "True"}))
    assert {line[heading.index("Consulta o acto")] for line in lines} == {"consulta"}
    assert "Consultas" in answer.content.decode()


def test_a_page_of_the_log_asks_as_often_for_four_events_as_for_one(
    cast, django_assert_num_queries, django_assert_max_num_queries
):
    aurelio, case = log_in(cast.aurelio), a_case(cast)
    record_read("case.read", by=cast.ana, about=case)
    aurelio.get(LIST, {"number": case.number})
    with django_assert_max_num_queries(40) as first:
        aurelio.get(LIST, {"number": case.number})
    for _ in range(4):
        record_read("case.read", by=cast.ana, about=case)
    with django_assert_num_queries(len(first)):
        aurelio.get(LIST, {"number": case.number})
