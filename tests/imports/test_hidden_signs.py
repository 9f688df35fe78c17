"""Signs that nobody sees, and dashes and strokes that look like ours, through the doors by which people come on file."""

import datetime

import pytest

from casework.contact.models import Phone
from casework.register.models.individual import Individual
from casework.search.querysets import search_people
from tests.build import an_individual
from tests.cast import as_
from tests.imports.sheets import as_xlsx, checked, put_on_file

pytestmark = pytest.mark.usefixtures("house")
HEADINGS = [
    "Nombres",
    "Apellidos",
    "Sexo",
    "Fecha de nacimiento",
    "Cédula",
    "Teléfono",
    "Parentesco",
]
SHEET = [
    ["Eleuterio", "Mora\u00adles Paz", "M", "4/6/1980", "V\u201117.000.555", "0414\u20113330005", "titular"],
    ["Gregoria", "Sosa Lugo", "F", "6\u22157\u22151986", "V\u201317.000.777", "(0426)\u00a0333\u20140007", "titular"],
    ["\u202eIdalia\u202c", "D\u200diaz\u2011Gil", "F", "７／８／１９８７", "\u2066V\u221217000888\u2069", 
     "\u202a+58 412 3330008\u202c", "titular"],
]  # fmt: skip


def on_file():
    # The sheet is the last to have come.
    return [
        (each.given_names, each.family_names, each.born_on,
         each.identity_documents.get().number, Phone.objects.get(individual=each).number)
        for each in Individual.objects.order_by("number")
    ]  # fmt: skip


def test_a_sheet_with_hidden_signs_is_read_as_it_looks(cast, ana):
    batch = checked(ana, as_xlsx([HEADINGS, *SHEET]), "lista.xlsx", cast.norte)
    assert (batch.rows_good, batch.rows_wrong) == (3, 0)
    put_on_file(ana, batch)
    assert on_file() == [
        ("Eleuterio", "Morales Paz", datetime.date(1980, 6, 4), "V-17.000.555", "+584143330005"),
        ("Gregoria", "Sosa Lugo", datetime.date(1986, 7, 6), "V-17.000.777", "+584263330007"),
        ("Idalia", "Diaz-Gil", datetime.date(1987, 8, 7), "V-17000888", "+584123330008"),
    ]


def test_forms_and_the_search_read_as_a_sheet_does(cast):
    person = an_individual(cast, given_names="Yeison", family_names="Rivas")
    client = as_(cast.ana)
    page = f"/people/{person.number}"
    shown = client.get(f"{page}/correct/").context["form"]
    kept = {name: shown[name].value() for name in shown.fields if shown[name].value() is not None}
    names = {
        "given_names": "\u202eUsu\u00adario",
        "family_names": "Nie\u200bto",
        "how_name": "wrong",
    }
    assert client.post(f"{page}/correct/", kept | names).status_code == 302
    paper = {"type": "national_id", "country": "VE", "number": "V\u201319\u00a0887\u2011210"}
    assert client.post(f"{page}/documents/", paper).status_code == 302
    person.refresh_from_db()
    assert (person.given_names, person.family_names) == ("Usuario", "Nieto")
    assert person.identity_documents.get().number == "V-19 887-210"
    for typed in ["Usu\u00adario \u202eNieto", "V\u221219.887.210"]:
        assert [hit.individual for hit in search_people(typed, cast.ana)] == [person]
        answer = client.post("/search/", {"q": typed}, follow=True)
        assert person.number in answer.content.decode()
