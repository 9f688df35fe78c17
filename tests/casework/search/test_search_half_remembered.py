"""Half-remembered facts find the person first; the typed text appears in no URL, title or log."""

import pytest
from django.urls import reverse

from accounts.models import AuditEvent
from casework.contact.actions import add_phone
from casework.register.models.individual import Individual
from casework.register.rules import parse_file_number
from casework.search.models import NameSearch
from casework.search.querysets import MOST_HITS, search_people
from shelters.actions.placements import place
from tests.build import a_row, an_arrival, people_of
from tests.cast import log_in
from tests.shelters.acts import check_in
from tests.shelters.build import a_site, beds_of
from vault.search import exact_token

OTHERS = [
    a_row("Yolanda", "Rodríguez Peña"), a_row("José Gregorio", "Vásquez"), a_row("Zoila", "Hernández"),
    a_row("Hermes", "Yáñez"), a_row("Carmen", "Ruiz"), a_row("Jorge", "Rosales Ávila"),
    a_row("Yormary", "Rodrigo"), a_row("Berta", "Llanos"),
]  # fmt: skip
SOUGHT = {
    "yorman": ("Yorman José", "Rodríguez Vásquez"),
    "rocio": ("Rocío del Valle", "Hernández Yáñez"),
    "bella": ("Bella Zoraida", "Quevedo Villalba"),
}


@pytest.fixture(scope="module")
def people_to_find(cast_of_the_file) -> dict[str, Individual]:
    """Three people among others of one team, and three people of the same names in another team."""
    cast = cast_of_the_file.anew()
    for row in OTHERS:
        an_arrival(cast, people=[row])
    for names in SOUGHT.values():
        an_arrival(cast, by=cast.bruno, people=[a_row(*names)])
    return {
        key: people_of(an_arrival(cast, people=[a_row(*names)]))[0] for key, names in SOUGHT.items()
    }


def first(typed: str, user) -> str:
    hits = search_people(typed, user)
    return hits[0].individual.number if hits else ""


@pytest.mark.parametrize(
    ("typed", "who"),
    [
        ("Rodríguez Vásquez Yorman José", "yorman"),
        ("vasquez yorman", "yorman"),
        ("YORMAN JOSE RODRIGUEZ VASQUEZ", "yorman"),
        ("Yorman Rodríguez", "yorman"),
        ("yorman vasquez", "yorman"),
        ("jose rodriguez vasquez", "yorman"),
        ("Yorman Basques", "yorman"),
        ("yorman rodriges", "yorman"),
        ("Llorman Rodríguez", "yorman"),
        ("Jorman Rodrigues Vasquez", "yorman"),
        ("Yorman Rodrígez Vázquez", "yorman"),
        ("Rosio Hernandez", "rocio"),
        ("rozio ernandez", "rocio"),
        ("Rocío Ernández Llañes", "rocio"),
        ("hernandez yanes rocio", "rocio"),
        ("rocio valle", "rocio"),
        ("Beya Soraida", "bella"),
        ("vella kebedo", "bella"),
        ("bella billalva", "bella"),
        ("zoraida quevedo", "bella"),
    ],
)
def test_a_half_remembered_name_finds_the_person_first(cast, people_to_find, typed, who):
    assert first(typed, cast.ana) == people_to_find[who].number
    assert search_people(typed, cast.bruno)[0].individual.number != people_to_find[who].number
    assert search_people(typed, cast.carla) == []


@pytest.fixture(scope="module")
def person_with_papers(cast_of_the_file, people_to_find) -> Individual:
    """A person with papers, phones and a bed."""
    cast = cast_of_the_file.anew()
    row = a_row("Wilmer", "Contreras", document="V-19.345.678")
    person = people_of(an_arrival(cast, people=[row]))[0]
    add_phone(person, number="0414-7654321", by=cast.ana)
    add_phone(person, number="+57 310 555 4433", by=cast.ana)
    site = a_site(cast.cucuta, beds=(4,), run_by=cast.carla, name="Hotel Puente")
    today = cast.sonia.today()
    stay = place(person, site=site, bed=beds_of(site)[2], starts_on=today, by=cast.sonia)
    check_in(stay, by=cast.sonia)
    return person


@pytest.mark.parametrize(
    "kind", ["number", "loose number", "case", "short case", "serial", "serial with zeros", "document", "digits",
             "wrong letter", "tail", "longer tail", "tail with dots", "phone", "phone abroad", "phone without country",
             "end of a phone", "last seven digits", "bed", "room at hotel"],
)  # fmt: skip
def test_a_number_a_paper_a_phone_or_a_bed_finds_the_person(cast, person_with_papers, kind):
    case = person_with_papers.memberships.get().case.number
    serial = str(int(case.rsplit("-", 1)[1]))
    typed = {
        "number": person_with_papers.number,
        "loose number": person_with_papers.number.lower().replace("-", ""),
        "case": case,
        "short case": f"{case.split('-')[1]}-{serial}",
        "document": "v 19345678",
        "digits": "19.345.678",
        "wrong letter": "E-19345678",
        "serial": serial,
        "serial with zeros": f"{int(serial):06d}",
        "tail": "5678",
        "longer tail": "345678",
        "tail with dots": "345.678",
        "end of a phone": "4321",
        "last seven digits": "765 43 21",
        "phone": "0414 765 43 21",
        "phone abroad": "+584147654321",
        "phone without country": "3105554433",
        "bed": "101 cama 3",
        "room at hotel": "puente 101",
    }[kind]
    assert first(typed, cast.ana) == person_with_papers.number
    assert person_with_papers.number not in [
        hit.individual.number for hit in search_people(typed, cast.bruno)
    ]


@pytest.mark.parametrize(
    "typed",
    ["19345679", "V-19.345.67", "W-19345678", "5679", "995678", "9954321", "321", "A-2019-999999"],
)
def test_another_number_finds_nobody(cast, person_with_papers, typed):
    assert search_people(typed, cast.ana) == []


@pytest.mark.parametrize(
    ("typed", "number"),
    [("A-2019-000123", ("A-2019-000123", "")), ("a2019000123", ("A-2019-000123", "")),
     ("2019-123", ("A-2019-000123", "")), ("2019-123-2", ("A-2019-000123", "A-2019-000123-02")),
     ("a201900012302", ("A-2019-000123", "A-2019-000123-02")),
     ("A-2019-000123-2", ("A-2019-000123", "A-2019-000123-02")),
     ("2019-1234567", None), ("2019", None), ("20191", None), ("2019000123021", None)],
)  # fmt: skip
def test_a_number_is_read_however_it_is_written(typed, number):
    assert parse_file_number(typed) == number


def test_what_was_typed_stands_in_no_address_title_or_log(cast, people_to_find, caplog):
    ana, typed = log_in(cast.ana), "yorman vasquez"
    asked = ana.get(reverse("search"), {"q": typed})
    assert (asked.status_code, asked["Location"]) == (302, reverse("search"))
    assert not NameSearch.objects.exists()
    answer = ana.post(reverse("search"), {"q": typed})
    kept = NameSearch.objects.get(user=cast.ana)
    assert answer["Location"] == reverse("search-results", args=[kept.pk])
    page = ana.get(answer["Location"]).content.decode()
    assert people_to_find["yorman"].number in page
    assert "asquez" not in page.split("<title>")[1].split("</title>")[0].lower()
    addresses = [part.split('"')[0] for part in page.split('href="')[1:]]
    assert [each for each in addresses if "asquez" in each.lower() or "orman" in each.lower()] == []
    details = str(list(AuditEvent.objects.values_list("details", flat=True)))
    assert "asquez" not in details.lower() + caplog.text.lower()
    assert log_in(cast.sonia).get(answer["Location"]).status_code == 404


@pytest.mark.parametrize("page", ["today", "case-list", "task-list", "site-list", "account"])
def test_the_search_stands_on_every_page_and_sends_a_form(cast, page):
    text = log_in(cast.ana).get(reverse(page)).content.decode()
    form = text.split('class="find')[1].split("</form>")[0]
    assert 'method="post"' in text.split('class="find')[0].rsplit("<form", 1)[1] + form
    assert "data-search" in form


def test_more_namesakes_than_are_shown_are_not_called_all_of_them(cast):
    for _each in range(MOST_HITS + 6):
        an_arrival(cast, people=[a_row("María", "González")])
    client = log_in(cast.ana)
    answer = client.post(reverse("search"), {"q": "Maria Gonzalez"}, follow=True)
    text = answer.content.decode()
    assert (len(answer.context["hits"]), answer.context["is_more"]) == (MOST_HITS, True)
    assert f"({MOST_HITS}+)" in text
    assert 'class="notice warn"' not in text
    few = client.post(reverse("search"), {"q": "Maria Gonzalez Xqzzt"}, follow=True)
    assert {hit.is_strong for hit in few.context["hits"]} == {False}


@pytest.mark.parametrize(
    "typed",
    [
        "21967260",
        "V-21.967.260",
        "C.I. V-21.967.260",
        "CI 21967260",
        "Cédula Nº 21.967.260",
        "7260",
    ],
)
@pytest.mark.parametrize("written", ["V-21.967.260", "C.I. 21967260", "21 967 260", "021967260"])
def test_what_stands_before_a_number_is_no_part_of_it(cast, typed, written):
    case = an_arrival(cast, people=[a_row("Yusmary", "Blanco", document=written)])
    [person] = people_of(case)
    assert [hit.individual for hit in search_people(typed, cast.ana)] == [person]


def test_a_paper_kept_before_its_number_was_cut_out_is_still_found(cast):
    case = an_arrival(cast, people=[a_row("Yusmary", "Blanco", document="C.I. V-21.967.260")])
    [person] = people_of(case)
    for kept in ("V21967260", "CIV21967260", "CI21967260", "21967260"):
        person.identity_documents.update(number_token=exact_token(kept, purpose="document"))
        assert [hit.individual for hit in search_people("C.I. 21.967.260", cast.ana)] == [person]


def test_the_tail_of_a_paper_is_found_though_it_holds_a_letter(cast):
    case = an_arrival(cast, people=[a_row("Yusmary", "Blanco", document="P-12345A7")])
    an_arrival(cast, by=cast.bruno, people=[a_row("Otra", "Persona", document="P-99945A7")])
    [person] = people_of(case)
    for typed in ("45A7", "45a7", "4-5A7"):
        assert [hit.individual for hit in search_people(typed, cast.ana)] == [person]
    assert search_people("46A7", cast.ana) == []
