"""A sheet of 300 arrivals as it might come from a border post: good rows in many spellings, 25 planted faults."""

import random
from dataclasses import dataclass, field

from imports.choices import RowDoubt, RowFault

HEADINGS = [
    "N° familia",
    "NOMBRES (*)",
    "Apellidos",
    "Sexo",
    "Fec. Nac.",
    "Edad",
    "Cédula de Identidad",
    "Parentesco",
    "Componente",
    "Grado",
    "Tlf.",
    "Fecha de ingreso",
    "Años de servicio",
    "Observaciones",
]
COLUMN = {name: place for place, name in enumerate(
    ["family", "given_names", "family_names", "sex", "birth", "age", "document", "relation", "force",
     "rank", "phone", "arrived_on", "years_of_service", "circumstances"]
)}  # fmt: skip
HEADING_ROW = 4
TOP = [
    ["REGISTRO DE LLEGADAS", "", "", "Puente", "", ""],
    [],
    ["Datos de la familia", "", "", "Datos personales"],
]
GIVEN = ["Yorman", "Kelvin", "Deivis", "Yoselin", "Marleny", "Ángel", "Wilmer", "Nairobi", "Jhon",
         "Oriana", "Eulalio", "Yubraska", "Dionisio", "Zuleima", "Heberto", "Milagros"]  # fmt: skip
FAMILY = ["Rodríguez", "Muñoz", "Ibáñez", "Quiñones", "Suárez", "Contreras", "Güerere", "Peña",
          "Urdaneta", "Chacín", "Bracho", "Villasmil", "Yánez", "Colmenárez", "Zambrano"]  # fmt: skip
SEX = {"m": ["M", "Masculino", "hombre", "Masc."], "f": ["F", "Femenino", "Mujer", "fem"]}
BIRTHS = ["12/04/1991", "1991-04-12", "12-abr-91", "12 de abril de 1991", "33340", "12.4.1991"]
AGES = ["34", "34 años", "aprox. 30", "34.0", "29 AÑOS"]
CHILD_AGES = ["8 meses", "1 año y 3 meses", "4 años", "7", "RN"]
RANKS = [
    "S/2",
    "Sgto. 2do",
    "Sargento Segundo",
    "SM3",
    "Tte.",
    "1er Tte",
    "Cabo 1ro",
    "Distinguido",
]
FORCES = ["GNB", "Guardia Nacional", "Ejército", "EJERCITO", "Armada"]
GRADES_OF_THE_POLICE = ["Oficial Agregado", "supervisor jefe", "Comisionado"]
SERVICES = [
    *((force, rank) for force in FORCES for rank in RANKS),
    *(("PNB", rank) for rank in GRADES_OF_THE_POLICE),
]
PHONES = ["0414-1234567", "+57 300 123 4567", "(0276) 555.12.34", ""]
DAYS = ["23/02/2019", "23-feb-19", "23 de febrero de 2019", "2019-02-23", "43519"]


@dataclass(frozen=True)
class Planted:
    """A fault on purpose: the row as the sheet counts, the column it stands in, what it is."""

    row: int
    column: str
    fault: str


@dataclass
class MessySheet:
    rows: list[list[str]]
    planted: list[Planted] = field(default_factory=list)
    doubts: list[Planted] = field(default_factory=list)
    # Rows without a fault of their own whose family has one.
    waiting: set[int] = field(default_factory=set)

    @property
    def cells(self) -> list[list[str]]:
        """Everything that stands in the file."""
        return [*TOP, HEADINGS, *self.rows]


def row_number(place: int) -> int:
    return HEADING_ROW + 1 + place


def messy_sheet(people: int = 300, *, seed: int = 2019) -> MessySheet:
    """Families of one to five, then PLANTED on chosen rows. The same each time."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    rows: list[list[str]] = []
    family = 0
    while len(rows) < people:
        family += 1
        size = min(chance.choice([1, 2, 3, 4, 5]), people - len(rows))
        rows += _family(chance, family, size, first=len(rows))
    sheet = MessySheet(rows)
    _plant(sheet)
    return sheet


def _family(chance: random.Random, number: int, size: int, *, first: int) -> list[list[str]]:
    surname = f"{chance.choice(FAMILY)} {chance.choice(FAMILY)}"
    day = chance.choice(DAYS)
    rows = []
    for place in range(size):
        sex = chance.choice("mf")
        serial = first + place
        is_head, is_child = place == 0, place > 1
        births = ["", chance.choice(CHILD_AGES)] if is_child else [chance.choice([*BIRTHS, ""]), ""]
        if not any(births):
            births = ["", chance.choice(AGES)]
        rows.append(
            [
                f"{number}",
                f"{chance.choice(GIVEN)} {chance.choice(GIVEN)}",
                surname.upper() if number % 7 == 0 else surname,
                chance.choice(SEX[sex]),
                *births,
                "" if is_child else _document(chance, 10_000_000 + 731 * serial),
                _relation(chance, place, sex),
                *(chance.choice(SERVICES) if is_head else ("", "")),
                chance.choice(PHONES) if is_head else "",
                day if is_head or chance.random() < 0.5 else "",
                chance.choice(["12", "8 años", ""]) if is_head else "",
                chance.choice(["", "", "Viene de San Cristóbal"]),
            ]
        )
    return rows


def _document(chance: random.Random, number: int) -> str:
    dotted = f"{number:,}".replace(",", ".")
    return chance.choice(
        [f"{number}", f"V-{dotted}", f"C.I. V-{dotted}", f"V{number}", f"{number}.0"]
    )


def _relation(chance: random.Random, place: int, sex: str) -> str:
    if place == 0:
        return chance.choice(["titular", "Jefe de familia", "TITULAR"])
    if place == 1:
        return chance.choice(["cónyuge", "esposa" if sex == "f" else "esposo", "pareja"])
    return "hija" if sex == "f" else "hijo"


# What is written into the n-th head or child, and the fault that must be named there.
AT_HEADS = [
    ("birth", "31/02/1991", RowFault.NO_SUCH_DAY),
    ("birth", "02/23/1991", RowFault.MONTH_FIRST),
    ("birth", "12/04", RowFault.DATE_WITHOUT_YEAR),
    ("birth", "abril", RowFault.DATE_NOT_UNDERSTOOD),
    ("birth", "12/04/2091", RowFault.FUTURE),
    ("birth", "12/04/1791", RowFault.TOO_LONG_AGO),
    ("arrived_on", "30/02/2019", RowFault.NO_SUCH_DAY),
    ("arrived_on", "ayer", RowFault.DATE_NOT_UNDERSTOOD),
    ("document", "1.2345E+07", RowFault.DOCUMENT_ROUNDED),
    ("document", "V-1", RowFault.DOCUMENT_NOT_UNDERSTOOD),
    ("phone", "llamar a la prima", RowFault.PHONE_NOT_UNDERSTOOD),
    ("years_of_service", "muchos", RowFault.YEARS_NOT_UNDERSTOOD),
    ("given_names", "=HYPERLINK(A1)", RowFault.FORMULA),
    ("given_names", "Luis 2", RowFault.DIGITS_IN_NAME),
    ("family_names", "Mu\ufffdoz", RowFault.BROKEN_LETTERS),
    ("document", "#REF!", RowFault.CELL_ERROR),
    ("document", "V", RowFault.DOCUMENT_NOT_UNDERSTOOD),
    ("phone", "12", RowFault.PHONE_NOT_UNDERSTOOD),
]
AT_CHILDREN = [
    ("age", "ocho", RowFault.AGE_NOT_UNDERSTOOD),
    ("age", "340", RowFault.TOO_LONG_AGO),
    ("relation", "titular", RowFault.TWO_HEADS),
    ("arrived_on", "20/02/2019", RowFault.CAME_BEFORE_THE_HEAD),
    ("sex", "=1+1", RowFault.FORMULA),
]


def _plant(sheet: MessySheet) -> None:
    """Each fault in a family of its own; two twins at the end."""
    families = _by_family(sheet.rows)
    with_children = [family for family in families if len(family) >= 3]
    alone = [family for family in families if len(family) < 3]
    for family, (column, text, fault) in zip(alone[5:], AT_HEADS, strict=False):
        _write(sheet, family, family[0], column, text, fault)
    for family, (column, text, fault) in zip(with_children[5:], AT_CHILDREN, strict=False):
        for place in (family[0], *family[3:]):
            sheet.rows[place][COLUMN["arrived_on"]] = "23/02/2019"
        _write(sheet, family, family[2], column, text, fault)
    nameless = alone[30]
    for column in ("given_names", "family_names"):
        sheet.rows[nameless[0]][COLUMN[column]] = ""
    _mark(sheet, nameless, nameless[0], "", RowFault.NO_NAME)
    twin, first = alone[32], alone[31]
    sheet.rows[twin[0]][COLUMN["document"]] = sheet.rows[first[0]][COLUMN["document"]]
    sheet.doubts.append(Planted(row_number(twin[0]), "document", RowDoubt.SAME_DOCUMENT_IN_SHEET))
    sheet.waiting |= {row_number(place) for place in twin[1:]}


def _by_family(rows: list[list[str]]) -> list[list[int]]:
    families: dict[str, list[int]] = {}
    for place, row in enumerate(rows):
        families.setdefault(row[0], []).append(place)
    return list(families.values())


def _write(
    sheet: MessySheet, family: list[int], place: int, column: str, text: str, fault: str
) -> None:
    sheet.rows[place][COLUMN[column]] = text
    _mark(sheet, family, place, column, fault)


def _mark(sheet: MessySheet, family: list[int], place: int, column: str, fault: str) -> None:
    sheet.planted.append(Planted(row_number(place), column, str(fault)))
    sheet.waiting |= {row_number(other) for other in family if other != place}
