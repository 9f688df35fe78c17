"""Of a national of the country no term to apply runs: who looks after the claim is told, and the nationality decides."""

import pytest
from django.urls import reverse

from asylum.claims.actions import lodge_application, prepare_application
from asylum.filing.slots import first_applications
from asylum.terms.slots import legal_terms
from casework.identity.actions.identity_documents import add_identity_document
from casework.register.choices import DocumentType, YesNo
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from reporting.figures.rights import adults_allowed_to_work
from tests.asylum.build import D, a_client, referred
from tests.build import a_row, an_arrival, people_of
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("law")
TODAY = D(2019, 5, 16)
TOLD = "Tiene la nacionalidad de Colombia"
RUNS = "todavía sin solicitud"


def due() -> int:
    return len(first_applications.rows(TODAY)) + len(legal_terms.rows(TODAY))


def law_page(cast):
    address = reverse("case-part", args=[Case.objects.get().number, "law"])
    return page_of(as_(cast.lucia).get(address))


def say_nationality(cast, person, nationality: str) -> None:
    """On the page of the person, as a caseworker does it."""
    client, address = as_(cast.ana), reverse("individual-correct", args=[person.number])
    typed = page_of(client.get(address)).fields | {"nationality": nationality}
    answer = client.post(address, typed)
    if answer.status_code == 200:
        answer = client.post(address, typed | {"how_nationality": "wrong"})
    assert answer.status_code == 302
    person.refresh_from_db()


def test_the_nationality_takes_the_term_away_and_gives_it_back(cast):
    person = a_client(cast)
    assert due() == 1
    assert law_page(cast).says(RUNS)
    say_nationality(cast, person, "CO")
    assert due() == 0
    page = law_page(cast)
    assert page.says(TOLD, person.display_name)
    assert not page.says(RUNS)
    assert not page.says("No corre ningún plazo")
    form = page_of(as_(cast.lucia).get(reverse("application-lodge", args=[person.pk])))
    assert form.says(TOLD)
    assert not form.says("Plazo para solicitar")
    say_nationality(cast, person, "VE")
    assert due() == 1
    assert law_page(cast).says(RUNS)


def test_a_claim_in_preparation_keeps_its_term_which_does_not_count(cast):
    person = a_client(cast)
    claim = prepare_application(person, by=cast.lucia)
    [term] = claim.deadlines.all()
    assert due() == 1
    say_nationality(cast, person, "CO")
    assert due() == 0
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    assert page.says(TOLD, "No hace falta: nacional de este país")
    assert not page.says("Vencido")
    assert page_of(as_(cast.lucia).get(reverse("application-list"))).says(person.number)
    [same] = claim.deadlines.all()
    assert (same.due_on, same.ended_on) == (term.due_on, None)


def test_nobody_asks_a_national_why_the_claim_is_late(cast):
    person = a_client(cast)
    say_nationality(cast, person, "CO")
    claim = lodge_application(person, on=TODAY, by=cast.lucia)
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    assert not page.says("no consta el motivo")
    say_nationality(cast, person, "VE")
    page = page_of(as_(cast.lucia).get(claim.get_absolute_url()))
    assert page.says("no consta el motivo")


def test_a_paper_alone_asks_and_the_term_runs_on(cast):
    person = a_client(cast)
    question = "¿tiene también esa nacionalidad"
    assert not law_page(cast).says(question)
    add_identity_document(
        person, type=DocumentType.NATIONAL_ID, number="1090400500", country="CO", by=cast.ana
    )
    page = law_page(cast)
    assert page.says(question, RUNS)
    assert due() == 1
    say_nationality(cast, person, "CO")
    page = law_page(cast)
    assert page.says(TOLD)
    assert not page.says(question)


def test_a_paper_of_another_country_asks_nothing(cast):
    person = a_client(cast)
    add_identity_document(
        person, type=DocumentType.PASSPORT, number="123456789", country="VE", by=cast.ana
    )
    assert not law_page(cast).says("¿tiene también esa nacionalidad")


def test_a_national_may_work_and_every_page_says_so(cast):
    person = a_client(cast)
    everybody = Individual.objects.filter(pk=person.pk)
    paper = {"type": DocumentType.NATIONAL_ID, "country": "CO", "number": "1090441772"}
    add_identity_document(person, **paper, states_work_right=YesNo.NO, by=cast.ana)
    letters = reverse("letter-choose", args=[person.pk])
    lists = reverse("work-right-missing")
    unclear, may = "ningún documento vigente hoy dice sí o no", "Puede trabajar: es nacional"

    def pages():
        return [page_of(as_(cast.lucia).get(address)) for address in (letters, lists)]

    letter, lacking = pages()
    assert law_page(cast).says(unclear)
    assert letter.says("Ningún documento vigente hoy dice algo sobre el trabajo")
    assert lacking.holds(person.number)
    assert adults_allowed_to_work(everybody, on=TODAY).part == 0
    say_nationality(cast, person, "CO")
    letter, lacking = pages()
    assert law_page(cast).says(may)
    assert not law_page(cast).says(unclear)
    assert letter.says(f"{may} y no necesita permiso")
    assert not lacking.holds(person.number)
    assert adults_allowed_to_work(everybody, on=TODAY).part == 1


def test_of_a_minor_who_is_a_national_the_age_is_told_before_the_right_to_work(cast):
    [person] = people_of(referred(an_arrival(cast, people=[a_row(born=2003)]), cast))
    say_nationality(cast, person, "CO")
    page = law_page(cast)
    assert page.says("Ley 1098 de 2006, art. 113")
    assert not page.says("Puede trabajar: es nacional")
