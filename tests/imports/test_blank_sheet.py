"""The sheet to fill in: an import understands every heading and every word that it offers."""

import io
import zipfile

import pytest
from defusedxml import ElementTree
from django.utils import translation

from imports.blank import COLUMNS, LONGEST_LIST, blank_sheet
from imports.choices import RowState, SheetField
from imports.rules import words
from imports.rules.choices import SheetFault
from imports.rules.columns import guess_columns, guess_field
from imports.rules.reading import SheetRefused, read_sheet
from tests.imports.sheets import as_xlsx, checked

pytestmark = pytest.mark.usefixtures("house")
CELLS = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def lists_of(content: bytes) -> dict[int, list[str]]:
    """The words that the cells of a column offer."""
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        sheet = ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml"))
    rules = sheet.iter(f"{CELLS}dataValidation")
    return {
        ord(rule.attrib["sqref"][0]) - ord("A"): formula.text.strip('"').split(",")
        for rule in rules
        if (formula := rule.find(f"{CELLS}formula1")) is not None
    }


def headings(language: str) -> list[str]:
    with translation.override(language):
        return [f"{column.field.label}" for column in COLUMNS]


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.usefixtures("translations")
def test_every_heading_is_understood_without_a_question(language):
    expected = {place: column.field for place, column in enumerate(COLUMNS)}
    assert guess_columns(headings(language)) == expected
    assert [guess_field(heading) for heading in headings(language)] == list(expected.values())


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.usefixtures("translations")
def test_every_word_that_a_cell_offers_is_understood(language):
    with translation.override(language):
        offered = lists_of(blank_sheet())
    place = {column.field: number for number, column in enumerate(COLUMNS)}
    meanings = {
        SheetField.SEX: words.sex_of,
        SheetField.RELATION: words.relation_of,
        SheetField.DOCUMENT_TYPE: words.document_type_of,
    }
    for field, meaning in meanings.items():
        said = offered[place[field]]
        assert len(said) > 2
        assert [word for word in said if not meaning(word)] == []
        assert len(",".join(said)) <= LONGEST_LIST


@pytest.mark.usefixtures("translations")
def test_a_sheet_that_was_filled_in_is_good_as_it_is(cast, ana):
    blank = ana.get("/imports/blank.xlsx")
    assert blank["Content-Disposition"] == 'attachment; filename="llegadas.xlsx"'
    offered = lists_of(blank.content)
    place = {column.field: number for number, column in enumerate(COLUMNS)}
    force = next(word for word in offered[place[SheetField.FORCE]] if "GNB" in word)
    people = [
        {"family": "1", "given_names": "Nelson", "family_names": "Paredes Lugo", "sex": "Masculino",
         "age": "34", "document": "V-18.555.444", "relation": "Titular", "force": force, "rank": "S/2"},
        {"family": "1", "given_names": "Yuleima", "family_names": "Paredes Rojas", "sex": "Femenino",
         "birth": "3/5/2012", "relation": "Hija"},
        {"family": "2", "given_names": "Omaira", "family_names": "Contreras", "sex": "Femenino", "age": "51",
         "relation": "Titular", "force": "ninguna"},
    ]  # fmt: skip
    rows = [[person.get(column.field.value, "") for column in COLUMNS] for person in people]
    batch = checked(ana, as_xlsx([headings("es"), *rows]), "llegadas.xlsx", cast.norte)
    assert getattr(batch, batch.COUNTS[RowState.GOOD]) == 3


def test_what_nobody_filled_in_puts_nobody_on_file():
    with pytest.raises(SheetRefused) as refused:
        read_sheet("blank.xlsx", blank_sheet(), None)
    assert refused.value.fault in {SheetFault.NO_ROWS, SheetFault.EMPTY}


def test_who_may_not_import_gets_no_sheet(cast, client):
    client.force_login(cast.users["carla"])
    assert client.get("/imports/blank.xlsx").status_code == 404
