"""Cells that are no person, no number or no age are asked about; what can be understood is, and holds back no family."""

import datetime

import pytest

from casework.duplicates.querysets import likely_duplicates
from casework.duplicates.rules.matching import Candidate
from casework.register.choices import BirthPrecision, Sex
from casework.register.models.individual import Individual
from imports.choices import RowFault, RowState, SheetField, WordKind
from imports.models import ImportBatch
from imports.rows import rows_in
from imports.rules import births, phones, values
from imports.rules.names import read_family, read_full, read_given, read_name, split_rank
from imports.rules.values import CellFault
from tests.imports.sheets import as_xlsx, batch_of, checked, press, put_on_file, upload

D = datetime.date
SAME_PAPER = Candidate("Otro", "Nombre", document="1234567")
TOLD_ON, TODAY = D(2019, 3, 4), D(2026, 11, 22)


@pytest.mark.parametrize(
    "text",
    [
        "sin cédula",
        "S/C",
        "s/d",
        "no porta",
        "indocumentada",
        "partida nac.",
        "la perdió",
        "sin C.I.",
    ],
)
def test_a_cell_that_says_that_there_is_no_paper_is_no_number_of_one(text):
    assert values.read_document(text) == ""


def test_what_a_cell_says_in_words_becomes_a_remark():
    assert values.remark_on_document("la perdió") == "Documento: la perdió"
    assert values.remark_on_document("sin cédula") == ""
    assert values.remark_on_document("V-12.345.678") == ""
    assert phones.read_phones("310 2345678 (vecina)") == ("310 2345678",)
    assert phones.remark_on_phone("310 2345678 (vecina)") == "Teléfono: vecina"


def test_two_numbers_in_one_cell_are_asked_about():
    with pytest.raises(CellFault) as refused:
        values.read_document("V-17.388.494 / pas. 017388494")
    assert refused.value.fault == RowFault.TWO_DOCUMENTS
    assert values.read_document("12345678/2") == "12345678/2"


@pytest.mark.parametrize(
    ("text", "year"),
    [("34?", 1985), ("+/- 8", 2011), ("unos 34", 1985), ("~30", 1989)],
)
def test_an_age_that_is_told_with_doubt_is_an_age(text, year):
    birth = births.read_age(text, births.AgeRules(TOLD_ON, TOLD_ON))
    assert (birth.year, birth.precision) == (year, BirthPrecision.AGE)
    assert births.read_birth_cell(text, births.AgeRules(TOLD_ON, TOLD_ON), today=TODAY).year == year


@pytest.mark.parametrize(("text", "years"), [("10+", 10), ("más de 10", 10), ("12 años", 12)])
def test_years_of_service_are_read_as_people_write_them(text, years):
    assert values.read_years(text) == years


@pytest.mark.parametrize(
    ("read", "text", "fault"),
    [
        (values.read_years, "1,5", RowFault.YEARS_NOT_UNDERSTOOD),
        (values.read_years, "0.5 años", RowFault.YEARS_NOT_UNDERSTOOD),
        (
            lambda text: births.read_age(text, births.AgeRules(TOLD_ON, TOLD_ON)),
            "1,5",
            RowFault.AGE_NOT_UNDERSTOOD,
        ),
        (
            lambda text: births.read_age(text, births.AgeRules(TOLD_ON, TOLD_ON)),
            "1 año y medio",
            RowFault.AGE_NOT_UNDERSTOOD,
        ),
        (
            lambda text: births.read_birth_cell(text, births.AgeRules(TOLD_ON, TOLD_ON)),
            "1 y medio",
            RowFault.AGE_NOT_UNDERSTOOD,
        ),
    ],
)
def test_of_a_number_nothing_is_cut_off(read, text, fault):
    with pytest.raises(CellFault) as refused:
        read(text)
    assert refused.value.fault == fault
    assert values.read_years("12,0") == 12
    assert births.read_age("34,7", births.AgeRules(TOLD_ON, TOLD_ON)).year == 1985
    assert births.read_age("0,5", births.AgeRules(TOLD_ON, TOLD_ON)).born_on == D(2018, 9, 1)
    assert values.remark_on_years("12 años y 6 meses") == "Años de servicio: 12 años y 6 meses"


@pytest.mark.usefixtures("house")
def test_the_check_shows_everything_that_goes_on_file(cast, ana):
    told = {
        "Nombres": ("Luis", "Luis"), "Apellidos": ("Mora", "Mora"), "Sexo": ("M", Sex.MALE.label),
        "Fecha de nacimiento": ("12/4/1991", "1991"), "Cédula": ("V-19.345.678", "V-19.345.678"),
        "Teléfono": ("0414-1234567", "0414-1234567"), "Fuerza": ("GNB", "GNB"),
        "Grado": ("S/2", "Sargento segundo"), "Unidad": ("Batallón 41", "Batallón 41"),
        "Años de servicio": ("22 años", "Años de servicio: 22"),
        "Conocía el derecho a trabajar": ("no", "Conocía el derecho a trabajar: No"),
        "Fecha de llegada": ("23/02/2019", "23 feb 2019"), "Nacionalidad": ("venezolana", "Venezuela"),
        "Alias": ("El Flaco", "El Flaco"), "Observaciones": ("Vino solo", "Vino solo"),
    }  # fmt: skip
    sheet = [list(told), [cell for cell, _shown in told.values()]]
    batch = batch_of(
        upload(ana, as_xlsx([*sheet, ["Ana", "Rey", *[""] * 7, "1,5"]]), "a.xlsx", cast.norte)
    )
    answer = press(ana, f"/imports/{batch.pk}/columns/")
    press(ana, answer["Location"])
    batch.refresh_from_db()
    page = ana.get(f"/imports/{batch.pk}/", {"state": RowState.GOOD}).content.decode()
    assert [shown for _cell, shown in told.values() if str(shown) not in page] == []
    faults = {row["number"]: row["faults"] for row in rows_in(batch, [RowState.WRONG])}
    assert faults[3] == [["years_of_service", RowFault.YEARS_NOT_UNDERSTOOD]]


@pytest.mark.parametrize("text", ["wsp 310 2345678", "cel. 310 2345678", "WhatsApp: 310 2345678"])
def test_a_word_before_a_number_is_no_part_of_it(text):
    assert phones.read_phones(text) == ("310 2345678",)


def test_blanks_around_the_strokes_of_a_date_change_nothing():
    assert values.read_day("10 / 10 / 1996", today=TODAY) == D(1996, 10, 10)
    assert values.read_day("21 / 12 / 1978", today=TODAY) == D(1978, 12, 21)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Firma: ____", RowFault.NO_PERSON),
        ("N.N.", RowFault.NO_PERSON),
        ("(bebe) hijo de Luis", RowFault.NO_PERSON),
        ("??? VARGAS", RowFault.NO_PERSON),
        ("DIAZ, Rosa (+)", RowFault.NO_PERSON),
        ("PEREZ, Juan y RUIZ, Marta", RowFault.TWO_PEOPLE),
        ("GOMEZ SOTO, Luis / Ana Rivas", RowFault.TWO_PEOPLE),
        ("Mendoza González; Jessica", RowFault.TWO_PEOPLE),
        ("Eleuterio (hijo)", RowFault.NOT_ONLY_A_NAME),
        ("Páez Páez (alias El Flaco)", RowFault.NOT_ONLY_A_NAME),
        ("Páez, Luis alias El Flaco", RowFault.NOT_ONLY_A_NAME),
        ("José “El Flaco” Páez", RowFault.NOT_ONLY_A_NAME),
    ],
)
def test_what_is_nobodys_name_is_asked_about(text, fault):
    with pytest.raises(CellFault) as refused:
        read_name(text)
    assert refused.value.fault == fault


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (read_given, "Juan Pérez y Marta"),
        (read_given, "Ana y Luis"),
        (read_full, "Juan Pérez y Marta Ruiz"),
    ],
)
def test_two_who_are_joined_by_a_word_are_two(read, text):
    with pytest.raises(CellFault) as refused:
        read(text)
    assert refused.value.fault == RowFault.TWO_PEOPLE


@pytest.mark.parametrize("text", ["José Ortega y Gasset", "Yeison Ye", "Ortega y Vaca, Luis José"])
def test_an_and_in_a_surname_is_no_second_person(text):
    assert read_full(text) == text


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Sr. Gumersindo Páez", "Gumersindo Páez"),
        ("SRA. ANA PEÑA", "Ana Peña"),
        ("Srta Ana Peña", "Ana Peña"),
        ("Srabana Peña", "Srabana Peña"),
    ],
)
def test_how_somebody_is_addressed_is_no_part_of_their_name(text, name):
    assert read_name(text) == name


@pytest.mark.parametrize("text", ["Peña Soto, Luis Alberto", "Ana de la Cruz", "Nina", "Yormar"])
def test_an_ordinary_name_is_none_of_these(text):
    assert read_name(text) == text


@pytest.mark.parametrize(
    "text",
    ["Total", "TOTAL GENERAL", "Huella", "Observaciones:", "Recibido por", "Recibido por: Luis Mora", "Sin nombre",
     "Desconocido", "No aplica", "RN de Ana", "Bebé", "bebe de Ana Ruiz", "Esposa", "Menor", "X", "Niña de Ana",
     "Pérez, bebé", "RN Pérez"],
)  # fmt: skip
def test_a_word_that_is_nobodys_name_is_asked_about(text):
    with pytest.raises(CellFault) as refused:
        read_full(text)
    assert refused.value.fault == RowFault.NO_PERSON


@pytest.mark.parametrize(
    "text",
    ["Luis Menor Páez", "Menor Páez, Luis", "Ana Niño", "Niño de Guzmán, Luis", "Nieto Ruiz, Rosa", "Nina Bravo",
     "Luis Coronel", "Coronel Ruiz, Ana", "Primo Feliciano Díaz", "Rosa Señor", "Luis Cabo Mayor", "Ana Total"],
)  # fmt: skip
def test_a_surname_is_never_refused_for_being_a_word(text):
    assert split_rank(text, SheetField.FULL_NAME) == ("", text)
    assert read_full(text) == text


@pytest.mark.parametrize("text", ["Menor", "Niño", "Niño de Guzmán", "Nieto", "Coronel", "Mayor"])
def test_in_a_column_of_family_names_it_is_one(text):
    assert split_rank(text, SheetField.FAMILY_NAMES) == ("", text)
    assert read_family(text) == text


@pytest.mark.parametrize("text", ["Niño", "Esposa", "RN", "Bebé", "Desconocida", "X", "Total"])
def test_in_a_column_of_given_names_it_is_none(text):
    with pytest.raises(CellFault):
        read_given(text)


@pytest.mark.parametrize(
    ("text", "rank", "name"),
    [
        ("Sgto. RUIZ, Carlos", "Sgto.", "RUIZ, Carlos"),
        ("Cap. Luis Mora", "Cap.", "Luis Mora"),
        ("Sgto. 2do. Ruiz, Carlos", "Sgto. 2do.", "Ruiz, Carlos"),
        ("S/2 Ruiz, Carlos", "S/2", "Ruiz, Carlos"),
        ("Tte. Cnel. Luis Mora", "Tte. Cnel.", "Luis Mora"),
        ("SM3 Luis Mora", "SM3", "Luis Mora"),
        ("Capriles, Ana", "", "Capriles, Ana"),
        ("C. Luis Mora", "", "C. Luis Mora"),
        ("May Luisa Mora", "", "May Luisa Mora"),
    ],
)
def test_a_rank_before_a_name_is_no_part_of_it(text, rank, name):
    assert split_rank(text, SheetField.FULL_NAME) == (rank, name)


def test_what_may_be_a_rank_or_a_surname_is_asked_about():
    with pytest.raises(CellFault) as refused:
        split_rank("Coronel Luis Mora", SheetField.FULL_NAME)
    assert refused.value.fault == RowFault.RANK_OR_SURNAME
    assert split_rank("Coronel Luis", SheetField.GIVEN_NAMES) == ("Coronel", "Luis")


@pytest.mark.parametrize(
    ("text", "number", "remark"),
    [
        ("V-1234567 vencida", "V-1234567", "vencida"),
        ("12345678 vigente", "12345678", "vigente"),
        ("V 17388494 (copia)", "V 17388494", "copia"),
        ("vencida V-1234567", "V-1234567", "vencida"),
        ("V-12345678 - vencida en 2018", "V-12345678", "vencida en 2018"),
        ("CC-123456 de Cúcuta", "123456", "de Cúcuta"),
        ("AB123456C", "AB123456C", ""),
        ("Acta 123 folio 45", "Acta 123 folio 45", ""),
        ("C.I. V-12.345.678", "V-12.345.678", ""),
    ],
)
def test_a_number_is_the_number_and_what_stands_beside_it_a_remark(text, number, remark):
    assert values.read_document(text) == number
    assert values.remark_on_document(text) == (f"Documento: {remark}" if remark else "")


@pytest.mark.parametrize(
    ("text", "numbers", "whose"),
    [
        ("hermana 3102345678", ("3102345678",), "hermana"),
        ("3102345678 hermana", ("3102345678",), "hermana"),
        ("hermana: 0414/1234567", ("0414/1234567",), "hermana"),
        ("0414-1234567 / vecina 0424-7654321", ("0414-1234567", "0424-7654321"), "vecina"),
        ("0414-1234567 (mamá) / 0424-7654321 (tía)", ("0414-1234567", "0424-7654321"), "mamá, tía"),
    ],
)
def test_whose_a_phone_is_becomes_a_remark(text, numbers, whose):
    assert phones.read_phones(text) == numbers
    assert phones.remark_on_phone(text) == f"Teléfono: {whose}"


@pytest.mark.parametrize(
    ("text", "number"), [("10 aprox", 10), ("+10", 10), ("30 y pico", 30), ("casi 12 años", 12)]
)
def test_what_is_told_roughly_is_understood_and_kept_as_it_was_written(text, number):
    assert values.read_years(text) == number
    assert values.remark_on_years(text) == f"Años de servicio: {text}"
    birth = births.read_age(text, births.AgeRules(TOLD_ON, TOLD_ON))
    assert (birth.year, birth.precision) == (2019 - number, BirthPrecision.AGE)
    assert (
        births.read_birth_cell(text, births.AgeRules(TOLD_ON, TOLD_ON), today=TODAY).year
        == 2019 - number
    )


@pytest.mark.usefixtures("house")
def test_a_rank_before_a_name_is_confirmed_once_and_goes_on_file_as_a_rank(cast, ana):
    """What nobody knows stays a remark; what the sheet's own column contradicts is asked about."""
    sheet = [
        ["Nombre completo", "Cédula", "Grado", "Teléfono", "Años de servicio"],
        ["Cap. Luis Mora", "V-1234567 vencida", "", "hermana 3102345678", "30 y pico"],
        ["S/2 RUIZ, Carlos", "V-7654321", "Cabo 1ro", "", ""],
        ["Sgto. Rojas, Pedro", "", "", "", ""],
        ["Desconocido", "", "", "", ""],
    ]
    batch = batch_of(upload(ana, as_xlsx(sheet), "a.xlsx", cast.norte))
    press(ana, f"/imports/{batch.pk}/columns/")
    form = ana.get(f"/imports/{batch.pk}/words/").context["form"]
    guesses = {word.word: (place, word.guess) for place, word in enumerate(form.words)}
    assert {word: guess for word, (_place, guess) in guesses.items()} == {
        "Cap.": "capitan",
        "S/2": "sargento-2",
        "Cabo 1ro": "cabo-1",
        "Sgto.": None,
        "": None,
    }
    answers = {
        f"word-{place}": guess or ("served" if word else "relative")
        for word, (place, guess) in guesses.items()
    }
    ana.post(f"/imports/{batch.pk}/words/", answers)
    batch.refresh_from_db()
    faults = {row["number"]: row["faults"] for row in rows_in(batch, [RowState.WRONG])}
    assert faults == {
        3: [["full_name", RowFault.TWO_RANKS]],
        5: [["full_name", RowFault.NO_PERSON]],
    }
    put_on_file(ana, batch)
    people = {person.full_name: person for person in Individual.objects.all()}
    assert set(people) == {"Luis Mora", "Pedro Rojas"}
    luis, pedro = people["Luis Mora"], people["Pedro Rojas"]
    assert [record.rank for record in luis.service_records.all()] == ["capitan"]
    assert [record.rank for record in pedro.service_records.all()] == [""]
    assert [paper.number for paper in luis.identity_documents.all()] == ["V-1234567"]
    assert luis.arrival.circumstances == (
        "Documento: vencida · Teléfono: hermana · Años de servicio: 30 y pico"
    )
    assert pedro.arrival.circumstances == "Grado: Sgto."
    assert [like.individual for like in likely_duplicates(SAME_PAPER, cast.ana)] == [luis]


@pytest.mark.usefixtures("house")
def test_a_word_that_is_said_to_be_no_rank_stays_in_the_name(cast, ana):
    sheet = [["Nombre completo", "Edad"], ["Capitán Ruiz, Ana", "30"]]
    batch = batch_of(upload(ana, as_xlsx(sheet), "a.xlsx", cast.norte))
    press(ana, f"/imports/{batch.pk}/columns/")
    form = ana.get(f"/imports/{batch.pk}/words/").context["form"]
    answers = {
        f"word-{place}": "none" if word.kind == WordKind.RANK else "relative"
        for place, word in enumerate(form.words)
    }
    ana.post(f"/imports/{batch.pk}/words/", answers)
    # Without a rank nothing says whether she served: that is asked now.
    assert len(list(rows_in(batch, [RowState.WRONG]))) == 1
    press(ana, f"/imports/{batch.pk}/words/")
    put_on_file(ana, ImportBatch.objects.get(pk=batch.pk))
    assert Individual.objects.get().family_names == "Capitán Ruiz"


@pytest.mark.usefixtures("house")
def test_a_relative_without_a_day_came_with_the_family_and_has_the_age_of_that_day(cast, ana):
    """As merged cells leave it: the day stands on the head's row alone."""
    sheet = [
        ["Nombres", "Apellidos", "Edad", "Parentesco", "Fecha llegada"],
        ["Ana", "Paz", "30", "titular", "13/11/2018"],
        ["Rosa", "Paz", "62", "madre", ""],
        ["Luz", "Paz", "8m", "hija", ""],
    ]
    batch = put_on_file(ana, checked(ana, as_xlsx(sheet), "a.xlsx", cast.norte))
    assert batch.rows_done == 3
    years = Individual.objects.order_by("birth_year").values_list("birth_year", flat=True)
    assert list(years) == [1956, 1988, 2018]
