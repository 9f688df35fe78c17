"""Where a family crossed and how, what nationality somebody has and how they are called, as a sheet says it."""

import pytest

from casework.register.choices import EntryMode
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from imports.choices import RowFault, WordKind
from imports.rules.places import country_of, entry_of, nationalities_in
from tests.imports.sheets import as_xlsx, batch_of, checked, press, put_on_file, upload
from tests.page import page_of

HEAD = ["Familia", "Nombre", "Parentesco", "Punto de cruce", "Forma de ingreso", "Nacionalidad", "Apodo", "Fuerza"]  # fmt: skip


pytestmark = pytest.mark.usefixtures("house")


@pytest.mark.parametrize(
    ("word", "code"),
    [("Venezolana", "VE"), ("COLOMBIANO", "CO"), ("ec", "EC"), ("Perú", "PE"), ("Brazil", "BR"), ("marciano", None)],
)  # fmt: skip
def test_countries_and_peoples_are_known_by_name_and_code(word, code):
    assert country_of(word) == code


@pytest.mark.parametrize(
    ("word", "mode"),
    [("Trocha", EntryMode.TRAIL), ("a pie", EntryMode.BRIDGE), ("avión", EntryMode.AIR), ("nadie sabe", None)],
)  # fmt: skip
def test_ways_of_entry_are_known_by_their_words(word, mode):
    assert entry_of(word) == mode


def test_a_familys_arrival_takes_what_its_rows_say_and_the_others_what_was_chosen(cast, ana):
    rows = [
        HEAD,
        ["1", "Ana Rojas", "titular", "", "", "colombiana", "La Negra", "civil"],
        ["1", "Luis Rojas", "hijo", "Puente Tienditas", "trocha", "", "", ""],
        ["2", "Eva Lugo", "titular", "", "", "", "", "civil"],
        ["3", "Flor Gil", "titular", "El Escobal", "", "", "", "civil"],
    ]
    answer = upload(ana, as_xlsx(rows), "a.xlsx", cast.norte, crossing="simon-bolivar")
    batch = batch_of(answer)
    press(ana, f"/imports/{batch.pk}/columns/")
    form = ana.get(f"/imports/{batch.pk}/words/").context["form"]
    crossings = [word.word for word in form.words if word.kind == WordKind.CROSSING]
    assert crossings == ["El Escobal"]
    said = {
        f"word-{place}": "unknown" if word.kind == WordKind.CROSSING else word.guess
        for place, word in enumerate(form.words)
    }
    ana.post(f"/imports/{batch.pk}/words/", said)
    page = ana.get(f"/imports/{batch.pk}/").content.decode()
    assert ("Puente Tienditas" in page, "La Negra" in page) == (True, True)
    batch.refresh_from_db()
    put_on_file(ana, batch)
    arrivals = Arrival.objects.order_by("case__number")
    assert [(each.crossing_id, each.entry_mode) for each in arrivals] == [
        ("tienditas", EntryMode.TRAIL),
        ("simon-bolivar", EntryMode.UNKNOWN),
        (None, EntryMode.UNKNOWN),
    ]
    people = {person.given_names: person for person in Individual.objects.all()}
    assert (people["Ana"].nationality, people["Ana"].alias) == ("CO", "La Negra")
    assert (people["Luis"].nationality, people["Luis"].alias) == ("", "")


def test_a_family_that_crossed_in_two_places_is_told_so(cast, ana):
    rows = [
        HEAD,
        ["1", "Ana Rojas", "titular", "Puente Tienditas", "trocha", "", "", "civil"],
        ["1", "Luis Rojas", "hijo", "Paraguachón", "río", "", "", ""],
    ]
    batch = checked(ana, as_xlsx(rows), "a.xlsx", cast.norte)
    [chunk] = batch.chunks.all()
    found = {row["number"]: [fault[:2] for fault in row["faults"]] for row in chunk.rows}
    assert found[3] == [
        ["crossing", RowFault.CROSSINGS_DIFFER],
        ["entry", RowFault.CROSSINGS_DIFFER],
    ]
    assert Case.objects.count() == 0


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("VEN/COL", ["VEN", "COL"]),
        ("Venezolana y colombiana", ["Venezolana", "colombiana"]),
        ("Venezolana-Colombiana", ["Venezolana", "Colombiana"]),
        ("VEN, COL y ECU", ["VEN", "COL", "ECU"]),
        ("Costa-Rica", ["Costa-Rica"]),
        ("Trinidad y Tobago", ["Trinidad y Tobago"]),
        ("Marte y Venus", ["Marte y Venus"]),
    ],
)
def test_a_cell_of_several_nationalities_is_read_part_by_part(cell, words):
    assert nationalities_in(cell) == words


def test_both_nationalities_of_a_cell_are_shown_and_put_on_file_and_three_name_the_row(cast, ana):
    head = ["Familia", "Nombre", "Parentesco", "Nacionalidad", "Documento", "Fuerza"]
    rows = [
        head,
        ["1", "Ana Rojas", "titular", "VEN/COL", "", "civil"],
        ["2", "Eva Lugo", "titular", "colombiana", "V-23.000.444", "civil"],
        ["3", "Flor Gil", "titular", "VEN, COL y ECU", "", "civil"],
        ["4", "Luz Mora", "titular", "venezolana / marciana", "", "civil"],
        ["5", "Mar Paz", "titular", "COL/ESP", "V-23.000.445", "civil"],
    ]
    answer = upload(ana, as_xlsx(rows), "a.xlsx", cast.norte)
    batch = batch_of(answer)
    press(ana, f"/imports/{batch.pk}/columns/")
    form = ana.get(f"/imports/{batch.pk}/words/").context["form"]
    said = {f"word-{place}": word.guess for place, word in enumerate(form.words) if word.guess}
    [open_at] = [place for place, word in enumerate(form.words) if word.word == "marciana"]
    ana.post(f"/imports/{batch.pk}/words/", said | {f"word-{open_at}": "PE"})
    page = page_of(ana.get(f"/imports/{batch.pk}/"))
    assert page.holds("Venezuela · Colombia")
    assert page.holds("Colombia · Venezuela")
    [chunk] = batch.chunks.all()
    faults = {row["number"]: [fault[:2] for fault in row["faults"]] for row in chunk.rows}
    third = [["nation", RowFault.THREE_NATIONALITIES]]
    assert faults == {2: [], 3: [], 4: third, 5: [], 6: third}
    batch.refresh_from_db()
    put_on_file(ana, batch)
    kept = {p.given_names: (p.nationality, p.second_nationality) for p in Individual.objects.all()}
    assert kept == {"Ana": ("VE", "CO"), "Eva": ("CO", "VE"), "Luz": ("VE", "PE")}
