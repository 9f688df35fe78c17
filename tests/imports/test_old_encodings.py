"""Sheets of spreadsheets that know no Unicode: read so that there are words of the region, else somebody chooses."""

import pytest

from casework.register.models.individual import Individual
from imports.choices import ImportStatus
from imports.models import ImportBatch
from imports.rules.choices import SheetFault
from imports.rules.csv import readings_of
from tests.imports.sheets import as_csv, batch_of, checked, put_on_file, upload
from tests.page import page_of

ROWS = [
    ["Nombres", "Apellidos", "Cédula"],
    ["Begoña", "Muñoz Peña", "V-20000111"],
    ["Germán", "Güipe Ibáñez", ""],
]
# A letter that is one in DOS and another on a Mac, in words that are no names of the region.
UNCLEAR = b"Nombres;Apellidos\r\nXz\x94ro;Bw\x94ka\r\n"


@pytest.mark.parametrize("encoding", ["cp1252", "cp850", "cp437", "mac_roman"])
def test_the_reading_that_makes_names_of_the_region_is_taken(encoding):
    content = as_csv(ROWS, encoding=encoding)
    [reading] = readings_of(content)
    assert reading.text == content.decode(encoding)


@pytest.mark.parametrize("encoding", ["cp1252", "cp850", "mac_roman"])
def test_capital_letters_are_read_too(encoding):
    text = "NOMBRE;EDAD\r\nMUÑOZ PEÑA ÁNGEL;4\r\nÍÑIGUEZ ÓSCAR;5\r\n"
    assert [reading.text for reading in readings_of(text.encode(encoding))] == [text]


def test_one_word_of_the_region_is_enough():
    assert [reading.text for reading in readings_of("Nombre;Edad\nPeña;3".encode("cp850"))] == [
        "Nombre;Edad\nPeña;3"
    ]


@pytest.mark.usefixtures("house")
def test_where_the_letters_are_in_doubt_somebody_chooses_among_the_words(cast, ana):
    batch = batch_of(upload(ana, UNCLEAR, "viejo.csv", cast.norte))
    columns = f"/imports/{batch.pk}/columns/"
    page = page_of(ana.get(columns))
    assert list(batch.sheets_to_choose.values()) == ["Xzöro · Bwöka", "Xzîro · Bwîka"]
    assert str(SheetFault.LETTERS_IN_DOUBT.label) in page.root.text
    # Nothing goes on before somebody has chosen, not even the reading that stands there.
    answers = {name: value for name, value in page.fields.items() if name.startswith("column-")}
    assert ana.post(columns, answers).status_code == 200
    batch.refresh_from_db()
    assert batch.status == ImportStatus.MAPPING
    ana.post(f"/imports/{batch.pk}/sheet/", {"sheet": "1"})
    batch.refresh_from_db()
    assert batch.chunks.get().rows[0]["cells"] == ["Xzîro", "Bwîka"]
    ana.post(f"/imports/{batch.pk}/sheet/", {"sheet": "0"})
    batch.refresh_from_db()
    assert (batch.chunks.get().rows[0]["cells"], batch.is_in_doubt) == (["Xzöro", "Bwöka"], False)
    ana.post(columns, answers)
    ana.post(f"/imports/{batch.pk}/words/", {"word-0": "relative"})
    batch.refresh_from_db()
    put_on_file(ana, batch)
    assert Individual.objects.get().full_name == "Xzöro Bwöka"
    # Nor is a sheet of which part is on file read otherwise into a second import.
    batch.refresh_from_db()
    assert batch.sheets_to_choose == {}
    ana.post(f"/imports/{batch.pk}/sheet/", {"sheet": "1"})
    assert ImportBatch.objects.count() == 1


@pytest.mark.usefixtures("house")
def test_a_file_of_dos_goes_on_file_with_its_letters(cast, ana):
    put_on_file(ana, checked(ana, as_csv(ROWS, encoding="cp850"), "dos.csv", cast.norte))
    assert {person.full_name for person in Individual.objects.all()} == {
        "Begoña Muñoz Peña",
        "Germán Güipe Ibáñez",
    }
