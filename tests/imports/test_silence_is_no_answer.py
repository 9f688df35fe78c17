"""What a sheet leaves empty nobody was asked; and the country of a paper of which kind and number disagree."""

import pytest
from django.urls import reverse

from casework.register.choices import DocumentType
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual
from imports.models import ImportBatch
from tests.imports.sheets import as_xlsx, checked, put_on_file
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("house")

HEADINGS = ["Familia", "Nombres", "Apellidos", "Edad", "Parentesco", "Fuerza"]
ASKED = "Se preguntó: no sirvió en ninguna fuerza"
NOBODY_ASKED = "Nadie preguntó si esta persona sirvió en una fuerza"
FAMILY = [
    HEADINGS,
    ["1", "Yorman", "Rojas", "41", "titular", "GNB"],
    ["1", "Marleny", "Peña", "39", "esposa", ""],
    ["1", "Keyla", "Rojas", "12.5", "hija", ""],
    ["1", "Ángel", "Rojas", "16", "hijo", ""],
    ["1", "Luis", "Rojas", "14", "hijo", "civil"],
    ["2", "Eva", "Lugo", "16", "titular", ""],
]


def text_of(client, address):
    return " ".join(page_of(client.get(address)).root.text.split())


def test_an_empty_cell_is_no_answer_whatever_the_age(cast, ana):
    batch = checked(ana, as_xlsx(FAMILY), "a.xlsx", cast.norte)
    page = text_of(ana, f"/imports/{batch.pk}/?rows=good")
    assert (page.count(ASKED), page.count(NOBODY_ASKED)) == (1, 1)
    put_on_file(ana, batch)
    people = Individual.objects.all()
    assert {person.given_names: person.is_service_asked for person in people} == {
        "Yorman": True,
        "Marleny": False,
        "Keyla": False,
        "Ángel": False,
        "Luis": True,
        "Eva": False,
    }
    [keyla] = [person for person in people if person.given_names == "Keyla"]
    assert ASKED not in text_of(ana, reverse("individual-detail", args=[keyla.number]))


@pytest.mark.parametrize(
    ("word", "number", "kind", "country", "shown"),
    [
        ("CE", "E-80123456", DocumentType.STAY_PAPER, "", ": E-80123456"),
        ("CE", "80123456", DocumentType.STAY_PAPER, "CO", " · Colombia: 80123456"),
        ("CC", "V-12345678", DocumentType.NATIONAL_ID, "", ": V-12345678"),
        ("CI", "V-12345678", DocumentType.NATIONAL_ID, "VE", " · Venezuela: V-12345678"),
        ("", "E-80123456", DocumentType.NATIONAL_ID, "VE", " · Venezuela: E-80123456"),
    ],
)
def test_a_paper_goes_on_file_as_the_check_shows_it(cast, ana, word, number, kind, country, shown):
    rows = [
        [*HEADINGS, "Tipo doc.", "N° documento", "Nacionalidad"],
        ["1", "Josefina", "Rincón", "68", "titular", "PNB", word, number, "Ecuador"],
    ]
    batch = checked(ana, as_xlsx(rows), "a.xlsx", cast.norte)
    assert f"{kind.label}{shown}" in text_of(ana, f"/imports/{batch.pk}/?rows=good")
    put_on_file(ana, ImportBatch.objects.get(pk=batch.pk))
    paper = IdentityDocument.objects.get()
    assert (paper.type, paper.country) == (kind, country)
    assert Individual.objects.get().nationality == "EC"
