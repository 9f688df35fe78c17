"""Sheets of registers, agencies, hospitals and forms on phones: nothing of them changes on its way without being asked."""

import datetime
from collections.abc import Sequence
from typing import NamedTuple

import pytest
import time_machine

from casework.register.models.arrival import Arrival
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from imports.choices import ImportStatus, RowDoubt, RowFault, WordKind
from tests.build import people_of
from tests.cast import Cast, log_in
from tests.imports.on_file import asked, on_file, through
from tests.imports.sheets import as_csv, as_workbook, as_xlsx, batch_of, press, put_on_file, upload

pytestmark = pytest.mark.usefixtures("house")
NOW = datetime.datetime(2026, 11, 26, 15, tzinfo=datetime.UTC)


class Sent(NamedTuple):
    """The rows of a sheet, who is on file afterwards, and by row what is asked."""

    rows: Sequence[Sequence[object]]
    people: Sequence[str] = ()
    asks: dict[int, set[str]] = {}


SHEETS = {
    "a town's register with four names and a married one": Sent(
        [
            ["No.", "PRIMER NOMBRE", "SEGUNDO NOMBRE", "PRIMER APELLIDO", "SEGUNDO APELLIDO", "APELLIDO DE CASADA", "SEXO",
             "FECHA DE NACIMIENTO", "TIPO DE IDENTIFICACIÓN", "NÚMERO DE IDENTIFICACIÓN", "PARENTESCO CON EL JEFE(A) DE HOGAR",
             "TELÉFONO CELULAR", "TELÉFONO FIJO", "FECHA DE INGRESO A COLOMBIA"],
            ["1", "JOSÉ", "GREGORIO", "ANGULO", "RIVERO", "", "MASCULINO", "12/03/1988", "CC", "V-18000111", "JEFE(A) DE HOGAR",
             "3101234567", "", "24/11/2026"],
            ["2", "ANA", "-", "LEAL", "NO TIENE", "DE ANGULO", "FEMENINO", "MAY 1990", "", "", "CÓNYUGE", "3107654321",
             "6075712345", "24/11/2026"],
            ["3", "LUZ", "DEL CARMEN", "ANGULO", "LEAL", "", "FEMENINO", "02/2016", "RC", "1090123456", "HIJO(A)", "", "",
             "24/11/2026"],
        ],
        [
            "José Gregorio / Angulo Rivero · m · 1988-03-12 day · V-18000111 · +573101234567 · FP 24.11.",
            "Ana / Leal De Angulo · f · 1990-05-01 month · +573107654321 · +576075712345 · SPO 24.11.",
            "Luz Del Carmen / Angulo Leal · f · 2016-02-01 month · 1090123456 · DAU 24.11.",
        ],
    ),
    "the agency for refugees, births estimated": Sent(
        [
            ["Registration Group ID", "Given Name", "Middle Name", "Family Name", "Sex", "Date of Birth", "DOB Estimated",
             "Relationship to Focal Point", "Arrival Date"],
            ["831-26C00001", "Nelson", "Omar", "Rangel", "M", "1991-01-01", "Yes", "Focal point", "2026-11-23"],
            ["831-26C00001", "Oriana", "", "Rangel", "F", "2015-06-30", "No", "Son/Daughter", "2026-11-23"],
            ["831-26C00001", "Tirso", "", "Rangel", "M", "2017-08-02", "", "Son/Daughter", "2026-11-23"],
        ],
        [
            "Nelson Omar / Rangel · m · 1991 age · FP 23.11.",
            "Oriana / Rangel · f · 2015-06-30 day · DAU 23.11.",
            "Tirso / Rangel · m · 2017-08-02 day · SON 23.11.",
        ],
    ),
    "the fund for children": Sent(
        [
            ["household_id", "individual_id", "full_name_i_c", "given_name_i_c", "middle_name_i_c", "family_name_i_c", "sex",
             "birth_date_i_c", "estimated_birth_date_i_c", "relationship_i_c", "phone_no_i_c", "marital_status_i_c"],
            ["HH-1", "IND-26-1", "Raiza Paola Duarte", "Raiza", "Paola", "Duarte", "FEMALE", "1990-01-01", "true", "HEAD",
             "+573001112233", "SINGLE"],
            ["HH-1", "IND-26-2", "Saúl Duarte", "Saúl", "", "Duarte", "MALE", "2014-03-05", "false", "SON_DAUGHTER", "", ""],
            ["HH-1", "IND-26-3", "Tito Mora", "Tito", "", "Mora", "MALE", "1988-01-05", "0", "WIFE_HUSBAND", "", ""],
        ],
        [
            "Raiza Paola / Duarte · f · 1990 age · +573001112233 · FP 25.11.",
            "Saúl / Duarte · m · 2014-03-05 day · SON 25.11.",
            "Tito / Mora · m · 1988-01-05 day · SPO 25.11.",
        ],
    ),
    "members of a form on a phone, with the key of their household": Sent(
        [
            ["miembro-primer_nombre", "miembro-segundo_nombre", "miembro-primer_apellido", "miembro-sexo", "miembro-edad",
             "miembro-parentesco", "PARENT_KEY", "KEY"],
            ["Ulises", "", "Pabón", "masculino", "40", "jefe_de_hogar", "uuid:aa", "uuid:aa/1"],
            ["Vilma", "Rosa", "Pabón", "femenino", "38", "esposa", "uuid:aa", "uuid:aa/2"],
            ["Wilson", "", "Vera", "masculino", "20", "jefe_de_hogar", "uuid:bb", "uuid:bb/1"],
        ],
        [
            "Ulises / Pabón · m · 1986 age · FP 25.11.",
            "Vilma Rosa / Pabón · f · 1988 age · SPO 25.11.",
            "Wilson / Vera · m · 2006 age · FP 25.11.",
        ],
    ),
    "a form whose server writes moments of Greenwich": Sent(
        [
            ["form.datos.nombres", "form.datos.apellidos", "form.datos.fecha_de_llegada", "form.meta.instanceID", "_id"],
            ["Xiomara", "Vivas", "2026-11-24T02:50:00.000Z", "u-1", "12345678"],
            ["Yuri", "Zerpa", "2026-11-24T02:50:00.000-05:00", "u-2", "12345679"],
        ],
        ["Xiomara / Vivas · u · None unknown · FP 23.11.", "Yuri / Zerpa · u · None unknown · FP 24.11."],
    ),
    "a hospital's list of births": Sent(
        [
            ["Apellidos, nombres", "Sexo", "Fecha de nacimiento", "Cédula", "Familia", "Parentesco"],
            ["Becerra Lozada, Irma", "F", "3/5/1997", "V-25000111", "1", "titular"],
            ["Becerra Lozada, RN gemela 1", "F", "22/11/2026", "de la madre V-25000111", "1", "hija"],
            ["Becerra Lozada, RN gemela 2", "F", "22/11/2026", "V-25000111 (mamá)", "1", "hija"],
        ],
        [
            "Irma / Becerra Lozada · f · 1997-05-03 day · V-25000111 · FP 25.11.",
            "/ Becerra Lozada · f · 2026-11-22 day · DAU 25.11. · (RN gemela 1)",
            "/ Becerra Lozada · f · 2026-11-22 day · DAU 25.11. · (RN gemela 2)",
        ],
    ),
    "a child who is no newborn and has no name": Sent(
        [["Nombres", "Apellidos", "Edad"], ["RN", "Useche", "9"], ["RN 1", "Useche", ""]],
        asks={2: {RowFault.NO_PERSON, RowDoubt.SMALL_CHILD_FIRST}, 3: {RowFault.NO_PERSON}},
    ),
    "a list for money, with the number of each row": Sent(
        [
            ["ID", "Nombre completo", "No. de identificación", "Celular 1", "Celular 2"],
            ["100234", "Alirio Sayago", "V-14.222.333,00", "3005550001.00", "3005550002"],
        ],
        ["Alirio / Sayago · u · None unknown · V-14.222.333 · +573005550001 · +573005550002 · FP 25.11."],
    ),
    "a number with half a unit": Sent(
        [["Nombre", "Cédula", "Teléfono"], ["Belkis Parada", "14222333.5", "3005550001,25"]],
        asks={2: {RowFault.DOCUMENT_ROUNDED}},
    ),
    "a school's list": Sent(
        [
            ["Apellido paterno", "Apellido materno", "Nombre 1", "Nombre 2", "Fecha de nac.", "Cédula del representante"],
            ["Jaimes", "Ochoa", "Dayana", "NN", "5/6/2013", "V-12000111"],
        ],
        ["Dayana / Jaimes Ochoa · u · 2013-06-05 day · FP 25.11."],
    ),
    "a police list of sisters, all called brothers": Sent(
        [
            ["APELLIDO(S) Y NOMBRE(S)", "SEXO", "EDAD", "PARENTESCO"],
            ["MORA PEÑA LUIS ALBERTO", "M", "30", "titular"],
            ["MORA PEÑA ROSA ELENA", "F", "25", "hermano"],
            ["PEÑA JOSEFA", "F", "60", "padre/madre"],
        ],
        [
            "Luis Alberto / Mora Peña · m · 1996 age · FP 25.11.",
            "Rosa Elena / Mora Peña · f · 2001 age · SIS 25.11.",
            "Josefa / Peña · f · 1966 age · MOT 25.11.",
        ],
    ),
    "children of whom the list of a shelter does not say the sex": Sent(
        [
            ["Nombre y apellido", "Sexo", "Edad", "Parentesco"],
            ["Iván Rivas", "M", "30", "jefe"],
            ["Sol Rivas", "", "5", "hijo/a"],
            ["Paz Rivas", "M", "6", "hija"],
        ],
        asks={3: {RowFault.OF_EITHER_SEX}, 4: {RowFault.OF_THE_OTHER_SEX}, 2: set()},
    ),
    "births that the cell itself calls estimated": Sent(
        [
            ["Nombre", "Fecha de nacimiento"],
            ["Ana Rojas", "aprox. 12/4/1991"],
            ["Luis Mora", "01/01/1985 (estimada)"],
            ["Rosa Vera", "12/4/1991"],
        ],
        [
            "Ana / Rojas · u · 1991 age · FP 25.11.",
            "Luis / Mora · u · 1985 age · FP 25.11.",
            "Rosa / Vera · u · 1991-04-12 day · FP 25.11.",
        ],
    ),
    "tags that say what headings of another language hold": Sent(
        [
            ["Anülia", "Eirukuu", "Juya"],
            ["#affected +name +given", "#affected+name+family", "#affected+age"],
            ["Leonor", "Ipuana", "41"],
        ],
        ["Leonor / Ipuana · u · 1985 age · FP 25.11."],
    ),
    "two cross-border lists pasted together": Sent(
        [
            ["Nombres", "Apellidos", "Nombres", "Edad"],
            ["Gladys", "Torrealba", "Pedro", "33"],
            ["Nombres", "Apellidos", "Nombres", "Edad"],
            ["Hugo", "Segovia", "Inés", "34"],
        ],
        ["Gladys / Torrealba · u · 1993 age · FP 25.11.", "Hugo / Segovia · u · 1992 age · FP 25.11."],
    ),
    "a boundary post that writes the family name last in capitals": Sent(
        [["Nombre completo", "Edad"], ["María del Valle SALCEDO", "20"], ["José de Jesús PERNÍA VALERO", "21"]],
        ["María del Valle / Salcedo · u · 2006 age · FP 25.11.", "José de Jesús / Pernía Valero · u · 2005 age · FP 25.11."],
    ),
}  # fmt: skip


@pytest.fixture
def ana_then(cast: Cast):
    """Ana's browser on the day on which these sheets came."""
    with time_machine.travel(NOW, tick=True):
        yield log_in(cast.ana)


@pytest.mark.parametrize("sent", SHEETS.values(), ids=SHEETS)
def test_what_is_on_file_is_what_the_sheet_says_or_the_row_asks(cast, ana_then, sent):
    batch = through(ana_then, cast, "a.xlsx", as_xlsx(sent.rows))
    assert (on_file(), asked(batch)) == (sorted(sent.people), sent.asks)


@pytest.mark.parametrize("encoding", ["mac_roman", "cp850", "cp437"])
def test_a_sheet_of_an_old_machine_with_tabs_is_read(cast, ana_then, encoding):
    rows = [["NOMBRES", "APELLIDOS", "EDAD"], ["BEGOÑA", "MUÑOZ PEÑA", "33 años"]]
    through(ana_then, cast, "a.txt", as_csv(rows, delimiter="\t", encoding=encoding))
    assert on_file() == ["Begoña / Muñoz Peña · u · 1993 age · FP 25.11."]


def test_a_name_that_may_part_in_two_places_is_asked_about_and_nobody_guesses(cast, ana_then):
    rows = [
        ["Nombre completo", "Fuerza"],
        ["Ana Xzqora Bwquena", "civil"],
        ["Luis Xzqora Peña", "civil"],
    ]
    batch = batch_of(upload(ana_then, as_xlsx(rows), "a.xlsx", cast.norte))
    press(ana_then, f"/imports/{batch.pk}/columns/")
    words = f"/imports/{batch.pk}/words/"
    form = ana_then.get(words).context["form"]
    [(place, word)] = [
        (place, word) for place, word in enumerate(form.words) if word.kind == WordKind.NAME
    ]
    assert (word.word, word.guess, word.samples) == (
        "Xzqora", None, ("Ana Xzqora Bwquena", "Luis Xzqora Peña"),
    )  # fmt: skip
    said = {f"word-{at}": each.guess for at, each in enumerate(form.words) if each.guess}
    assert ana_then.post(words, said).status_code == 200
    ana_then.post(words, said | {f"word-{place}": "given"})
    batch.refresh_from_db()
    put_on_file(ana_then, batch)
    assert {person.given_names for person in Individual.objects.all()} == {
        "Ana Xzqora",
        "Luis Xzqora",
    }
    again = batch_of(upload(ana_then, as_xlsx(rows), "b.xlsx", cast.norte))
    # The word is remembered: it decides nobody's sex, bond or service.
    assert press(ana_then, f"/imports/{again.pk}/columns/")["Location"] == f"/imports/{again.pk}/"


def test_what_was_said_of_a_rank_or_relation_is_offered_to_the_next_sheet_and_chosen_for_nobody(
    cast, ana_then
):
    rows = [["Nombre", "Grado", "Parentesco"], ["Luis Paredes", "chopo", "el mero"]]
    first = batch_of(upload(ana_then, as_xlsx(rows), "a.xlsx", cast.norte))
    press(ana_then, f"/imports/{first.pk}/columns/")
    ana_then.post(f"/imports/{first.pk}/words/", {"word-0": "sargento-1", "word-1": "FP"})
    second = batch_of(upload(ana_then, as_xlsx(rows), "b.xlsx", cast.norte))
    press(ana_then, f"/imports/{second.pk}/columns/")
    page = ana_then.get(f"/imports/{second.pk}/words/")
    form = page.context["form"]
    assert [(word.word, word.guess, word.earlier) for word in form.words] == [
        ("chopo", None, "sargento-1"),
        ("el mero", None, "FP"),
    ]
    assert "En una hoja anterior de su oficina: Sargento primero." in page.content.decode()
    assert ana_then.post(f"/imports/{second.pk}/words/", {}).status_code == 200
    second.refresh_from_db()
    assert second.status == ImportStatus.WORDS


def test_a_column_without_a_heading_is_not_remembered(cast, ana_then):
    rows = [["Nombre", ""], ["Luis Paredes", "M"]]
    first = batch_of(upload(ana_then, as_xlsx(rows), "a.xlsx", cast.norte))
    ana_then.post(f"/imports/{first.pk}/columns/", {"column-0": "full_name", "column-1": "sex"})
    second = batch_of(upload(ana_then, as_xlsx(rows), "b.xlsx", cast.norte))
    assert second.column_fields == {0: "full_name"}


def test_the_mother_and_her_newborn_without_a_name_are_no_likely_duplicates(cast, ana_then):
    rows = [
        ["Nombres", "Apellidos", "Edad", "Parentesco"],
        ["Petra", "Araque Luna", "27", "titular"],
        ["RN", "Araque Luna", "5 días", "hija"],
    ]
    batch = through(ana_then, cast, "a.xlsx", as_xlsx(rows))
    assert asked(batch) == {}
    again = through(ana_then, cast, "b.xlsx", as_xlsx(rows))
    assert {RowDoubt.REPEATS_FILE} & asked(again)[2] == set() or len(on_file()) == 2
    assert Arrival.objects.count() == 1


def test_members_of_a_form_are_families_by_the_index_of_their_household(cast, ana_then):
    """Two sheets, as such a form is handed out: only the members' names people, and each says whose household it is."""
    book = as_workbook(
        {
            "Hogares": [["municipio", "_index"], ["Cúcuta", "1"], ["Los Patios", "2"]],
            "miembros": [
                ["nombres", "apellidos", "sexo", "edad", "parentesco", "_index", "_parent_index"],
                ["Ulises", "Pabón", "masculino", "40", "jefe_de_hogar", "1", "1"],
                ["Wilson", "Vera", "masculino", "20", "jefe_de_hogar", "2", "2"],
                ["Vilma", "Pabón", "femenino", "38", "esposa", "3", "1"],
            ],
        }
    )
    batch = batch_of(upload(ana_then, book, "a.xlsx", cast.norte, arrived_on="2026-11-25"))
    ana_then.post(f"/imports/{batch.pk}/sheet/", {"sheet": "1"})
    press(ana_then, press(ana_then, f"/imports/{batch.pk}/columns/")["Location"])
    batch.refresh_from_db()
    put_on_file(ana_then, batch)
    households = [{person.given_names for person in people_of(case)} for case in Case.objects.all()]
    assert sorted(households, key=len) == [{"Wilson"}, {"Ulises", "Vilma"}]
