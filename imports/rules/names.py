"""Names in a sheet: placeholders that are no names, and ranks before a name.

Many words for a family role are surnames too (Menor, Niño, Nieto, Coronel). So a word is judged by its column and its
neighbours, and a surname is never refused for being such a word.
"""

import re

from casework.duplicates.rules.given_names import is_given_name
from casework.identity.rules import is_unnamed, plain_name
from imports.choices import RowFault, SheetField
from imports.rules import values
from imports.rules.name_parts import in_title_case
from imports.rules.text import is_nothing, plain
from imports.rules.values import CellFault
from vault.sounds import sounded_words

LONGEST_NAME = 255
F = SheetField
FULL_NAMES = (F.FULL_NAME, F.FAMILY_FIRST)
NAME_FIELDS = (F.GIVEN_NAMES, F.FAMILY_NAMES, *FULL_NAMES)

# Texts that are nobody's name if the cell holds nothing else. Written as `plain_name` writes them.
PLACEHOLDERS = frozenset({
    "x", "xx", "xxx", "xxxx", "nn", "n n", "sn", "s n", "sin nombre", "sin nombres", "sin apellido", "sin apellidos",
    "sin identificar", "no identificado", "no identificada", "por identificar", "desconocido", "desconocida",
    "desconocidos", "se desconoce", "no aplica", "no sabe", "no se sabe", "no recuerda", "no indica", "no refiere",
    "no informa", "no dice", "no tiene", "ninguno", "ninguna", "nadie", "anonimo", "anonima", "fulano", "fulana",
    "unknown", "no name", "unnamed",
})  # fmt: skip

# For a newborn child, these may be beside its family names.
NEWBORN_PLACEHOLDERS = frozenset(
    {"nn", "n n", "sn", "s n", "sin nombre", "sin nombres", "no tiene"}
)

# Words that are below or beside a list of people.
WORDS_OF_THE_SHEET = frozenset({
    "huella", "huellas", "huella dactilar", "observacion", "observaciones", "nota", "notas", "firma", "firmas", "sello",
    "fecha", "recibido", "recibe", "recibi", "entregado", "entrega", "nombre", "nombres", "apellido", "apellidos",
    "nombre y apellido", "nombres y apellidos", "nombre completo", "responsable", "suma", "continua",
})  # fmt: skip

# Roles that may be written instead of a name.
ROLES = frozenset({
    "menor", "menor de edad", "mayor de edad", "bebe", "beba", "bebito", "bebita", "niño", "niña", "niños", "rn",
    "recien nacido", "recien nacida", "neonato", "neonata", "feto", "hijo", "hija", "hijos", "hijo menor", "hija menor",
    "hijo mayor", "hija mayor", "esposo", "esposa", "conyuge", "pareja", "concubino", "concubina", "compañero",
    "compañera", "madre", "padre", "mama", "papa", "hermano", "hermana", "abuelo", "abuela", "nieto", "nieta",
    "sobrino", "sobrina", "primo", "prima", "tio", "tia", "suegro", "suegra", "yerno", "nuera", "cuñado", "cuñada",
    "familiar", "acompañante", "señor", "señora", "adulto", "adulta", "hombre", "mujer", "persona", "civil", "militar",
    "titular", "jefe", "jefa", "jefe de familia", "jefa de familia",
})  # fmt: skip

# Those of ROLES and WORDS_OF_THE_SHEET that are also surnames: in a column of family names each is a name.
SURNAMES = frozenset({
    "menor", "niño", "hermano", "abuelo", "nieto", "sobrino", "primo", "padre", "señor", "persona", "militar", "jefe",
    "papa", "tio", "nota", "sello",
})  # fmt: skip

ROLES_AND_GIVEN_NAMES = frozenset({"primo", "prima"})

# "Total: 12 personas", "Recibido por Luis Mora".
BELOW_A_LIST = re.compile(
    r"(?:sub ?)?total(?:es)?(?: (?:de|general|parcial|personas?|familias?|adult[oa]s?|niñ[oa]s|menores|hombres|mujeres)\b.*)?"
    r"|(?:recibid|entregad|elaborad|revisad|aprobad|verificad|registrad|autorizad|firmad|realizad|llenad|hech)[oa]s? por\b.*"
    r"|(?:preparad|diligenciad|digitad)[oa]s? por\b.*"
)

# No given name and no surname begins like this.
NEVER_FIRST = re.compile(
    r"(?:rn|recien nacid[oa]|neonat[oa]|beb[ea]|bebit[oa]|espos[oa]|concubin[oa]|conyuge|hij[oa]s?|huella|firma)(?: .*)?"
)

# "Niño de Guzmán" is a surname; "niño de Ana" is a child of Ana.
CHILD_OF = re.compile(r"(?:niñ[oa]|menor|herman[oa]|madre|padre|mama|papa) de (\w+).*")

ROLE_OF_SOMEBODY = re.compile(
    r"(?:rn|recien nacid[oa]|neonat[oa]|conyuge|espos[oa]|concubin[oa]|pareja) del? .*"
)

# Luis Rojas (hijo), José "El Flaco" Páez, Ana Peña alias La Negra: more than a name.
BESIDE_A_NAME = re.compile(
    r"""[()\[\]{}<>"“”«»]|\b(?:alias|apodad[oa]|conocid[oa] como)\b""", re.IGNORECASE
)

# Forms of address, not part of the name.
TITLE = re.compile(r"(?:sr|sra|srta)(?:\.\s*|\s+)(?=\w)", re.IGNORECASE)

# A rank before a name -----------------------------------------------------------------------------------------

DIGIT_STEP = r"[1-3](?:ro|do|ra|da|er|ero|era|o|a|°)?"
WORD_STEP = r"(?:primer[oa]|segund[oa]|tercer[oa])"

# Written as `plain` writes it. None of these is a surname of the region.
RANK = re.compile(
    rf"(?:sgto|sgt|sarg|sargento)(?: (?:mayor|my|ayudante|aydte|supervisor))?(?:[ /]?(?:de )?(?:{DIGIT_STEP}|{WORD_STEP}))?"
    rf"|(?:sm|s|c|cbo|cabo|sgtm)[ /]?{DIGIT_STEP}|(?:cbo|cabo) {WORD_STEP}|cbo"
    r"|(?:1er|1ro|1|primer|p/?) ?(?:tte|tnte|teniente)|(?:tte|tnte|teniente) (?:cnel|coronel)"
    r"|tte|tnte|ptte|teniente|tcnel|tcnl|cnel|cnl|crnel|cap|cptn|capitan|sdo|sldo|slddo|dtgdo|dtgo|dgdo|distinguido"
    r"|(?:gral|general) (?:de )?(?:brigada|brig|division|div)|(?:gral|general) en jefe|mayor general|gral"
    r"|(?:soldado|sdo) raso|(?:insp|inspector|comisario|comisionado|supervisor)(?: jefe| agregado)?"
    r"|oficial(?: jefe| agregado)?"
)

# Short words that are a rank only with their dot.
DOTTED = frozenset({"my.", "may.", "ten.", "com."})

# Ranks that are also surnames, some of them common.
RANK_OR_SURNAME = frozenset({"coronel", "mayor", "general", "cabo", "soldado"})
MOST_WORDS_OF_A_RANK = 5

# Few names begin like this, so other names need no comparison with ranks.
MAY_BE_A_RANK = re.compile(
    r"\W*(?:[1p]|s(?:gt|arg|m|d|l?d|ol|up|/|\b|\d)|c(?:b|ab|ap|pt|n|rn|om|/|\b|\d)|t(?:t|n|e)|d[tgi]|g|m[ay]|insp|ofi)",
    re.IGNORECASE,
)


def split_rank(text: str, name: str) -> tuple[str, str]:
    """The rank before a name and the name itself. Raises CellFault if the word may be a rank or a surname.

    No given name is a rank word, but some surnames are: a comma or the column decides about Coronel.
    """
    tokens = text.split()
    count = _words_of_rank(tokens)
    if not count and name != F.FAMILY_NAMES and plain(text.split(" ")[0]) in RANK_OR_SURNAME:
        following = plain(tokens[1]) if len(tokens) > 1 else ""
        if name == F.GIVEN_NAMES:
            count = 1
        elif "," not in text and (not following or _is_given(following)):
            raise CellFault(RowFault.RANK_OR_SURNAME)
    if count == len(tokens) and name == F.FAMILY_NAMES:
        return "", text
    return " ".join(tokens[:count]), " ".join(tokens[count:])


def rank_before(text: str, name: str) -> str:
    """The rank before a name, or "" if there is none or it is ambiguous."""
    try:
        return split_rank(text, name)[0]
    except CellFault:
        return ""


def _words_of_rank(tokens: list[str]) -> int:
    """How many leading words are a rank, in any abbreviation."""
    if not (tokens and MAY_BE_A_RANK.match(tokens[0])):
        return 0
    for count in range(min(len(tokens), MOST_WORDS_OF_A_RANK), 0, -1):
        words = tokens[:count]
        if any("," in word for word in words):
            continue
        is_dotted = count == 1 and words[0].casefold() in DOTTED
        if is_dotted or (
            RANK.fullmatch(plain(" ".join(words))) and not _ends_in_given_name(tokens, count)
        ):
            return count
    return 0


def _ends_in_given_name(tokens: list[str], count: int) -> bool:
    """Whether the last word is a given name: Segundo belongs to the rank only if two names follow."""
    is_word = re.fullmatch(WORD_STEP, plain(tokens[count - 1])) is not None
    return is_word and len(tokens) - count < 2


def _is_given(word: str) -> bool:
    return is_given_name("".join(sounded_words(word)))


# Reading ------------------------------------------------------------------------------------------------------


def split_placeholder(text: str) -> tuple[str, str]:
    """The placeholder for a newborn's name, and the family names beside it: `RN 1 Araque`, `Araque, RN 1`."""
    tokens = text.split()
    for count in range(len(tokens), 0, -1):
        if _stands_for_a_name(tokens[:count]):
            return " ".join(tokens[:count]), " ".join(tokens[count:])
        if _stands_for_a_name(tokens[-count:]):
            return " ".join(tokens[-count:]), " ".join(tokens[:-count]).rstrip(" ,")
    return "", text


def _stands_for_a_name(tokens: list[str]) -> bool:
    text = " ".join(tokens)
    return is_unnamed(text) or plain_name(text) in NEWBORN_PLACEHOLDERS


def says_nothing(text: str) -> bool:
    """Whether a text is a placeholder, such as `-`, `no tiene`, `NN`."""
    return is_nothing(text) or plain_name(text) in PLACEHOLDERS


def read_given(text: str) -> str:
    """Given names. Raises CellFault."""
    bare = plain_name(text)
    is_role = bare in PLACEHOLDERS | WORDS_OF_THE_SHEET | (ROLES - ROLES_AND_GIVEN_NAMES)
    if is_role or BELOW_A_LIST.fullmatch(bare) or NEVER_FIRST.fullmatch(bare) or _is_child_of(bare):
        raise CellFault(RowFault.NO_PERSON)
    if values.TWO_GIVEN.search(text):
        raise CellFault(RowFault.TWO_PEOPLE)
    return read_name(text)


def read_family(text: str) -> str:
    """Family names; empty if the cell says that they are unknown. Raises CellFault."""
    bare = plain_name(text)
    if bare in PLACEHOLDERS:
        return ""
    if ROLE_OF_SOMEBODY.fullmatch(bare) or _is_child_of(bare):
        raise CellFault(RowFault.NO_PERSON)
    return read_name(text)


def refuse_lone_family_name(text: str) -> None:
    """Raises CellFault if family names without a given name are no names."""
    bare = plain_name(text)
    if bare in (WORDS_OF_THE_SHEET | ROLES) - SURNAMES or BELOW_A_LIST.fullmatch(bare):
        raise CellFault(RowFault.NO_PERSON)


def read_full(text: str) -> str:
    """A full name. Raises CellFault."""
    bare = plain_name(text)
    is_nobody = bare in PLACEHOLDERS | WORDS_OF_THE_SHEET | ROLES or BELOW_A_LIST.fullmatch(bare)
    if is_nobody or NEVER_FIRST.fullmatch(bare) or re.search(r"\brn\b", bare):
        raise CellFault(RowFault.NO_PERSON)
    if "," in text:
        read_given(text.partition(",")[2].strip())
    elif _is_child_of(bare):
        raise CellFault(RowFault.NO_PERSON)
    elif values.TWO_FULL.search(text):
        raise CellFault(RowFault.TWO_PEOPLE)
    return read_name(text)


def read_name(text: str) -> str:
    """The name, in title case and without a form of address, after the checks common to all names. Raises CellFault."""
    if is_nothing(text):
        return ""
    if title := TITLE.match(text):
        text = text[title.end() :]
    if BELOW_A_LIST.fullmatch(plain_name(text)) and any(letter.isdigit() for letter in text):
        raise CellFault(RowFault.NO_PERSON)
    if any(letter.isdigit() for letter in text):
        raise CellFault(RowFault.DIGITS_IN_NAME)
    if values.NO_PERSON.search(text):
        raise CellFault(RowFault.NO_PERSON)
    if values.TWO_PEOPLE.search(text):
        raise CellFault(RowFault.TWO_PEOPLE)
    if BESIDE_A_NAME.search(text):
        raise CellFault(RowFault.NOT_ONLY_A_NAME)
    if len(text) > LONGEST_NAME:
        raise CellFault(RowFault.TOO_LONG)
    return in_title_case(text)


def _is_child_of(bare: str) -> bool:
    match = CHILD_OF.fullmatch(bare)
    return match is not None and _is_given(match[1])
