"""Lines of a sheet that are about nobody: sums, signatures, notes below a list, loose numbers.

They are shown separately and never dropped: the user may restore one as a row about a person.
"""

import re
from collections.abc import Mapping, Sequence

from casework.identity.rules import plain_name
from imports.choices import SheetField
from imports.rules.names import BELOW_A_LIST, NAME_FIELDS

F = SheetField

# Words for people and things that are counted below a list. Written as `plain_name` writes them.
COUNTED = (
    r"(?:hombres?|mujer(?:es)?|niñ[oa]s?|niñ[oa]s y niñ[oa]s|adult[oa]s?|adult[oa]s mayores|menores|adolescentes|bebes|lactantes"
    r"|familias?|personas?|nucleos?|hogares|femeninos?|masculinos?|militares|civiles|gestantes"
    r"|men|women|boys|girls|children|adults|families|people|persons|individuals|households|males?|females?)"
)

TOTAL = re.compile(
    rf"(?:gran |grand )?(?:sub ?)?total(?:es|s)?\b.*|(?:sumas?|sumatoria|sum)(?: total)?(?: \d+)?"
    rf"|(?:cantidad|numero|nro|no|cant) (?:total )?de {COUNTED}\b.*|number of {COUNTED}\b.*|{COUNTED} en total\b.*"
)

COUNT = re.compile(rf"(?:(?:{COUNTED}|[mfh]) ?)?\d{{1,6}}(?: ?{COUNTED})?|{COUNTED}")

# Who wrote or checked a list, and marks of its end: no name begins like this.
FOOT = re.compile(
    r"(?:elaboro|reviso|aprobo|verifico|autorizo|diligencio|digito)"
    r"|(?:prepared|reviewed|approved|compiled|signed) by\b.*"
    r"|(?:pagina|pag|page|hoja) \d+\b.*|(?:fin (?:de la|del|de)|end of(?: the)?) (?:lista|listado|registro|hoja|list|sheet)\b.*"
    r"|ultima linea\b.*|continua en\b.*"
)

# Signatures and notes. They need a colon or a line after them, or a row without a name.
SIGNED = re.compile(
    r"recibe|recibio|recibi|entrego|registro|responsable|firmas?|nombre y firma|firma y sello|sello|cargo|vo ?bo|visto bueno"
    r"|atentamente|huellas?|notas?|observacion(?:es)?|fuente|leyenda|convenciones"
    r"|fecha de (?:elaboracion|corte|reporte|actualizacion)|signature|source|notes?|remarks|legend"
)

MARK = re.compile(r"(:|_{2,}|\.{3,})")
MOST_OF_A_FOOT = 4
NOT_OF_A_FOOT = (F.CIRCUMSTANCES, F.RELATION, F.FAMILY_NAMES)

# A cell with this number of words is a sentence, not a name.
WORDS_OF_A_SENTENCE = 8


def is_about_nobody(cells: Sequence[str], columns: Mapping[int, str]) -> bool:
    """Whether a row with these columns is about nobody: it has neither a name nor a fact about a person."""
    filled = {column: text for column, text in enumerate(cells) if text}
    if not filled:
        return False
    imported = {column: text for column, text in filled.items() if column in columns}
    if not any(map(str.isalnum, "".join(filled.values()).replace("_", ""))):
        return True
    names = [text for column, text in imported.items() if columns[column] in NAME_FIELDS]
    if not imported or (not names and all(_is_small_number(text) for text in imported.values())):
        return not _is_somebody({columns[column] for column in imported})
    return _is_sum(filled, columns) or _is_foot(filled, columns) or _is_sentence(filled, columns)


def _is_small_number(text: str) -> bool:
    """Whether a text is a count, a sum or punctuation only."""
    return sum(map(str.isdigit, text)) < 5 and not any(map(str.isalpha, text)) and "/" not in text


def _is_somebody(fields: set[str]) -> bool:
    """Whether numbers alone describe somebody without a name: a paper, or an age in a family."""
    return bool(fields & {F.DOCUMENT, F.PHONE, F.BIRTH}) or {F.FAMILY, F.AGE} <= fields


def _is_sum(filled: Mapping[int, str], columns: Mapping[int, str]) -> bool:
    """Whether a row is a sum, as `TOTAL PERSONAS | 12 | M: 5` or `Hombres | 5`."""
    texts = {column: plain_name(text) for column, text in filled.items()}
    words = {column: text for column, text in texts.items() if any(map(str.isalpha, text))}
    totals = [text for text in words.values() if TOTAL.fullmatch(text)]
    has_number = any(map(str.isdigit, "".join(texts.values())))
    # A sex and an age without a name describe a person.
    is_label = {*(columns.get(column, F.FULL_NAME) for column in words)} <= {*NAME_FIELDS}
    if not words or not (totals or (has_number and is_label)):
        return False
    rest = [text for text in texts.values() if text not in totals]
    return all(COUNT.fullmatch(text) or _is_small_number(text) for text in rest)


def _is_foot(filled: Mapping[int, str], columns: Mapping[int, str]) -> bool:
    """Whether a row is a note below the list, as `Elaboró: Ana Peña`, in at most MOST_OF_A_FOOT cells."""
    column, text = next(iter(filled.items()))
    if len(filled) > MOST_OF_A_FOOT or columns.get(column) in NOT_OF_A_FOOT:
        return False
    before, stroke, _rest = MARK.split(text, maxsplit=1) if MARK.search(text) else (text, "", "")
    bare, whole = plain_name(before), plain_name(text)
    is_beside_a_name = any(columns.get(each) in NAME_FIELDS for each in filled if each != column)
    return bool(
        FOOT.fullmatch(bare)
        or FOOT.fullmatch(whole)
        or BELOW_A_LIST.fullmatch(whole)
        or (SIGNED.fullmatch(bare) and (stroke or not is_beside_a_name))
    )


def _is_sentence(filled: Mapping[int, str], columns: Mapping[int, str]) -> bool:
    """Whether a row is a single cell with more words than a name has, outside the column of remarks."""
    if len(filled) > 1 or len(columns) < 2:
        return False
    [(column, text)] = filled.items()
    words = [word for word in text.split() if any(map(str.isalpha, word))]
    return columns.get(column) != F.CIRCUMSTANCES and len(words) >= WORDS_OF_A_SENTENCE
