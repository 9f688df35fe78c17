"""Headings as registers, agencies and associations cut them short; what stands below decides where one may mean two things."""

import pytest

from casework.register.models.individual import Individual
from imports.choices import SheetField, WordKind
from imports.rules.columns import guess_columns, guess_field
from tests.imports.on_file import through
from tests.imports.sheets import as_xlsx, batch_of, press, upload

F = SheetField
FULL_WORDS = {
    F.SEX: ["F/M", "H/M", "M-F", "M / F", "Gén.", "Sexo M F", "Sex M/F"],
    F.BIRTH: ["F. Nac.", "F.Nac", "Fch Nac", "F. de nacimiento", "F/N", "F.N.", "Fecha de Nac. (dd/mm/aaaa)", "Year of birth"],
    F.AGE: ["Edad/años", "Edad (meses)"],
    F.DOCUMENT: ["C.I. / Pasaporte", "Doc. Identidad", "Doc. de identidad", "ID No.", "Document ID", "Pasaporte N°"],
    F.DOCUMENT_TYPE: ["T. Doc.", "T.D.", "Tipo ID", "V/E"],
    F.PHONE: ["Teléf.", "Telf.", "Tfno", "Tel. contacto", "Nro. Cel.", "Cel.", "Contact No."],
    F.RELATION: ["Parent.", "Parentezco", "Parentesco con el J.H.", "Rel. to HoH", "Relationship with HoH"],
    F.FULL_NAME: ["Nombres y Ap.", "Nom. y Ape.", "Nombre del beneficiario", "Names"],
    F.FAMILY_FIRST: ["Apell. y nombres", "Ap. y Nombres"],
    F.FAMILY_NAMES: ["1° Apellido", "2º apellido"],
    F.ARRIVED_ON: ["F. Ingreso", "Fecha de ingr.", "F. llegada", "Fecha de arribo", "Arr. date"],
    F.FORCE: ["Fuerza/Componente", "Comp.", "Fuerza a la que perteneció"],
    F.RANK: ["Grado/Rango", "Grado o rango", "Jerarq."],
    F.UNIT: ["Últ. unidad"],
    F.YEARS_OF_SERVICE: ["Años de serv.", "Yrs of service"],
    F.CROSSING: ["P. fronterizo", "Punto de ingr.", "Point of entry"],
    F.FAMILY: ["N° Fam.", "Gpo. familiar", "Núcleo fam.", "HH No.", "Household No"],
    F.NATIONALITY: ["País", "Nacionalid.", "Country"],
    F.ALIAS: ["Apodo/alias"],
    F.CIRCUMSTANCES: ["Observ.", "Observaciones / Notas", "Comments"],
}  # fmt: skip


@pytest.mark.parametrize(("field", "headings"), FULL_WORDS.items())
def test_a_heading_that_is_cut_short_is_understood(field, headings):
    assert {heading: guess_field(heading) for heading in headings} == dict.fromkeys(headings, field)


@pytest.mark.parametrize(
    "heading",
    ["N°", "No.", "#", "Edo. civil", "Lugar de nacimiento", "País de nacimiento", "Cédula de la madre", "Fecha de salida",
     "Nombre del jefe de hogar", "Teléfono de un familiar", "Sexo/Edad", "Fecha de registro", "Ocupación"],
)  # fmt: skip
def test_what_holds_something_else_is_not_guessed(heading):
    assert guess_field(heading) is None


@pytest.mark.parametrize(
    ("texts", "field"),
    [
        (["12/4/1991", "1988", ""], F.BIRTH),
        (["VEN", "colombiana"], F.NATIONALITY),
        (["V", "E", "V"], F.DOCUMENT_TYPE),
        (["", ""], None),
    ],
)
def test_what_stands_below_nac_says_what_it_is(texts, field):
    guessed = guess_columns(["Nombre", "Nac."], [["Ana Peña", text] for text in texts])
    assert guessed.get(1) == field


def test_a_country_alone_is_a_nationality_where_no_other_heading_says_more():
    assert guess_columns(["Nombre", "País", "Nacionalidad"]) == {0: F.FULL_NAME, 2: F.NATIONALITY}


@pytest.mark.usefixtures("house")
def test_the_guess_stands_ready_with_three_samples_and_is_chosen_as_always(cast, ana):
    rows = [
        ["Nom. y Ape.", "F/M", "F.Nac", "Nac."],
        *[[f"Ana {n}", "F", "1991", "VEN"] for n in "ABCD"],
    ]
    batch = batch_of(upload(ana, as_xlsx(rows), "a.xlsx", cast.norte))
    form = ana.get(f"/imports/{batch.pk}/columns/").context["form"]
    assert [(bound.value(), sample) for bound, sample in form.rows()] == [
        (F.FULL_NAME, ["Ana A", "Ana B", "Ana C"]), (F.SEX, ["F"] * 3), (F.BIRTH, ["1991"] * 3), (F.NATIONALITY, ["VEN"] * 3),
    ]  # fmt: skip


@pytest.mark.usefixtures("house")
def test_an_age_below_months_is_one_of_months(cast, ana):
    through(
        ana,
        cast,
        "a.xlsx",
        as_xlsx(
            [
                ["Nombre", "Edad (meses)", "Parentesco"],
                ["Ana Mora", "29 años", "titular"],
                ["Sol Mora", "8", "hija"],
            ]
        ),
    )
    sol = Individual.objects.get(number__endswith="-02")
    assert (sol.birth_year or sol.born_on.year) == 2026


@pytest.mark.usefixtures("house")
def test_a_heading_that_says_month_first_makes_its_dates_be_asked_about(cast, ana):
    rows = [["Nombre", "DOB (mm/dd/yyyy)"], ["Ana Mora", "03/04/1991"]]
    batch = batch_of(upload(ana, as_xlsx(rows), "a.xlsx", cast.norte))
    press(ana, f"/imports/{batch.pk}/columns/")
    words = ana.get(f"/imports/{batch.pk}/words/").context["form"].words
    assert [word.kind for word in words if word.kind == WordKind.DATES] == [WordKind.DATES]
