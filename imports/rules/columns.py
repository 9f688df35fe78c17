"""What the columns of a sheet hold, guessed from their headings in Spanish and English."""

import re
from collections.abc import Mapping, Sequence

from imports.choices import SheetField
from imports.rules.names import NAME_FIELDS
from imports.rules.text import plain

F = SheetField

# Headings as `plain` leaves them. Longer ones count before shorter ones that they contain.
SYNONYMS: dict[str, tuple[str, ...]] = {
    F.FULL_NAME: (
        "nombre completo", "nombres y apellidos", "nombre y apellido", "nombre y apellidos",
        "nombres/apellidos", "nombre/apellido", "nombres apellidos", "full name", "name", "persona", "beneficiario",
    ),
    F.FAMILY_FIRST: (
        "apellidos y nombres", "apellido y nombre", "apellidos y nombre", "apellidos nombres", "apellido nombre",
        "apellidos/nombres", "apellido/nombre", "apellidos y nombres completos", "surname and given names",
        "surname and name", "last name first name", "family name given name", "family name and given names",
    ),
    F.GIVEN_NAMES: (
        "nombres", "nombre", "primer nombre", "given names", "given name", "first name",
        "first names", "nombre s",
    ),
    F.FAMILY_NAMES: (
        "apellidos", "apellido", "family name", "family names", "last name", "surname",
        "surnames", "apellido s",
    ),
    F.SEX: ("sexo", "genero", "sex", "gender", "m/f", "h/m", "sexo m/f"),
    F.BIRTH: (
        "fecha de nacimiento", "fecha nacimiento", "f nacimiento", "fec nac", "fecha nac", "nacimiento",
        "f nac", "fdn", "birth date", "date of birth", "dob", "born", "nacido el", "ano de nacimiento",
        "edad o fecha de nacimiento",
    ),
    F.AGE: ("edad", "age", "anos", "edad anos", "edad actual"),
    F.DOCUMENT: (
        "cedula", "cedula de identidad", "ci", "c i", "documento", "numero de documento", "n documento",
        "nro documento", "no documento", "num documento", "n de documento", "documento de identidad",
        "doc", "cedula no", "nro cedula", "n cedula", "numero de cedula", "document", "document number",
        "id", "id number", "identificacion", "national id", "passport", "pasaporte", "nº documento",
        "nº cedula", "nº de documento", "cedula nº",
    ),
    F.DOCUMENT_TYPE: (
        "tipo de documento", "tipo documento", "tipo doc", "clase de documento", "document type",
        "kind of document",
    ),
    F.PHONE: (
        "telefono", "telefonos", "tel", "celular", "movil", "numero de telefono", "contacto", "phone",
        "phone number", "mobile", "whatsapp", "telefono de contacto", "tlf",
    ),
    F.RELATION: (
        "parentesco", "relacion", "vinculo", "relacion con el titular", "relacion con el jefe",
        "relation", "relationship", "parentesco con el titular", "relacion familiar", "vinculo familiar",
        "relation to the head", "parentesco con el jefe de familia", "parentesco con la persona titular",
    ),
    F.FAMILY: (
        "familia", "grupo familiar", "nucleo familiar", "nucleo", "n familia", "nro familia", "hogar",
        "numero de familia", "family", "household", "family id", "group", "grupo", "codigo de familia",
        "id familia", "nº familia", "no familia", "codigo familiar",
    ),
    F.FORCE: (
        "fuerza", "componente", "institucion", "cuerpo", "force", "branch", "fuerza o cuerpo",
        "organismo", "componente militar",
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
    ),
    F.CROSSING: (
        "punto de cruce", "paso fronterizo", "cruce", "puente", "lugar de cruce", "lugar de ingreso",
        "punto de ingreso", "punto de entrada", "crossing point", "crossing", "border crossing",
    ),
    F.ENTRY_MODE: (
        "forma de ingreso", "modo de ingreso", "forma de entrada", "medio de ingreso", "modo de entrada",
        "way of entry", "entry mode", "mode of entry",
    ),
    F.NATIONALITY: ("nacionalidad", "pais de nacionalidad", "ciudadania", "nationality", "citizenship"),
    F.ALIAS: ("alias", "apodo", "sobrenombre", "nickname"),
    F.CIRCUMSTANCES: (
        "observaciones", "observacion", "notas", "comentarios", "remarks", "notes", "circumstances",
        "circunstancias", "obs",
    ),
}  # fmt: skip

BY_HEADING = {heading: field for field, headings in SYNONYMS.items() for heading in headings}

# Units and hints that people add to a heading.
HINTS = re.compile(r"\(.*?\)|\[.*?\]|\*|:|\bdd\W?mm\W?a+\b")

ARTICLE = re.compile(r"^(?:el|la|los|las|the) ")

# "N° familia", "Nro. de cédula", "Número de teléfono".
NUMBERED = re.compile(r"^(?:n[°ºo]?|nro|num|numero|cod|codigo|id) (?:de )?(?:la |el )?")

ONCE_EACH = frozenset(SheetField) - {SheetField.CIRCUMSTANCES}


def guess_field(heading: str) -> str | None:
    """The field that a heading names, or None. `NOMBRES (*)` is as good as `nombres`."""
    for text in (plain(heading), plain(HINTS.sub(" ", heading.casefold()))):
        for bare in (text, ARTICLE.sub("", text), NUMBERED.sub("", text)):
            if bare in BY_HEADING:
                return BY_HEADING[bare]
    return None


def guess_columns(headings: Sequence[str]) -> dict[int, str]:
    """Column and field for every heading that is understood; each field once, the first time it stands.

    One column `Nombre` without any for family names holds full names.
    """
    guessed: dict[int, str] = {}
    for column, heading in enumerate(headings):
        field = guess_field(heading)
        if field and (field not in guessed.values() or field not in ONCE_EACH):
            guessed[column] = field
    fields = set(guessed.values())
    if F.GIVEN_NAMES in fields and fields & set(NAME_FIELDS) == {F.GIVEN_NAMES}:
        guessed = {
            column: F.FULL_NAME if field == F.GIVEN_NAMES else field
            for column, field in guessed.items()
        }
    return guessed


def fingerprint_text(headings: Sequence[str]) -> str:
    """The headings as one line by which the same kind of sheet is known again."""
    return "|".join(plain(heading) for heading in headings)


def mapping_faults(columns: Mapping[int, str]) -> list[str]:
    """Fields that more than one column is said to hold."""
    fields = list(columns.values())
    return sorted({field for field in fields if field in ONCE_EACH and fields.count(field) > 1})


def has_a_name(columns: Mapping[int, str]) -> bool:
    return bool(set(NAME_FIELDS) & set(columns.values()))
