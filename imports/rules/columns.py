"""What the columns of a sheet hold, guessed from their headings in Spanish and English."""

import re
from collections.abc import Mapping, Sequence

from imports.choices import SheetField
from imports.rules.names import FULL_NAMES, NAME_FIELDS
from imports.rules.text import plain

F = SheetField

# Headings as `plain` leaves them. Longer ones count before shorter ones that they contain.
SYNONYMS: dict[str, tuple[str, ...]] = {
    F.FULL_NAME: (
        "nombre completo", "nombres y apellidos", "nombre y apellido", "nombre y apellidos",
        "nombres/apellidos", "nombre/apellido", "nombres apellidos", "full name", "name", "persona", "beneficiario",
        "nombre completo del beneficiario", "nombre completo de la persona", "nombres completos", "nombre y apellidos completos",
        "nombres y apellidos completos", "complete name", "name of individual",
    ),
    F.FAMILY_FIRST: (
        "apellidos y nombres", "apellido y nombre", "apellidos y nombre", "apellidos nombres", "apellido nombre",
        "apellidos/nombres", "apellido/nombre", "apellidos y nombres completos", "surname and given names",
        "surname and name", "last name first name", "family name given name", "family name and given names",
    ),
    F.GIVEN_NAMES: (
        "nombres", "nombre", "primer nombre", "given names", "given name", "first name",
        "first names", "nombre s",
        "segundo nombre", "1er nombre", "2do nombre", "primer nombre 1", "otros nombres", "tercer nombre", "nombre 1", "nombre 2",
        "middle name", "middle names", "second name", "other names", "forename", "forenames", "given names s",
    ),
    F.FAMILY_NAMES: (
        "apellidos", "apellido", "family name", "family names", "last name", "surname",
        "surnames", "apellido s",
        "primer apellido", "segundo apellido", "1er apellido", "2do apellido", "apellido 1", "apellido 2", "apellido paterno",
        "apellido materno", "apellido de casada", "apellido de casado", "first surname", "second surname", "first last name",
        "second last name", "married name", "last names",
    ),
    F.SEX: (
        "sexo", "genero", "sex", "gender", "m/f", "h/m", "sexo m/f",
        "sexo biologico", "sexo al nacer", "sexo de la persona",
    ),
    F.BIRTH: (
        "fecha de nacimiento", "fecha nacimiento", "f nacimiento", "fec nac", "fecha nac", "nacimiento",
        "f nac", "fdn", "birth date", "date of birth", "dob", "born", "nacido el", "ano de nacimiento",
        "edad o fecha de nacimiento",
        "fecha de nac", "fecha naci", "fecha nto", "birthdate", "date birth", "ano nacimiento",
    ),
    F.AGE: (
        "edad", "age", "anos", "edad anos", "edad actual",
        "edad en anos", "edad cumplida", "anos cumplidos", "edad al llegar", "age years", "age in years",
    ),
    F.ESTIMATED: (
        "estimado", "estimada", "fecha estimada", "nacimiento estimado", "edad estimada", "fecha de nacimiento estimada",
        "es estimada", "estimated", "is estimated", "estimated birth date", "birth date estimated", "dob estimated",
        "estimated dob", "estimated date of birth", "date of birth estimated", "estimated age", "fecha nacimiento estimada",
    ),
    F.DOCUMENT: (
        "cedula", "cedula de identidad", "ci", "c i", "documento", "numero de documento", "n documento",
        "nro documento", "no documento", "num documento", "n de documento", "documento de identidad",
        "doc", "cedula no", "nro cedula", "n cedula", "numero de cedula", "document", "document number",
        "id", "id number", "identificacion", "national id", "passport", "pasaporte", "nº documento",
        "nº cedula", "nº de documento", "cedula nº",
        "numero de identificacion", "numero identificacion", "n identificacion", "no de identificacion", "nro identificacion",
        "cedula de ciudadania", "cedula o pasaporte", "cedula/pasaporte", "numero de cedula o pasaporte", "id document number",
        "national id no", "national id number", "national passport", "passport number", "numero de pasaporte", "documento no",
        "numero de documento de identidad", "identity document number", "document no",
    ),
    F.DOCUMENT_TYPE: (
        "tipo de documento", "tipo documento", "tipo doc", "clase de documento", "document type",
        "kind of document",
        "tipo de identificacion", "tipo identificacion", "tipo de documento de identidad", "tipo doc identidad", "id type",
        "type of document", "id document type",
    ),
    F.PHONE: (
        "telefono", "telefonos", "tel", "celular", "movil", "numero de telefono", "contacto", "phone",
        "phone number", "mobile", "whatsapp", "telefono de contacto", "tlf",
        "telefono celular", "numero celular", "numero de celular", "celular 1", "celular 2", "telefono 1", "telefono 2",
        "telefono fijo",
        "telefono movil", "phone no", "phone no alternative", "alternative phone", "phone 1", "phone 2", "mobile number",
        "telephone",
        "otro telefono", "telefono alterno",
    ),
    F.RELATION: (
        "parentesco", "relacion", "vinculo", "relacion con el titular", "relacion con el jefe",
        "relation", "relationship", "parentesco con el titular", "relacion familiar", "vinculo familiar",
        "relation to the head", "parentesco con el jefe de familia", "parentesco con la persona titular",
        "parentesco con el jefe de hogar", "parentesco con jefe de hogar", "parentesco con el jefe del hogar",
        "parentesco con la jefa de hogar", "relacion con el jefe de hogar", "relacion con jefe de hogar",
        "parentesco con el jefe a de hogar", "parentesco con el jefe a del hogar",
        "relationship to head of household", "relationship to hoh", "relationship to the head of household",
        "relationship to focal point", "relationship to principal applicant", "relation to head of household",
        "vinculo con el jefe de hogar", "rol en la familia",
    ),
    F.FAMILY: (
        "familia", "grupo familiar", "nucleo familiar", "nucleo", "n familia", "nro familia", "hogar",
        "numero de familia", "family", "household", "family id", "group", "grupo", "codigo de familia",
        "id familia", "nº familia", "no familia", "codigo familiar",
        "household id", "hh id", "id hogar", "numero de hogar", "codigo de hogar", "registration group", "registration group id",
        "case number", "family number", "household number", "grupo familiar no", "id grupo familiar",
        "parent index", "submission id", "parent key", "parentid", "numero de grupo familiar",
    ),
    F.FORCE: (
        "fuerza", "componente", "institucion", "cuerpo", "force", "branch", "fuerza o cuerpo",
        "organismo", "componente militar", "fue militar", "es militar", "militar", "ex militar", "exmilitar", "es o fue militar",
        "sirvio", "presto servicio", "served in a force", "former member",
    ),
    F.RANK: ("grado", "rango", "jerarquia", "rank", "grado militar", "grado o jerarquia"),
    F.UNIT: ("unidad", "unidad militar", "batallon", "unit", "ultima unidad", "destacamento", "comando"),
    F.YEARS_OF_SERVICE: (
        "anos de servicio", "tiempo de servicio", "anos servicio", "years of service", "antiguedad",
    ),
    F.KNEW_WORK_RIGHT: (
        "conocia su derecho a trabajar", "conocia el derecho a trabajar", "sabia que podia trabajar",
        "conoce su derecho a trabajar", "sabe que puede trabajar", "derecho a trabajar",
        "conocimiento del derecho al trabajo", "knew of the right to work", "knows the right to work",
    ),
    F.ARRIVED_ON: (
        "fecha de llegada", "fecha llegada", "llegada", "fecha de ingreso", "fecha ingreso", "ingreso",
        "fecha de entrada", "fecha entrada", "arrival date", "arrived on", "date of arrival", "arrival",
        "fecha de cruce", "fecha", "dia de llegada", "llego el",
        "fecha de ingreso a colombia", "fecha de ingreso al pais", "fecha de entrada a colombia", "fecha de entrada al pais",
        "fecha de llegada a colombia", "fecha de llegada al pais", "fecha ingreso al pais", "fecha ingreso a colombia",
        "date of entry", "entry date", "fecha de ingreso al territorio",
    ),
    F.CROSSING: (
        "punto de cruce", "paso fronterizo", "cruce", "puente", "lugar de cruce", "lugar de ingreso",
        "punto de ingreso", "punto de entrada", "crossing point", "crossing", "border crossing",
    ),
    F.ENTRY_MODE: (
        "forma de ingreso", "modo de ingreso", "forma de entrada", "medio de ingreso", "modo de entrada",
        "way of entry", "entry mode", "mode of entry",
    ),
    F.NATIONALITY: (
        "nacionalidad", "pais de nacionalidad", "ciudadania", "nationality", "citizenship",
        "country of citizenship", "pais de origen", "country of origin",
    ),
    F.ALIAS: ("alias", "apodo", "sobrenombre", "nickname"),
    F.CIRCUMSTANCES: (
        "observaciones", "observacion", "notas", "comentarios", "remarks", "notes", "circumstances",
        "circunstancias", "obs",
    ),
}  # fmt: skip

# Of several systems the number of a row, and of others a paper's: taken where no other heading says more.
WEAK = frozenset(
    {
        "id",
        "id number",
        "fecha",
        "contacto",
        "anos",
        "name",
        "persona",
        "grupo",
        "group",
        "no familia",
    }
)

BY_HEADING = {heading: field for field, headings in SYNONYMS.items() for heading in headings}

# Units and hints that people add to a heading.
HINTS = re.compile(r"\(.*?\)|\[.*?\]|\*|:|\bdd\W?mm\W?a+\b")

ARTICLE = re.compile(r"^(?:el|la|los|las|the) ")

# "N° familia", "Nro. de cédula", "Número de teléfono".
NUMBERED = re.compile(r"^(?:n[°ºo]?|nro|num|numero|cod|codigo|id) (?:de )?(?:la |el )?")

# What a form on a phone calls its groups and questions: datos/nombres, form.datos.nombres, datos-nombres.
PATH = re.compile(r"[a-z0-9_]+(?:[/.:-][a-z0-9_]+)+")

# What UNHCR and UNICEF add to the names of their columns: of an individual or a household, core or flexible.
SUFFIX = re.compile(r"_[ih]_[cf]$")

# A form's own columns begin so; of these only the one that leads from a member to the family is of use.
OF_THE_FORM = re.compile(r"_(?!_?parent_index$|_?submission__id$)|start$|end$|today$|deviceid$")

ONE_OF_SEVERAL = re.compile(r"primer|segundo|1er|first|given|forename")

# A tag of the Humanitarian Exchange Language: #affected+name+given.
TAG = re.compile(r"#[a-z]\w*(?: *\+ *[a-z]\w*)*", re.IGNORECASE)

TAGGED: tuple[tuple[frozenset[str], str], ...] = tuple(
    (frozenset(words.split()), field)
    for words, field in (
        ("given", F.GIVEN_NAMES), ("first", F.GIVEN_NAMES), ("middle", F.GIVEN_NAMES), ("family", F.FAMILY_NAMES),
        ("surname", F.FAMILY_NAMES), ("last", F.FAMILY_NAMES), ("sex", F.SEX), ("gender", F.SEX), ("birth", F.BIRTH),
        ("dob", F.BIRTH), ("age", F.AGE), ("phone", F.PHONE), ("relation", F.RELATION), ("relationship", F.RELATION),
        ("household", F.FAMILY), ("arrival", F.ARRIVED_ON), ("nationality", F.NATIONALITY), ("document", F.DOCUMENT),
        ("name", F.FULL_NAME),
    )
)  # fmt: skip

# Fields that a sheet may spread over several columns, and what stands between their texts.
JOINED = {F.GIVEN_NAMES: " ", F.FAMILY_NAMES: " ", F.PHONE: " / ", F.CIRCUMSTANCES: " · "}

ONCE_EACH = frozenset(SheetField) - set(JOINED)


def guess_field(heading: str) -> str | None:
    """The field that a heading names, or None. `NOMBRES (*)` is as good as `nombres`."""
    if TAG.fullmatch(heading):
        return _tagged(heading)
    small = SUFFIX.sub("", heading.strip().casefold())
    if OF_THE_FORM.match(small):
        return None
    spaced = small.replace("_", " ")
    for text in (plain(spaced), plain(HINTS.sub(" ", spaced))):
        for bare in (text, ARTICLE.sub("", text), NUMBERED.sub("", text)):
            if bare in BY_HEADING:
                return BY_HEADING[bare]
    return _at_the_end_of(small)


def _at_the_end_of(path: str) -> str | None:
    """The field that the last step of `datos/nombres` names; nothing of `sexo/edad`, which is two."""
    if not PATH.fullmatch(path):
        return None
    *groups, last = re.split(r"[/.:-]", path)
    fields = {guess_field(group) for group in groups}
    return guess_field(last) if fields <= {None, F.FULL_NAME, F.FAMILY} else None


def _tagged(tag: str) -> str | None:
    """The field that a tag names."""
    said = set(re.split(r"[#+ ]+", tag.casefold()))
    return next((field for words, field in TAGGED if words <= said), None)


def is_row_of_tags(cells: Sequence[str]) -> bool:
    """Whether a row is no person but names its columns to a machine."""
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(TAG.fullmatch(cell) for cell in filled)


def guess_columns(headings: Sequence[str]) -> dict[int, str]:
    """Column and field for every heading that is understood; each field once, but for those that are joined.

    One column `Nombre` without any for family names holds full names; beside those, a full name says nothing more.
    """
    guessed: dict[int, str] = {}
    ordered = sorted(enumerate(headings), key=lambda each: plain(each[1]) in WEAK)
    for column, heading in ordered:
        field = guess_field(heading)
        # The same heading again is somebody else's: of a contact, of the head.
        is_new = field not in guessed.values() or (
            field not in ONCE_EACH and plain(heading) not in map(plain, headings[:column])
        )
        if field and is_new:
            guessed[column] = field
    if {F.GIVEN_NAMES, F.FAMILY_NAMES} <= set(guessed.values()):
        guessed = {column: field for column, field in guessed.items() if field not in FULL_NAMES}
    fields = set(guessed.values())
    given = [column for column, field in guessed.items() if field == F.GIVEN_NAMES]
    is_alone = len(given) == 1 and fields & set(NAME_FIELDS) == {F.GIVEN_NAMES}
    if is_alone and not ONE_OF_SEVERAL.search(plain(headings[given[0]])):
        guessed[given[0]] = F.FULL_NAME
    return dict(sorted(guessed.items()))


def fingerprint_text(headings: Sequence[str]) -> str:
    """The headings as one line by which the same kind of sheet is known again."""
    return "|".join(plain(heading) for heading in headings)


def mapping_faults(columns: Mapping[int, str]) -> list[str]:
    """Fields that more than one column is said to hold."""
    fields = list(columns.values())
    return sorted({field for field in fields if field in ONCE_EACH and fields.count(field) > 1})


def has_a_name(columns: Mapping[int, str]) -> bool:
    return bool(set(NAME_FIELDS) & set(columns.values()))
