"""Words of a sheet for sex, relation, force and rank."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from casework.register.choices import DocumentType, Relation, Sex
from imports.rules.text import plain

# The person served in no force.
NO_FORCE = "none"

# The sheet says that the fact is not known.
UNKNOWN = "unknown"

# In a column of forces or ranks: the person served, with unknown force or rank.
SERVED = "served"

# For heads about whose service the sheet is silent: nobody has asked them yet whether they served.
NOT_ASKED = "not_asked"

# The user has not answered yet, and the meaning must not be guessed.
MUST_BE_ASKED = "open"

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
        "focal point", "jefe del hogar", "jefa del hogar", "jefe a de hogar", "jefe a del hogar", "jefe a de familia",
        "el mismo", "ella misma", "el", "militar", "funcionario", "responsable", "jefe del grupo",
    ),
    Relation.SPOUSE: (
        "esposa", "esposo", "conyuge", "marido", "spouse", "wife", "husband", "señora", "senora",
        "conyugue", "mujer",
    ),
    Relation.PARTNER: (
        "pareja", "compañera", "compañero", "companera", "companero", "concubina", "concubino",
        "partner", "concubinato", "union libre", "compañera permanente", "companera permanente", "free union",
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
    Relation.UNRELATED: ("ninguno", "sin parentesco", "no familiar", "amigo", "amiga", "conocido", "not related", "none",
                         "not a family member"),
}  # fmt: skip

# The relation of a man, that of a woman, and pairs of words for them.
RELATIONS_OF_BOTH_SEXES: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...] = (
    (Relation.SON, Relation.DAUGHTER, (("hijo", "hija"), ("son", "daughter"))),
    (Relation.BROTHER, Relation.SISTER, (("hermano", "hermana"), ("brother", "sister"))),
    (Relation.FATHER, Relation.MOTHER, (("padre", "madre"), ("father", "mother"), ("papa", "mama"))),
    (Relation.UNCLE, Relation.AUNT, (("tio", "tia"), ("uncle", "aunt"))),
    (Relation.NEPHEW, Relation.NIECE, (("sobrino", "sobrina"), ("nephew", "niece"))),
    (
        Relation.FATHER_IN_LAW, Relation.MOTHER_IN_LAW,
        (("suegro", "suegra"), ("father in law", "mother in law"), ("fatherinlaw", "motherinlaw")),
    ),
    (
        Relation.SON_IN_LAW, Relation.DAUGHTER_IN_LAW,
        (("yerno", "nuera"), ("son in law", "daughter in law"), ("soninlaw", "daughterinlaw")),
    ),
    (
        Relation.BROTHER_IN_LAW, Relation.SISTER_IN_LAW,
        (("cuñado", "cuñada"), ("brother in law", "sister in law"), ("brotherinlaw", "sisterinlaw")),
    ),
    (Relation.SPOUSE, Relation.SPOUSE, (("esposo", "esposa"), ("husband", "wife"))),
    (
        Relation.PARTNER, Relation.PARTNER,
        (("compañero", "compañera"), ("concubino", "concubina"), ("compañero permanente", "compañera permanente")),
    ),
    (
        Relation.GRANDCHILD, Relation.GRANDCHILD,
        (("nieto", "nieta"), ("grandson", "granddaughter"), ("grandson", "granddaugher")),
    ),
    (Relation.GRANDPARENT, Relation.GRANDPARENT, (("abuelo", "abuela"), ("grandfather", "grandmother"))),
    (Relation.COUSIN, Relation.COUSIN, (("primo", "prima"),)),
    (Relation.STEPCHILD, Relation.STEPCHILD, (("hijastro", "hijastra"), ("stepson", "stepdaughter"))),
    (Relation.PRINCIPAL, Relation.PRINCIPAL, (("jefe", "jefa"), ("jefe de hogar", "jefa de hogar"))),
)  # fmt: skip

# One word for a man and a woman.
WORDS_FOR_BOTH_SEXES = {
    "child": (Relation.SON, Relation.DAUGHTER), "hijos": (Relation.SON, Relation.DAUGHTER),
    "sibling": (Relation.BROTHER, Relation.SISTER), "hermanos": (Relation.BROTHER, Relation.SISTER),
    "parent": (Relation.FATHER, Relation.MOTHER), "padres": (Relation.FATHER, Relation.MOTHER),
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
    NO_FORCE: ("ninguna", "ninguno", "civil", "no aplica", "no", "none", "n/a", "civilian", "no militar", "no es militar"),
    SERVED: (
        "si", "s", "yes", "y", "x", "1", "true", "verdadero", "militar", "exmilitar", "es militar", "fue militar", "military",
        "funcionario", "exfuncionario", "uniformado", "sirvio", "si sirvio", "served", "fanb", "fuerza armada",
    ),
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
    "oficial-policia": ("oficial", "oficial de policia", "agente", "policia"),
    "oficial-agregado": ("oficial agregado", "of agregado"),
    "oficial-jefe": ("oficial jefe", "of jefe"),
    "supervisor-agregado": ("supervisor agregado", "sup agregado"),
    "supervisor-jefe": ("supervisor jefe", "sup jefe"),
    "comisionado-agregado": ("comisionado agregado", "com agregado"),
    "comisionado-jefe": ("comisionado jefe", "com jefe"),
    "inspector": ("inspector", "insp", "inspector jefe", "detective"),
    "comisario": ("comisario", "com", "comisario jefe"),
}  # fmt: skip

DOCUMENT_WORDS: dict[str, tuple[str, ...]] = {
    DocumentType.NATIONAL_ID: (
        "cedula", "ci", "c i", "cedula de identidad", "national id", "v", "e", "cc", "c c",
        "national identity card", "cedula de ciudadania", "cedula venezolana", "cedula colombiana",
    ),
    DocumentType.MINORS_ID: (
        "ti", "t i", "tarjeta de identidad", "tarjeta de identidad ti",
        "identity card of a minor", "identity card of a minor ti",
    ),
    DocumentType.PASSPORT: (
        "pasaporte", "passport", "pas", "pp", "pasaporte venezolano", "pasaporte colombiano",
    ),
    DocumentType.MILITARY_ID: (
        "carnet militar", "credencial", "carnet", "military id", "libreta militar",
        "carne militar", "military card",
    ),
    DocumentType.BIRTH_CERTIFICATE: (
        "partida de nacimiento", "acta de nacimiento", "partida", "birth certificate",
        "registro de nacimiento", "pn", "p n", "rc", "r c", "registro civil",
        "registro civil de nacimiento",
    ),
    DocumentType.STAY_PAPER: (
        "salvoconducto", "ptp", "ppt", "pep", "sc 2", "sc2", "ce", "c e", "cedula de extranjeria",
        "permiso especial de permanencia", "permiso por proteccion temporal",
    ),
    DocumentType.OTHER: ("otro", "other", "otro documento", "other document"),
}  # fmt: skip


# Kinds of documents that only Colombia issues.
COLOMBIAN_DOCUMENTS = {
    *DOCUMENT_WORDS[DocumentType.MINORS_ID], "ce", "c e", "cedula de extranjeria",
}  # fmt: skip


def meanings_by_word(words: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """The meaning of each word, in the form of `plain`."""
    return {plain(word): meaning for meaning, texts in words.items() for word in texts}


SEX = meanings_by_word(SEX_WORDS)
RELATION = meanings_by_word(RELATION_WORDS)


def _meaning_for_both(he: str, she: str) -> str:
    """The meaning of a word for either sex, both codes as `he/she`; one code if it is the same for both."""
    return he if he == she else f"{he}/{she}"


def _words_for_both(he: str, she: str) -> Iterator[str]:
    """Spellings of a word for either sex: `hijo/a`, `hijo(a)` as `plain` returns it, `hijo o hija`, `SON_DAUGHTER`."""
    yield from (f"{he}/a", f"{he} a", f"{she}/o", f"{she} o")
    for one, other in ((he, she), (she, he)):
        yield from (
            f"{one}/{other}",
            f"{one} {other}",
            f"{one} o {other}",
            f"{one} or {other}",
            f"{one} / {other}",
        )


RELATION |= {
    plain(word): _meaning_for_both(he, she)
    for he, she, pairs in RELATIONS_OF_BOTH_SEXES
    for pair in pairs
    for word in _words_for_both(*pair)
} | {word: _meaning_for_both(*both) for word, both in WORDS_FOR_BOTH_SEXES.items()}

# The relation of a man and of a woman, by the meaning of a word for either sex.
BY_SEX: dict[str, dict[str, str]] = {
    _meaning_for_both(he, she): {Sex.MALE: he, Sex.FEMALE: she}
    for he, she, _pairs in RELATIONS_OF_BOTH_SEXES
    if he != she
}

# Some forms use one word for both sexes: "hijo" for a daughter.
RELATION_OF_WOMEN: dict[str, str] = {
    Relation.SON: Relation.DAUGHTER, Relation.BROTHER: Relation.SISTER, Relation.UNCLE: Relation.AUNT,
    Relation.NEPHEW: Relation.NIECE, Relation.BROTHER_IN_LAW: Relation.SISTER_IN_LAW,
}  # fmt: skip

FORCE = meanings_by_word(FORCE_WORDS)
RANK = meanings_by_word(RANK_WORDS)
DOCUMENT = meanings_by_word(DOCUMENT_WORDS)
GRADE = meanings_by_word(GRADES)
STEP = meanings_by_word(STEPS)

# "Ex PNB", "ex-militar".
FORMER_PREFIX = re.compile(r"^ex ")

# "S/2", "sgto 2do", "sargento mayor de tercera", "cabo 1ro", "sm3", "sm/3ra".
GRADED = re.compile(
    r"(?P<grade>.*?[a-z])[ /]*(?:de )?(?P<step>\d\w{0,3}[ºª°]?|primer[oa]|segund[oa]|tercer[oa])(?: clase)?"
)


def is_known_word(word: str) -> bool:
    """Whether the word means a sex, a relation, a force, a rank or a kind of paper."""
    text = plain(word)
    return any(text in meanings for meanings in (SEX, RELATION, FORCE, RANK, DOCUMENT))


class NamedEntry(NamedTuple):
    """A force, a rank or a crossing point, with the names to which words are matched."""

    code: str
    names: tuple[str, ...]
    # In the user's language.
    label: str = ""
    # The kind of a force, or the band of a rank.
    kind: str = ""


def sex_of(word: str) -> str | None:
    """The sex that a word states; None if it is unknown. An empty cell is "not known"."""
    return SEX.get(plain(word)) if plain(word) else Sex.UNKNOWN


def relation_of(word: str) -> str | None:
    """The relation to the head; ignores additions, as in `hijo (menor)` and `esposa del titular`."""
    text = plain(word.replace("_", " "))
    return RELATION.get(text) or RELATION.get(re.split(r" (?:del?|de la|menor|mayor)\b", text)[0])


def relation_by_sex(relation: str, sex: str) -> str | None:
    """The relation that a word for both sexes means for this sex; None if the sex is unknown."""
    if relation in BY_SEX:
        return BY_SEX[relation].get(sex)
    return RELATION_OF_WOMEN.get(relation, relation) if sex == Sex.FEMALE else relation


def force_of(word: str, forces: Iterable[NamedEntry]) -> str | None:
    """The code of a force, also for `ex PNB`; NO_FORCE for "civil", SERVED for "sí"; None if unknown."""
    forces, text = tuple(forces), FORMER_PREFIX.sub("", plain(word))
    return (
        code_of_name(word, forces)
        or code_of_name(text, forces)
        or _code_if_known(FORCE.get(text), forces)
    )


def rank_of(word: str, ranks: Iterable[NamedEntry]) -> str | None:
    """The code of a rank: `S/2`, `Sgto. 2do`, `SM3`, `Tte. Cnel.`; None if it is not understood."""
    ranks = tuple(ranks)
    text = plain(word)
    if code := code_of_name(word, ranks) or _code_if_known(RANK.get(text), ranks):
        return code
    if match := GRADED.fullmatch(text):
        grade, step = GRADE.get(match["grade"].strip(" /")), STEP.get(match["step"])
        if grade and step:
            return _code_if_known(f"{grade}-{step}", ranks)
    return None


def document_type_of(word: str) -> str | None:
    return DOCUMENT.get(plain(word))


def code_of_name(word: str, rows: Iterable[NamedEntry]) -> str | None:
    """The code of the row with this name; None if there is none."""
    text = plain(word)
    return next((row.code for row in rows if text in {plain(name) for name in row.names}), None)


def _code_if_known(code: str | None, rows: Iterable[NamedEntry]) -> str | None:
    """The code, or None if the reference tables do not have it."""
    return code if code in (NO_FORCE, SERVED) or code in {row.code for row in rows} else None
