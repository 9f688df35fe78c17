"""185 rows as a border post keeps them: titles, merged cells, the day on the head's row alone, everyday cells.

What the sheet means is known; whatever is on file afterwards has to be that, and nobody may be on file who is nobody.
"""

import datetime
import io
import itertools
from dataclasses import dataclass

import pytest
import xlsxwriter

from casework.register.models.individual import Individual
from imports.choices import RowFault, RowState
from imports.rows import rows_in
from tests.cast import log_in
from tests.imports.sheets import checked, put_on_file

pytestmark = pytest.mark.usefixtures("house")
D = datetime.date
HEADINGS = [
    "Familia", "Nombres", "Apellidos", "Edad", "Cédula", "Parentesco", "Teléfono", "Fecha llegada",
]  # fmt: skip
FIRST_ROW = 6
GIVEN = [
    "Abelardo", "Betulia", "Crisanto", "Delfina", "Eudoro", "Filomena", "Gumersindo", "Hortensia",
    "Isidoro", "Jacinta", "Leocadio", "Mercedes", "Nicanor", "Olimpia", "Plácido", "Quintina",
]  # fmt: skip
FAMILY = [
    "Alvarado", "Briceño", "Calderón", "Duque", "Escalona", "Figueredo", "Guanipa", "Hurtado",
    "Izaguirre", "Labrador", "Machado", "Navarro", "Oropeza", "Pacheco",
]  # fmt: skip
# What a cell says, and the completed years it means; a stated age is that of the day of arrival.
AGES = [("34", 34), ("34?", 34), ("+/- 28", 28), ("unos 41", 41), ("29 años", 29)]
CHILDREN = [("8 meses", 0), ("7", 7), ("+/- 8", 8), ("4 años", 4)]
PAPERS = ["{n}", "V-{n}", "C.I. {n}", "sin cédula", "S/C", "no porta", "la perdió"]
PHONES = ["wsp 310 234 56{n:02d}", "0414-12345{n:02d}", "", "cel. 300 555 11{n:02d}"]
# Rows that are nobody or two, and what has to be asked about them.
NOBODY = [
    ({"Nombres": "N.N.", "Apellidos": ""}, RowFault.NO_PERSON),
    ({"Nombres": "Firma: ____", "Apellidos": ""}, RowFault.NO_PERSON),
    ({"Nombres": "Juan Pérez y Marta", "Apellidos": "Ruiz"}, RowFault.TWO_PEOPLE),
    ({"Cédula": "V-17.388.494 / pas. 017388494"}, RowFault.TWO_DOCUMENTS),
]


@dataclass(frozen=True)
class Meant:
    """What the sheet says of one person."""

    arrived_on: datetime.date
    age: int
    document: str


@dataclass
class Sheet:
    content: bytes
    meant: dict[tuple[str, str], Meant]
    nobody: dict[int, str]


def the_sheet() -> Sheet:
    """45 families of four and five rows at the end that are nobody, or two, or hold two numbers."""
    names = itertools.product(GIVEN, FAMILY)
    meant: dict[tuple[str, str], Meant] = {}
    nobody: dict[int, str] = {}
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream) as book:
        sheet = book.add_worksheet()
        sheet.write(0, 0, "REGISTRO DE LLEGADAS — PUENTE")
        sheet.merge_range(2, 0, 2, 7, "Datos de las familias")
        sheet.write_row(FIRST_ROW - 2, 0, HEADINGS)
        row = FIRST_ROW - 1
        for family in range(45):
            day = D(2018, 10, 1) + datetime.timedelta(days=3 * family)
            sheet.merge_range(row, 0, row + 3, 0, str(family + 1))
            sheet.merge_range(row, 7, row + 3, 7, f"{day:%d / %m / %Y}")
            for place in range(4):
                given, surname = next(names)
                said, age = (CHILDREN if place > 1 else AGES)[(family + place) % 4]
                number = 11_000_000 + 7_919 * (4 * family + place)
                paper = "" if place > 1 else PAPERS[(family + place) % len(PAPERS)].format(n=number)
                relation = ("titular", "esposa", "hijo", "hija")[place]
                phone = PHONES[family % 4].format(n=family) if place == 0 else ""
                sheet.write_row(row, 1, [given, surname, said, paper, relation, phone])
                held = str(number) if str(number) in paper else ""
                meant[given, surname] = Meant(day, age, held)
                row += 1
        for number, (cells, fault) in enumerate(NOBODY):
            given, surname = next(names)
            told = {"Familia": f"{90 + number}", "Nombres": given, "Apellidos": surname}
            told |= {"Edad": "30", "Parentesco": "titular", "Fecha llegada": "12/01/2019"} | cells
            sheet.write_row(row, 0, [told.get(heading, "") for heading in HEADINGS])
            row += 1
            nobody[row] = fault
        sheet.write_row(row, 0, ["", "", "", "Total: 184 personas"])
    return Sheet(stream.getvalue(), meant, nobody)


def test_nothing_false_is_on_file_of_a_sheet_as_a_border_post_keeps_it(cast):
    sheet = the_sheet()
    batch = checked(log_in(cast.ana), sheet.content, "llegadas.xlsx", cast.norte)
    assert (batch.heading_row, batch.rows_total) == (FIRST_ROW - 1, 185)
    asked = {
        row["number"]: {fault for _where, fault, *_ in row["faults"]}
        for row in rows_in(batch, [RowState.WRONG])
    }
    assert all(fault in asked[row] for row, fault in sheet.nobody.items())
    put_on_file(log_in(cast.ana), batch)
    filed = list(Individual.objects.prefetch_related("identity_documents"))
    assert len(filed) == len(sheet.meant) == 180
    for person in filed:
        meant = sheet.meant[person.given_names, person.family_names]
        assert person.arrival.on == meant.arrived_on
        assert person.birth_year in (meant.arrived_on.year - meant.age, _year_of_months(meant))
        numbers = {paper.number.lstrip("V-") for paper in person.identity_documents.all()}
        assert numbers == ({meant.document} if meant.document else set())


def _year_of_months(meant: Meant) -> int:
    """Eight months before the day of arrival may lie in the year before."""
    is_baby = meant.age == 0
    return (meant.arrived_on - datetime.timedelta(days=245)).year if is_baby else 0
