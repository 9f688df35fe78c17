"""Single cells of a sheet: days, documents, numbers, yes and no."""

import datetime
import re
from typing import NoReturn

from casework.register.choices import YesNo
from casework.register.rules import MAX_AGE
from imports.choices import DateOrder, RowFault
from imports.rules.text import CELL_ERROR, NOT_COMPUTED, is_nothing, plain
from pages.dates import parse_date

FIRST_SERIAL, LAST_SERIAL = 1_000, 80_000
SERIAL_DAY_ZERO = datetime.date(1899, 12, 30)

ABOUT = re.compile(
    r"^(?:aprox(?:\.|imadamente|imado)?|est(?:\.|imad[oa]:?)"
    r"|unos|unas|como(?: de)?|cerca de|casi|m[aá]s de|~|±|\+/?-|\+(?=\s*\d)|c\.|about)"
    r"\s*",
    re.IGNORECASE,
)

AFTER_AGE = re.compile(
    r"\s*(?:aprox(?:\.|imadamente)?|\(?est(?:\.|imad[oa])\)?|cumplidos|de edad"
    r"|\(?aprox\.?\)?|y medio|o m[aá]s|y pico|y tantos|m[aá]s o menos"
    r"|\+|\(?\?+\)?)$",
    re.IGNORECASE,
)

# Less exact than a number; the original text is kept as a remark.
VAGUE = re.compile(
    r"\+|\b(?:m[aá]s|pico|tantos|casi)\b|aprox|\b(?:unos|como|cerca)\b", re.IGNORECASE
)

# The keys are written as `plain` writes a cell.
YES_NO = {
    **dict.fromkeys(["si", "s", "yes", "y", "x", "1", "true", "verdadero"], YesNo.YES),
    **dict.fromkeys(["no", "n", "0", "false", "falso", "ninguno"], YesNo.NO),
    **dict.fromkeys(["no sabe", "ns", "ns/nr", "no responde", "unknown"], YesNo.UNKNOWN),
}

THREE_NUMBERS = re.compile(r"(\d{1,4})\D{1,3}(\d{1,2})\D{1,3}(\d{1,4})")
DAY_AND_MONTH = re.compile(r"\d{1,2}\s*(?:[-/. ]|de)\s*(?:\d{1,2}|[a-zé]{3,10})\.?", re.IGNORECASE)

TIME_AFTER = re.compile(
    r"[ T]\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?: ?[ap]\.? ?m\.?)?(?:Z|[+-]\d{2}:?\d{2})?$",
    re.IGNORECASE,
)

# A timestamp of a server: 2026-11-24T02:50:00.000Z. Its day in the office's time zone may be another.
UTC_TIMESTAMP = re.compile(
    r"\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]00:?00)", re.IGNORECASE
)

# A number formatted as money by a spreadsheet: 21555003.00, 21.555.002,00.
AMOUNT = re.compile(
    r"(?P<whole>(?:[VE] ?-? ?)?(?:\d{5,}|\d{1,3}(?:\.\d{3})+(?=,)|\d{1,3}(?:,\d{3})+(?=\.)))[.,](?P<rest>\d{1,2})",
    re.IGNORECASE,
)

WEEKDAY_BEFORE = re.compile(
    r"^(?:lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|lun|mar|mi[eé]|jue|vie|s[aá]b|dom)\.?,?\s+(?=\d)",
    re.IGNORECASE,
)

DOCUMENT = re.compile(
    r"(?:(?:c\.? ?i\.? ?(?:n[º°o.]*)?|c[eé]dula(?: de (?:extranjer[ií]a|ciudadan[ií]a|identidad))?|c\.?c\.?|pasaporte"
    r"|pas\.?|n[º°o]\.?|no\.|(?:t\.? ?i|r\.? ?c|c\.? ?e|ppt|pep|ptp|nuip|salvoconducto)\b|tarjeta de identidad"
    r"|(?:partida|registro(?: civil)?)\b(?: de nacimiento)?|acta de nacimiento)[ :#.-]*)+",
    re.IGNORECASE,
)

ROUNDED = re.compile(r"\d(?:[.,]\d+)?e\+?\d+", re.IGNORECASE)


# Texts for a person without a document.
NO_DOCUMENT = re.compile(
    r"(?:no|no tiene|no porta|no trae|s/?[cdn]\.?|s\.c\.|sin|indocumentad[oa]|en tr[aá]mite)"
    r"(?: (?:c[eé]dula|c\.?i\.?|documentos?|docs?\.?|papeles|pasaporte))?",
    re.IGNORECASE,
)

# The least number of letters of a remark: fewer are a typing error.
SHORTEST_REMARK = 4
TWO_DOCUMENTS = re.compile(r"\d{3}\D*[/;|]\D*\d[\d.]{4,}|\d{5,}.*\b(?:y|pas|pasaporte)\b.*\d{5,}")

# "V-1234567 vencida", "V 17388494 (copia)": the number first, then words.
WORDS_BEHIND = re.compile(
    r"(?P<number>\D{0,25}\d[\w.,/\- ]*?)(?:(?:\s*[-–,;:/(\[]\s*|\s+)(?=(?:del?|en|por) |[^\W\d_]{3})|(?<=\d)(?=[^\W\d_]{5}))"
    r"(?P<words>[^\W\d_].*)"
)

# "vencida V-1234567": the state of a paper, before its number.
WORDS_BEFORE = re.compile(
    r"(?P<words>(?:vencid[oa]|vigente|(?:foto)?copia|original|foto|prestad[oa]|robad[oa]|perdid[oa]|extraviad[oa])\b[ .:,-]*)+"
    r"(?P<number>.*\d.*)",
    re.IGNORECASE,
)

# "V-23000444 (de la madre)", "C.I. mamá": the paper of somebody else, used for a child.
RELATIVE_AS_OWNER = re.compile(
    r"\b(?:(?:del?|de la|de su|su) )?(?:madre|mam[aá]|padre|pap[aá]|progenitora?|representante|acudiente|abuel[oa]|t[ií][oa]"
    r"|herman[oa]|espos[oa]|c[oó]nyuge|pareja|titular|jef[ea]|tutora?|hij[oa]|mother|father|parent|guardian)\b",
    re.IGNORECASE,
)

# A birth certificate's number has several parts.
PART_OF_A_NUMBER = re.compile(r"(?:folio|tomo|libro|acta|serie|serial|nro)\b", re.IGNORECASE)

# Signature lines, "no name", and a child described by its father are no names; a cross marks a death.
NO_PERSON = re.compile(
    r"_{2,}|\bfirma\b|^n\. ?n\.?$|^nn$|\?\?|\(\+\)|\b(?:hij[oa]|beb[eé]|esposa) de\b", re.IGNORECASE
)

TWO_PEOPLE = re.compile(r"/|,.*\by\b.*,|;", re.IGNORECASE)
# No given name has an "and". A surname may have one ("Ortega y Gasset"), but then one word follows it.
TWO_GIVEN = re.compile(r"\s[ye]\s", re.IGNORECASE)
TWO_FULL = re.compile(r"\S\s+y\s+\S+\s+\S", re.IGNORECASE)


DITTO = re.compile(r"""["“”„″〃]|['’´]{2}|[ií]dem\.?|ditto\.?""", re.IGNORECASE)


class CellFault(ValueError):
    """A cell that cannot be accepted."""

    def __init__(self, fault: RowFault) -> None:
        super().__init__(fault)
        self.fault = fault


def refuse_ditto(text: str, *, is_name: bool) -> None:
    """Raises CellFault for ditto marks; in a name also beside other text."""
    if DITTO.fullmatch(text) or (is_name and any(map(DITTO.fullmatch, text.split()))):
        raise CellFault(RowFault.DITTO)


def refuse_formula(text: str) -> None:
    """Raises CellFault for a formula, a spreadsheet's error, or broken characters."""
    if (text[:1] in "=@" and len(text) > 1) or NOT_COMPUTED in text.split():
        raise CellFault(RowFault.FORMULA)
    if text[:1] in "+-" and re.search(r"[A-Za-z]+[\w|]*[(|!]", text):
        raise CellFault(RowFault.FORMULA)
    # Anywhere in the text: a fact can be joined from several columns, and one of them may have failed.
    if CELL_ERROR.search(text.upper()):
        raise CellFault(RowFault.CELL_ERROR)
    if "\ufffd" in text or re.search(r"Ã[\u0080-\u00bf¡-¿]", text):
        raise CellFault(RowFault.BROKEN_LETTERS)


def has_month_first(text: str) -> bool:
    """Whether a date is only valid with the month first: `02/23/2019`."""
    first, second = _first_two(_bare_day(text))
    return 1 <= first <= 12 < second <= 31


def is_day_or_month(text: str) -> bool:
    """Whether a date is ambiguous between day first and month first: `03/04/2019`."""
    first, second = _first_two(_bare_day(text))
    return 1 <= first <= 12 and 1 <= second <= 12 and first != second


def _bare_day(text: str) -> str:
    return re.sub(
        r"(?<=\d) *([/.-]) *(?=\d)", r"\1", WEEKDAY_BEFORE.sub("", TIME_AFTER.sub("", text))
    )


def _first_two(text: str) -> tuple[int, int]:
    match = THREE_NUMBERS.fullmatch(text)
    return (int(match[1]), int(match[2])) if match else (0, 0)


def read_day(
    text: str,
    *,
    today: datetime.date,
    order: str = DateOrder.DAY,
    zone: datetime.tzinfo | None = None,
) -> datetime.date | None:
    """The past day in a cell; None for an empty one. Accepts the serial numbers of Excel. Raises CellFault.

    A UTC timestamp gives its day in `zone`, other values the written day. `order` is a DateOrder; anything else means
    unknown, and makes ambiguous dates a fault.
    """
    if is_nothing(text):
        return None
    if zone and UTC_TIMESTAMP.fullmatch(text):
        text = datetime.datetime.fromisoformat(text.upper()).astimezone(zone).date().isoformat()
    bare = _bare_day(text)
    if order == DateOrder.MONTH:
        bare = _day_first(bare)
    elif order != DateOrder.DAY and is_day_or_month(bare):
        raise CellFault(RowFault.DAY_OR_MONTH)
    day = _day_of_serial(bare)
    if day is None:
        try:
            day = parse_date(bare, today=today, latest=today)
        except ValueError:
            _refuse_date(bare)
    if day > today:
        raise CellFault(RowFault.FUTURE)
    if day.year < today.year - MAX_AGE:
        raise CellFault(RowFault.TOO_LONG_AGO)
    return day


def _day_first(text: str) -> str:
    """A month-first date, reordered; a date only valid with the day first stays."""
    if has_month_first(text) or is_day_or_month(text):
        month, day, year = re.findall(r"\d+", text)
        return f"{day}/{month}/{year}"
    return text


def _day_of_serial(text: str) -> datetime.date | None:
    match = re.fullmatch(r"(\d{4,5})(?:\.\d+)?", text)
    if not match or not FIRST_SERIAL <= int(match[1]) <= LAST_SERIAL:
        return None
    return SERIAL_DAY_ZERO + datetime.timedelta(days=int(match[1]))


def _refuse_date(text: str) -> NoReturn:
    """Raises the most specific CellFault."""
    if match := THREE_NUMBERS.fullmatch(text):
        first, second = int(match[1]), int(match[2])
        if first <= 12 < second <= 31:
            raise CellFault(RowFault.MONTH_FIRST)
        raise CellFault(RowFault.NO_SUCH_DAY)
    if DAY_AND_MONTH.fullmatch(text):
        raise CellFault(RowFault.DATE_WITHOUT_YEAR)
    raise CellFault(RowFault.DATE_NOT_UNDERSTOOD)


def without_zero_decimals(text: str) -> str | None:
    """The number without the decimals that a spreadsheet added, as in `21.555.002,00`; None if they are not zero."""
    match = AMOUNT.fullmatch(text.strip())
    if not match:
        return text
    # Points between the thousands, as people of the region write: 21.555.002.
    return match["whole"].replace(",", ".") if not int(match["rest"]) else None


def read_document(text: str) -> str:
    """`V-12.345.678` from `C.I. V-12.345.678`; empty for an empty cell. Raises CellFault."""
    has_only_remark = not digits_in(text) and remark_on_document(text)
    if is_nothing(text) or NO_DOCUMENT.fullmatch(text) or has_only_remark:
        return ""
    number = without_zero_decimals(text)
    if ROUNDED.fullmatch(text) or number is None:
        raise CellFault(RowFault.DOCUMENT_ROUNDED)
    text = number
    if TWO_DOCUMENTS.search(text):
        raise CellFault(RowFault.TWO_DOCUMENTS)
    if is_of_somebody_else(text):
        return ""
    text, remark = number_and_remark(text)
    if re.search(r"\d{5,}", remark):
        raise CellFault(RowFault.TWO_DOCUMENTS)
    bare = DOCUMENT.sub("", text, count=1).strip() if DOCUMENT.match(text) else text
    if not 3 <= digits_in(bare) <= 20 or len(bare) > 40 or not re.fullmatch(r"[\w .,/\-]+", bare):
        raise CellFault(RowFault.DOCUMENT_NOT_UNDERSTOOD)
    return bare


def is_of_somebody_else(text: str) -> bool:
    """Whether the cell says that the number belongs to a mother or another relative."""
    return RELATIVE_AS_OWNER.search(text) is not None


def number_and_remark(text: str) -> tuple[str, str]:
    """The number with its prefix, and the words beside it: `V-1234567` and `vencida`."""
    for pattern in (WORDS_BEFORE, WORDS_BEHIND):
        match = pattern.fullmatch(text)
        if not match or PART_OF_A_NUMBER.match(match["words"]) or digits_in(match["number"]) < 3:
            continue
        number = match["number"].strip(" .,;:-–/([")
        return number, text.replace(number, " ").strip(" .,;:-–/()[]")
    return text, ""


def remark_on_document(text: str) -> str:
    """The words beside a number or in its place (`la perdió`, `vencida`); else empty."""
    if digits_in(text) and is_of_somebody_else(text):
        remark = text
    elif digits_in(text):
        remark = number_and_remark(text)[1]
    else:
        is_remark = len(text) >= SHORTEST_REMARK and not NO_DOCUMENT.fullmatch(text)
        remark = text if is_remark and not ROUNDED.fullmatch(text) else ""
    return f"Documento: {remark}" if remark else ""


def remark_on_years(text: str) -> str:
    """Approximate years of service, or years with months, as written; else empty."""
    is_inexact = VAGUE.search(text) or re.search(r"medio|\d ?m(?:es)?", text, re.IGNORECASE)
    return f"Años de servicio: {text}" if digits_in(text) and is_inexact else ""


def digits_in(text: str) -> int:
    """How many digits a text has."""
    return sum(letter.isdigit() for letter in text)


def read_years(text: str) -> int | None:
    """Years of service: `12`, `12 años`, `+10`, `30 y pico`. Raises CellFault, also for `1,5`: nothing is truncated."""
    if is_nothing(text):
        return None
    bare = AFTER_AGE.sub("", ABOUT.sub("", text.strip(" .")))
    match = re.fullmatch(
        r"(\d{1,2})(?:[.,]0+)? ?(?:a|años?|anos?|y|years?)?\.?"
        r"(?:(?: y| con|,)? (?:medio|\d{1,2} ?m(?:es|eses)?|pico|tantos))?\.?",
        bare.casefold(),
    )
    if not match or int(match[1]) > 60:
        raise CellFault(RowFault.YEARS_NOT_UNDERSTOOD)
    return int(match[1])


def read_yes_no(text: str) -> str:
    """A YesNo, or "" for an empty cell: `Sí`, `no`, `no sabe`. Raises CellFault."""
    if is_nothing(text):
        return ""
    try:
        return YES_NO[plain(text)]
    except KeyError:
        raise CellFault(RowFault.NEITHER_YES_NOR_NO) from None
