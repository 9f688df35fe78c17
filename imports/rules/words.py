"""Words of a sheet for sex, relation, force and rank, and what they mean here."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from casework.register.choices import DocumentType, Relation, Sex
from imports.rules.text import plain

NONE = "none"

UNKNOWN = "unknown"

# Nobody has said yet what the word means in this sheet, and nobody may guess.
OPEN = "open"

SEX_WORDS: dict[str, tuple[str, ...]] = {
    Sex.FEMALE: (
        "f", "fem", "femenino", "femenina", "mujer", "female", "woman", "niña", "nina", "hembra",
    ),
    Sex.MALE: (
        "m", "masc", "masculino", "hombre", "male", "man", "h", "varon", "v", "niño", "nino",
    ),
    Sex.OTHER: ("x", "otro", "otra", "other", "no binario", "no binaria", "intersexual"),
    Sex.UNKNOWN: ("?", "desconocido", "no sabe", "no se sabe", "unknown"),
}  # fmt: skip

RELATION_WORDS: dict[str, tuple[str, ...]] = {
    Relation.PRINCIPAL: (
        "titular", "jefe", "jefa", "jefe de familia", "jefa de familia", "cabeza de familia", "cabeza",
        "principal", "head", "head of family", "head of household", "jefe de hogar", "jefa de hogar",
        "el mismo", "ella misma", "el", "militar", "funcionario", "responsable", "jefe del grupo",
    ),
    Relation.SPOUSE: (
        "esposa", "esposo", "conyuge", "marido", "spouse", "wife", "husband", "señora", "senora",
        "conyugue", "mujer",
    ),
    Relation.PARTNER: (
        "pareja", "compañera", "compañero", "companera", "companero", "concubina", "concubino",
        "partner", "concubinato", "union libre", "compañera permanente", "companera permanente",
    ),
    Relation.SON: ("hijo", "son", "hijo varon"),
    Relation.DAUGHTER: ("hija", "daughter"),
    Relation.STEPCHILD: ("hijastro", "hijastra", "stepchild", "stepson", "stepdaughter", "entenado", "entenada"),
    Relation.FOSTER_CHILD: ("hijo de crianza", "hija de crianza", "foster child"),
    Relation.FATHER: ("padre", "papa", "father", "progenitor"),
    Relation.MOTHER: ("madre", "mama", "mother", "progenitora"),
    Relation.BROTHER: ("hermano", "brother"),
    Relation.SISTER: ("hermana", "sister"),
    Relation.GRANDPARENT: ("abuelo", "abuela", "grandparent", "grandmother", "grandfather"),
    Relation.GRANDCHILD: ("nieto", "nieta", "grandchild"),
    Relation.UNCLE: ("tio", "uncle"),
    Relation.AUNT: ("tia", "aunt"),
    Relation.NEPHEW: ("sobrino", "nephew"),
    Relation.NIECE: ("sobrina", "niece"),
    Relation.COUSIN: ("primo", "prima", "cousin"),
    Relation.FATHER_IN_LAW: ("suegro", "father in law", "padre politico"),
    Relation.MOTHER_IN_LAW: ("suegra", "mother in law", "madre politica"),
    Relation.SON_IN_LAW: ("yerno", "son in law", "hijo politico"),
    Relation.DAUGHTER_IN_LAW: ("nuera", "daughter in law", "hija politica"),
    Relation.BROTHER_IN_LAW: ("cuñado", "cunado", "brother in law", "hermano politico"),
    Relation.SISTER_IN_LAW: ("cuñada", "cunada", "sister in law", "hermana politica"),
    Relation.IN_LAW: ("in law", "familiar politico", "concuñado", "concuñada", "concunado", "concunada"),
    Relation.OTHER: ("otro", "otra", "otro familiar", "familiar", "pariente", "other", "relative"),
    Relation.UNRELATED: ("ninguno", "sin parentesco", "no familiar", "amigo", "amiga", "conocido", "not related", "none"),
}  # fmt: skip

FORCE_WORDS: dict[str, tuple[str, ...]] = {
    "ejercito": ("ejercito", "ejb", "ejnb", "eb", "army", "ejercito bolivariano", "ejercito nacional"),
    "armada": ("armada", "marina", "arb", "anb", "navy", "armada bolivariana", "infanteria de marina"),
    "aviacion": ("aviacion", "amb", "fuerza aerea", "air force", "aviacion militar", "aviacion militar bolivariana"),
    "gnb": ("gnb", "guardia nacional", "guardia", "gn", "national guard", "guardia nacional bolivariana", "fac", "fan gnb"),
    "milicia": ("milicia", "milicia bolivariana", "mb", "militia", "milicia nacional bolivariana", "miliciano"),
    "pnb": ("pnb", "policia nacional", "policia nacional bolivariana", "cpnb", "national police"),
    "faes": ("faes", "fuerzas de acciones especiales"),
    "cicpc": ("cicpc", "ptj", "cuerpo de investigaciones cientificas"),
    "sebin": ("sebin", "disip", "servicio bolivariano de inteligencia"),
    "dgcim": ("dgcim", "dim", "contrainteligencia", "contrainteligencia militar"),
    "policia-estadal": ("policia estadal", "policia del estado", "politachira", "polizulia", "policia regional"),
    "policia-municipal": ("policia municipal", "polichacao", "polimaracaibo"),
    NONE: ("ninguna", "ninguno", "civil", "no aplica", "no", "none", "n/a", "civilian", "no militar", "no es militar"),
}  # fmt: skip

GRADES: dict[str, tuple[str, ...]] = {
    "sargento": ("sargento", "sgto", "sgt", "sarg", "sto", "s"),
    "sargento-mayor": (
        "sargento mayor", "sgto mayor", "sm", "s/m", "sgto my", "sgtm", "sarg mayor",
    ),
    "cabo": ("cabo", "cbo", "c"),
}  # fmt: skip

STEPS = {
    "1": ("1", "1ro", "1ero", "1era", "1ra", "primero", "primera", "1º", "1ª", "1°", "1er", "1o"),
    "2": ("2", "2do", "2da", "segundo", "segunda", "2º", "2ª", "2°", "2o"),
    "3": ("3", "3ro", "3era", "3ra", "tercero", "tercera", "3º", "3ª", "3°", "3ero", "3o"),
}

RANK_WORDS: dict[str, tuple[str, ...]] = {
    "soldado": ("soldado", "sdo", "slddo", "sld", "soldier", "soldado raso", "guardia nacional raso", "tropa"),
    "distinguido": ("distinguido", "dtgdo", "dtgo", "dgdo"),
    "sargento-ayudante": ("sargento ayudante", "sgto ayudante", "sa", "s/a", "sgto aydte"),
    "sargento-supervisor": ("sargento supervisor", "sgto supervisor", "ss", "s/s"),
    "teniente": ("teniente", "tte", "tnte", "lieutenant", "ten", "alferez de navio"),
    "primer-teniente": ("primer teniente", "1er teniente", "1er tte", "ptte", "1tte", "p/tte", "primer tte", "1 tte"),
    "capitan": ("capitan", "cap", "cptn", "captain"),
    "mayor": ("mayor", "my", "may", "major"),
    "teniente-coronel": ("teniente coronel", "tcnel", "tte cnel", "tcnl", "tte coronel", "tc"),
    "coronel": ("coronel", "cnel", "cnl", "crnel", "colonel"),
    "general-brigada": ("general de brigada", "gb", "g/b", "gral de brigada", "gral brig"),
    "general-division": ("general de division", "gd", "g/d", "gral de division", "gral div"),
    "mayor-general": ("mayor general", "mg", "m/g", "my gral"),
    "general-en-jefe": ("general en jefe", "gj", "g/j", "gral en jefe"),
    "oficial-policia": ("oficial", "oficial de policia", "agente", "oficial agregado", "oficial jefe", "policia"),
    "inspector": ("inspector", "insp", "inspector jefe", "detective"),
    "comisario": ("comisario", "com", "comisario jefe"),
}  # fmt: skip

DOCUMENT_WORDS: dict[str, tuple[str, ...]] = {
    DocumentType.NATIONAL_ID: (
        "cedula", "ci", "c i", "cedula de identidad", "national id", "v", "cc",
        "national identity card",
    ),
    DocumentType.PASSPORT: ("pasaporte", "passport", "pas", "pp"),
    DocumentType.MILITARY_ID: (
        "carnet militar", "credencial", "carnet", "military id", "libreta militar",
        "carne militar", "military card",
    ),
    DocumentType.BIRTH_CERTIFICATE: (
        "partida de nacimiento", "acta de nacimiento", "partida", "birth certificate",
        "registro de nacimiento",
    ),
    DocumentType.STAY_PAPER: ("salvoconducto", "ptp", "ppt", "pep", "sc 2", "sc2"),
    DocumentType.OTHER: ("otro", "other", "otro documento", "other document"),
}  # fmt: skip


def turned(words: Mapping[str, Iterable[str]]) -> dict[str, str]:
    return {plain(word): meaning for meaning, texts in words.items() for word in texts}


SEX = turned(SEX_WORDS)

RELATION = turned(RELATION_WORDS)

FORCE = turned(FORCE_WORDS)

RANK = turned(RANK_WORDS)

DOCUMENT = turned(DOCUMENT_WORDS)

GRADE = turned(GRADES)

STEP = turned(STEPS)

# "S/2", "sgto 2do", "sargento mayor de tercera", "cabo 1ro", "sm3", "sm/3ra".
GRADED = re.compile(
    r"(?P<grade>.*?[a-z])[ /]*(?:de )?(?P<step>\d\w{0,3}[ºª°]?|primer[oa]|segund[oa]|tercer[oa])(?: clase)?"
)


def is_known_word(word: str) -> bool:
    """Whether the word stands for a sex, a relation, a force, a rank or a kind of paper."""
    text = plain(word)
    return any(text in known for known in (SEX, RELATION, FORCE, RANK, DOCUMENT))


class Named(NamedTuple):
    """A force or a rank of the reference tables, as far as words are matched to it."""

    code: str
    names: tuple[str, ...]
    # As the reader's language has it.
    label: str = ""


def sex_of(word: str) -> str | None:
    """The sex that a word states, or None if it is not understood. Nothing written is "not known"."""
    return SEX.get(plain(word)) if plain(word) else Sex.UNKNOWN


def relation_of(word: str) -> str | None:
    """The relation to the head; `hijo (menor)` and `esposa del titular` lose what follows."""
    text = plain(word)
    return RELATION.get(text) or RELATION.get(re.split(r" (?:del?|de la|menor|mayor)\b", text)[0])


def force_of(word: str, forces: Iterable[Named]) -> str | None:
    """The code of a force, NONE for "civil", or None."""
    return named(word, forces) or _known(FORCE.get(plain(word)), forces)


def rank_of(word: str, ranks: Iterable[Named]) -> str | None:
    """The code of a rank: `S/2`, `Sgto. 2do`, `SM3`, `Tte. Cnel.`; None if it is not understood."""
    ranks = tuple(ranks)
    text = plain(word)
    if found := named(word, ranks) or _known(RANK.get(text), ranks):
        return found
    if match := GRADED.fullmatch(text):
        grade, step = GRADE.get(match["grade"].strip(" /")), STEP.get(match["step"])
        if grade and step:
            return _known(f"{grade}-{step}", ranks)
    return None


def document_type_of(word: str) -> str | None:
    return DOCUMENT.get(plain(word))


def named(word: str, rows: Iterable[Named]) -> str | None:
    """The code of the row that bears this name."""
    text = plain(word)
    return next((row.code for row in rows if text in {plain(name) for name in row.names}), None)


def _known(code: str | None, rows: Iterable[Named]) -> str | None:
    """The code, if the reference tables of this installation have it."""
    return code if code == NONE or code in {row.code for row in rows} else None
