"""The bare number of a paper."""

import re
import unicodedata

# The letter of a Venezuelan card says whether its holder is a foreigner. Many people omit it; old passports contain the
# card's number after zeros.
CARD = re.compile(r"[VE]?0*(\d{5,9})")

# Prefixes that are no part of a number: C.I., Cédula Nº, T.I., partida, pasaporte, doc. #, and kinds of permit.
BEFORE_A_NUMBER = re.compile(
    r"""\W*(?:
        C\W{0,2}[IC](?=\W|\d|[VE]\W*\d)
        | CEDULA(?:\s+DE)?(?:\s+(?:IDENTIDAD|CIUDADANIA))?
        | (?:T\W{0,2}I|R\W{0,2}C)(?=\W) | TARJETA\s+DE\s+IDENTIDAD
        | (?:PARTIDA|REGISTRO(?:\s+CIVIL)?)(?=\W|\d)(?:\s+DE\s+NACIMIENTO)? | ACTA\s+DE\s+NACIMIENTO
        | PASAPORTE | PASSPORT | PAS(?=\W) | DOC(?=\W) | DOCUMENTO
        | (?:SC(?:-?[12]|\W{1,2}[12](?=\W))|PPT|PEP|PTP|PIP|NUIP|RUMV|C\W{0,2}E)
            (?=\W*(?:N(?:O|RO)?\s*[.:º°\#]\s*)?\d(?:\W?\d){3})
        | N(?:O|RO)?\s*[.:º°\#] | NRO(?=\W|\d) | NUM(?:ERO)?(?=\W|\d)
    )\W*""",
    re.VERBOSE,
)


def bare_number(typed: str) -> str:
    """Returns the bare number of a paper: "C.I. V-21.967.260", "V21967260" and "21967260" are equal.

    Letters that belong to the number stay. If only prefixes were typed, returns all letters and digits.
    """
    bare = without_words(typed)
    if not bare:
        return "".join(letter for letter in typed.upper() if letter.isalnum())
    card = CARD.fullmatch(bare)
    return card[1] if card else bare


def without_words(typed: str) -> str:
    """Returns letters and digits without prefixes."""
    decomposed = unicodedata.normalize("NFD", typed.upper())
    text = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    while match := BEFORE_A_NUMBER.match(text):
        text = text[match.end() :]
    return "".join(letter for letter in text if letter.isalnum())


def card_spellings(typed: str) -> list[str]:
    """Returns the bare number, the typed text and, for a Venezuelan card, the forms in which it may have been stored."""
    bare = bare_number(typed)
    before = ("V", "E", "CI", "CIV", "CIE") if CARD.fullmatch(bare) else ()
    return list(dict.fromkeys([bare, typed, *(letters + bare for letters in before)]))
