"""Rooms of a site from a sheet: shown row by row, then set up together, and taken back while nobody slept there."""

import io

import pytest
import xlsxwriter
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from python_calamine import CalamineWorkbook

from accounts.models import AuditEvent
from shelters.actions.beds import add_room
from shelters.models import Bed, Room, Site
from shelters.rules.room_sheet import choice_in, column_of, floor_in, folded, yes_or_no
from tests.cast import Cast, as_
from tests.imports.sheets import as_csv
from tests.page import Page, page_of
from tests.shelters.build import a_site


@pytest.fixture
def hotel(cast: Cast) -> Site:
    return a_site(cast.cucuta, beds=(), run_by=cast.carla)


def as_excel_writes_it() -> bytes:
    """A title over merged cells, an empty row, numbers as numbers and as text, an empty row below, and a total."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream) as book:
        book.add_worksheet("Instrucciones").write(0, 0, "Llenar la otra hoja")
        sheet = book.add_worksheet("Hotel")
        sheet.merge_range(0, 0, 0, 5, "HOTEL LA FRONTERA · HABITACIONES")
        headings = [
            "N.º de habitación",
            "Piso",
            "Camas",
            "Tipo de cama",
            "Para quién",
            "Baño privado",
            "Tarifa",
        ]
        sheet.write_row(2, 0, headings)
        sheet.write_row(3, 0, [101, 1, 3, "Camarote", "Mujeres", "Sí", 45000])
        sheet.write_row(4, 0, ["102.0", "PB", "2", "", "mixta", "no", 45000])
        sheet.write_row(6, 0, ["Salón A", "Piso 2", 12.0, "Colchonetas", "", "", 0])
        sheet.write_row(8, 0, ["TOTAL", "", 17])
    return stream.getvalue()


def send(user, site: Site, name: str, content: bytes) -> Page:
    url = reverse("rooms-sheet", args=[site.pk])
    return page_of(as_(user).post(url, {"file": SimpleUploadedFile(name, content)}))


def set_up(user, site: Site, page: Page):
    """Presses the button below the preview."""
    [cells] = [
        each.attributes["value"]
        for each in page.root.all("input")
        if each.attributes.get("name") == "cells"
    ]
    return as_(user).post(reverse("rooms-sheet", args=[site.pk]), {"cells": cells})


def test_a_sheet_from_excel_is_shown_and_then_set_up_in_one_act(cast: Cast, hotel: Site) -> None:
    assert (
        reverse("rooms-sheet", args=[hotel.pk])
        in page_of(as_(cast.carla).get(reverse("site-detail", args=[hotel.pk]))).links
    )
    page = send(cast.carla, hotel, "habitaciones.xlsx", as_excel_writes_it())
    assert page.says("3 habitaciones nuevas, 17 camas", "Columnas que no se leen: Tarifa")
    assert not page.says("TOTAL")
    assert not Room.objects.exists()
    assert set_up(cast.carla, hotel, page).url == reverse("site-detail", args=[hotel.pk])
    rooms = Room.objects.order_by("name").values_list(
        "name", "floor", "for_whom", "has_own_bathroom", "kind"
    )
    assert list(rooms) == [
        ("101", 1, "women", True, "room"),
        ("102", 0, "", False, "room"),
        ("Salón A", 2, "", False, "room"),
    ]
    beds = Bed.objects.order_by("room__name", "position").values_list("room__name", "kind")
    assert list(beds) == [
        *[("101", "bunk")] * 3, *[("102", "bed")] * 2, *[("Salón A", "mattress")] * 12,
    ]  # fmt: skip
    event = AuditEvent.objects.get(verb="rooms.added")
    assert (event.actor, len(event.details["rooms"]), event.details["beds"]) == (cast.carla, 3, 17)
    carla = as_(cast.carla)
    assert page_of(carla.get(reverse("site-detail", args=[hotel.pk]))).says("3 habitaciones")
    carla.post(reverse("rooms-take-back", args=[hotel.pk]))
    assert not Room.objects.exists()


def test_every_fault_names_its_row_and_column_and_nothing_is_set_up(
    cast: Cast, hotel: Site
) -> None:
    rows = [
        ["Hab.", "Camas", "Tipo", "Baño propio"],
        ["101", "ocho", "", ""],
        ["102", "2", "Palacio", "quizás"],
        ["101", "2", "", ""],
        ["", "4", "", ""],
        ["103", "2", "Familiar", "x"],
    ]
    page = send(cast.carla, hotel, "hotel.csv", as_csv(rows))
    assert page.says(
        "No se pueden leer 4 filas.",
        "Fila 2, columna B (Camas):",
        "Fila 3, columna C (Tipo):",
        "Fila 3, columna D (Baño propio): escriba sí o no",
        "Fila 4, columna A (Hab.): la fila 2 ya tiene esta habitación",
        "Fila 5, columna A (Hab.):",
    )
    assert not page.says("Fila 6", "Registrarlas")
    assert not page.says("Registrarlas")
    assert not Room.objects.exists()


def test_a_room_on_file_is_said_and_left_as_it_is(cast: Cast, hotel: Site) -> None:
    add_room(hotel, name="A1", beds=1, floor=3, by=cast.carla)
    rows = [["Habitación", "Camas"], ["a1", "5"], ["A2", "2"]]
    page = send(cast.carla, hotel, "hotel.csv", as_csv(rows))
    assert page.says("Ya está registrada: queda como está", "1 habitación nueva, 2 camas")
    set_up(cast.carla, hotel, page)
    assert {room.name: room.beds.count() for room in Room.objects.all()} == {"A1": 1, "A2": 2}
    assert Room.objects.get(name="A1").floor == 3
    again = set_up(cast.carla, hotel, page)
    assert page_of(again).says("Todas las habitaciones de la hoja ya están registradas.")
    assert Room.objects.count() == 2


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("hotel.xlsx", b"no sheet at all", "no corresponde a la terminación"),
        ("hotel.csv", as_csv([["Nombre del dueño", "Cédula"], ["Luis", "1"]]), "ninguna fila de encabezados"),
        ("hotel.csv", as_csv([["Habitación", "Piso"], ["101", "1"]]), "no tiene columna para: Número de camas"),
        ("hotel.csv", as_csv([["Habitación", "Camas"], *[[f"{n}", "1"] for n in range(501)]]), "Máximo 500"),
    ],
)  # fmt: skip
def test_a_sheet_that_is_none_of_rooms_is_refused_with_the_reason(
    cast: Cast, hotel: Site, name: str, content: bytes, sentence: str
) -> None:
    page = send(cast.carla, hotel, name, content)
    assert page.says(sentence)
    assert not page.says("Registrarlas")


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_empty_sheet_has_the_headings_that_are_read(cast: Cast, language: str) -> None:
    cast.carla.language = language
    cast.carla.save()
    answer = as_(cast.carla).get(reverse("rooms-sheet-blank"))
    [headings] = (
        CalamineWorkbook.from_object(io.BytesIO(answer.content)).get_sheet_by_index(0).to_python()
    )
    assert [column_of(heading) for heading in headings] == [
        "name", "beds", "bed_kind", "kind", "floor", "wing", "for_whom", "is_step_free", "has_cot",
        "has_own_bathroom",
    ]  # fmt: skip


def test_words_are_understood_as_people_write_them() -> None:
    assert [column_of(each) for each in ("N° HAB.", "Cantidad de camas", "Observaciones", "N°")] == [
        "name", "beds", None, None,
    ]  # fmt: skip
    assert [floor_in(each) for each in ("2.º", "Planta baja", "-1", "azotea")] == [
        "2",
        "0",
        "-1",
        "azotea",
    ]
    assert [yes_or_no(each) for each in ("SÍ", "", "no", "tal vez")] == [
        "true",
        "false",
        "false",
        None,
    ]
    labels = {folded(each): value for each, value in (("Litera", "bunk"), ("Cama", "bed"))}
    assert [choice_in(each, labels) for each in ("literas", "Camarote", "familiar")] == [
        "bunk", "bunk", "familiar",
    ]  # fmt: skip


def test_who_may_not_set_up_rooms_does_not_reach_the_page(cast: Cast, hotel: Site) -> None:
    for user in (cast.adela, cast.ana, cast.mara):
        assert as_(user).get(reverse("rooms-sheet", args=[hotel.pk])).status_code == 404
