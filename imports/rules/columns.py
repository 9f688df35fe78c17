"""Guesses what the columns of a sheet contain from their headings in Spanish and English."""

import re
from collections.abc import Mapping, Sequence

from imports.choices import AgeUnit, SheetField
from imports.rules.headings import AMBIGUOUS, BY_HEADING, IN_FULL, in_full
from imports.rules.names import FULL_NAMES, NAME_FIELDS
from imports.rules.text import plain

F = SheetField

# "Nac." abbreviates birth or nationality, or heads the letter of an identity card: the cells below decide.
NAC = "nac"

# Cells below such a heading that state the kind of document.
LETTERS_OF_A_CARD = {"v", "e"}

# "Edad (meses)", "Age in months", "EDAD AÑOS - MESES", "Edad a/m", "Edad en días".
UNITS = {
    "years": re.compile(r"\b(?:anos?|years?|yrs?|a(?=/))\b"),
    "months": re.compile(r"\b(?:mes|meses|months?|(?<=a/)m)\b"),
    "less": re.compile(r"\b(?:dias?|days?|semanas?|weeks?)\b"),
}
AGE_WORD = re.compile(r"\b(?:edad|age)\b")
ON_ARRIVAL = re.compile(r"\b(?:llegar|llegada|ingresar|ingreso|arrival|entrada|entry)\b")

# "Fecha (mm/dd/aaaa)", "Fecha (mes/día/año)", "dd/mm o mm/dd".
MONTH_FIRST = re.compile(r"\b(?:mm\W?dd|(?:mes|month)\W?(?:dia|day))\b")

# Units and hints in a heading, which are removed before it is looked up.
HINTS = re.compile(r"\(.*?\)|\[.*?\]|\*|:|\bdd\W?mm\W?a+\b")
ARTICLE = re.compile(r"^(?:el|la|los|las|the) ")

# "N° familia", "Nro. de cédula", "Número de teléfono".
NUMBERED = re.compile(r"^(?:n[°ºo]?|nro|num|numero|cod|codigo|id) (?:de )?(?:la |el )?")

# Paths of groups and questions in mobile forms: datos/nombres, form.datos.nombres, datos-nombres.
PATH = re.compile(r"[a-z0-9_]+(?:[/.:-][a-z0-9_]+)+")

# Affixes of UNHCR and UNICEF column names: of an individual or a household, core or flexible.
SUFFIX = re.compile(r"_[ih]_[cf]$")

# Technical columns of mobile forms, without those that link a member to the family.
FORM_COLUMN = re.compile(r"_(?!_?parent_index$|_?submission__id$)|start$|end$|today$|deviceid$")
NUMBERED_NAME = re.compile(r"primer|segundo|1er|first|given|forename")

# A tag of the Humanitarian Exchange Language: #affected+name+given.
TAG = re.compile(r"#[a-z]\w*(?: *\+ *[a-z]\w*)*", re.IGNORECASE)

FIELDS_BY_TAG: tuple[tuple[frozenset[str], str], ...] = tuple(
    (frozenset(words.split()), field)
    for words, field in (
        ("given", F.GIVEN_NAMES), ("first", F.GIVEN_NAMES), ("middle", F.GIVEN_NAMES), ("family", F.FAMILY_NAMES),
        ("surname", F.FAMILY_NAMES), ("last", F.FAMILY_NAMES), ("sex", F.SEX), ("gender", F.SEX), ("birth", F.BIRTH),
        ("dob", F.BIRTH), ("age", F.AGE), ("phone", F.PHONE), ("relation", F.RELATION), ("relationship", F.RELATION),
        ("household", F.FAMILY), ("arrival", F.ARRIVED_ON), ("nationality", F.NATIONALITY), ("document", F.DOCUMENT),
        ("name", F.FULL_NAME),
    )
)  # fmt: skip

# Fields that may be spread over several columns, and the separator of their texts.
SEPARATORS = {F.GIVEN_NAMES: " ", F.FAMILY_NAMES: " ", F.PHONE: " / ", F.CIRCUMSTANCES: " · "}
UNIQUE_FIELDS = frozenset(SheetField) - set(SEPARATORS)


def guess_field(heading: str) -> str | None:
    """The field that a heading names, or None. Hints such as `(*)` are ignored."""
    if TAG.fullmatch(heading):
        return _field_of_tag(heading)
    small = SUFFIX.sub("", heading.strip().casefold())
    if FORM_COLUMN.match(small):
        return None
    spaced = small.replace("_", " ")
    for text in (plain(spaced), plain(HINTS.sub(" ", spaced))):
        for bare in (text, ARTICLE.sub("", text), NUMBERED.sub("", text)):
            if bare in BY_HEADING:
                return BY_HEADING[bare]
    if field := _field_of_path(small):
        return field
    return _field_of_abbreviation(HINTS.sub(" ", spaced)) or _age_with_units(plain(spaced))


def _age_with_units(heading: str) -> str | None:
    """AGE for a heading that consists of "age" and units, such as `EDAD AÑOS - MESES`; else None."""
    for unit in ("months", "less", "years"):
        heading = UNITS[unit].sub(" ", heading)
    rest = re.sub(r"\W+|\b(?:en|o|y|in|or|and)\b", " ", heading).split()
    return F.AGE if rest and all(map(AGE_WORD.fullmatch, rest)) else None


def _field_of_abbreviation(heading: str) -> str | None:
    """The field of an abbreviated heading, as `F.Nac`, or of one with two names, as `Grado/Rango`."""
    text = re.sub(r" ?/ ?", "/", plain(re.sub(r"\.(?=\w{2})", ". ", heading)))
    for each in (text, text.replace("c/", "con ")):
        if field := BY_HEADING.get(each) or IN_FULL.get(in_full(each)):
            return field
    parts = [part for part in re.split(r"/| (?:o|y|or|and) ", text) if part]
    fields = {BY_HEADING.get(part) or IN_FULL.get(in_full(part)) for part in parts}
    if fields == {F.BIRTH, F.AGE}:
        # `read_birth_cell` reads both dates and ages.
        return F.BIRTH
    return fields.pop() if len(parts) > 1 and len(fields) == 1 else None


def _field_of_nac(texts: Sequence[str]) -> str | None:
    """The content of a column `Nac.`: births if it has digits, a card's letter, else a nationality."""
    filled = [text for text in texts if text]
    if not filled:
        return None
    if all(any(map(str.isdigit, text)) for text in filled):
        return F.BIRTH
    return (
        F.DOCUMENT_TYPE if {plain(text) for text in filled} <= LETTERS_OF_A_CARD else F.NATIONALITY
    )


def _field_of_path(path: str) -> str | None:
    """The field named by the last step of `datos/nombres`; None for `sexo/edad`, which names two."""
    if not PATH.fullmatch(path):
        return None
    *groups, last = re.split(r"[/.:-]", path)
    fields = {guess_field(group) for group in groups}
    return guess_field(last) if fields <= {None, F.FULL_NAME, F.FAMILY} else None


def _field_of_tag(tag: str) -> str | None:
    """The field that a tag names."""
    tag_words = set(re.split(r"[#+ ]+", tag.casefold()))
    return next((field for words, field in FIELDS_BY_TAG if words <= tag_words), None)


def is_row_of_tags(cells: Sequence[str]) -> bool:
    """Whether a row describes no person but tags its columns."""
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(TAG.fullmatch(cell) for cell in filled)


def unit_of_ages(heading: str, field: str) -> str | None:
    """The AgeUnit of bare numbers below this heading; None if it names several, or days or weeks."""
    text = plain(heading)
    if field == F.BIRTH and not AGE_WORD.search(text):
        # The year and the month of a date.
        return AgeUnit.YEARS
    units = {unit for unit, words in UNITS.items() if words.search(text)}
    if units <= {"years"}:
        return AgeUnit.YEARS
    return AgeUnit.MONTHS if units == {"months"} else None


def says_age_on_arrival(heading: str) -> bool:
    return ON_ARRIVAL.search(plain(heading)) is not None


def says_month_first(heading: str) -> bool:
    return MONTH_FIRST.search(plain(heading.casefold())) is not None


def guess_columns(headings: Sequence[str], rows: Sequence[Sequence[str]] = ()) -> dict[int, str]:
    """Column and field for every known heading; each field once, except fields that are joined.

    The first `rows` decide between two meanings of a heading. A single column `Nombre` contains full names if no column
    has family names. Columns of full names are left out if given and family names have columns.
    """
    guessed: dict[int, str] = {}
    ordered = sorted(enumerate(headings), key=lambda each: plain(each[1]) in AMBIGUOUS)
    for column, heading in ordered:
        field = guess_field(heading)
        if plain(HINTS.sub(" ", heading.casefold())) == NAC:
            field = _field_of_nac([cells[column] for cells in rows if column < len(cells)])
        # A repeated heading belongs to somebody else: a contact, the head.
        is_new = field not in guessed.values() or (
            field not in UNIQUE_FIELDS and plain(heading) not in map(plain, headings[:column])
        )
        if field and is_new:
            guessed[column] = field
    if {F.GIVEN_NAMES, F.FAMILY_NAMES} <= set(guessed.values()):
        guessed = {column: field for column, field in guessed.items() if field not in FULL_NAMES}
    fields = set(guessed.values())
    given = [column for column, field in guessed.items() if field == F.GIVEN_NAMES]
    is_only_name = len(given) == 1 and fields & set(NAME_FIELDS) == {F.GIVEN_NAMES}
    if is_only_name and not NUMBERED_NAME.search(plain(headings[given[0]])):
        guessed[given[0]] = F.FULL_NAME
    return dict(sorted(guessed.items()))


def fingerprint_text(headings: Sequence[str]) -> str:
    """The headings as one line, equal for sheets of one kind."""
    return "|".join(plain(heading) for heading in headings)


def mapping_faults(columns: Mapping[int, str]) -> list[str]:
    """Fields that are mapped to more than one column."""
    fields = list(columns.values())
    return sorted({field for field in fields if field in UNIQUE_FIELDS and fields.count(field) > 1})


def has_name_column(columns: Mapping[int, str]) -> bool:
    return bool(set(NAME_FIELDS) & set(columns.values()))
