"""Words of a sheet for the way of entry and for countries."""

import re
from functools import cache

from django.utils.translation import override

from casework.register.choices import EntryMode
from imports.rules.text import plain
from imports.rules.words import meanings_by_word
from pages.countries import LIKELY_COUNTRIES
from reference.choices import Country

ENTRY_WORDS: dict[str, tuple[str, ...]] = {
    EntryMode.BRIDGE: ("puente", "a pie por el puente", "a pie", "caminando", "bridge", "on foot"),
    EntryMode.RIVER: ("rio", "por el rio", "canoa", "lancha", "river", "boat"),
    EntryMode.TRAIL: ("trocha", "por trocha", "trochas", "camino", "camino verde", "trail"),
    EntryMode.VEHICLE: ("vehiculo", "en vehiculo", "carro", "autobus", "bus", "moto", "vehicle", "car"),
    EntryMode.AIR: ("avion", "aereo", "vuelo", "via aerea", "air", "plane"),
    EntryMode.OTHER: ("otro", "otra", "other"),
}  # fmt: skip

NATIONALITY_WORDS: dict[str, tuple[str, ...]] = {
    "VE": ("venezolano", "venezolana", "venezuela", "ven", "venezuelan", "v"),
    "CO": ("colombiano", "colombiana", "colombia", "col", "colombian"),
    "EC": ("ecuatoriano", "ecuatoriana", "ecu", "ecuadorian"),
    "PE": ("peruano", "peruana", "per", "peruvian"),
    "BR": ("brasileño", "brasileña", "brasilero", "brasilera", "bra", "brazilian"),
    "CL": ("chileno", "chilena", "chl", "chilean"),
    "PA": ("panameño", "panameña", "pan", "panamanian"),
    "ES": ("español", "española", "esp", "spanish"),
    "US": ("estadounidense", "norteamericano", "norteamericana", "usa", "american"),
}  # fmt: skip

ENTRY_MODE, NATIONALITY = meanings_by_word(ENTRY_WORDS), meanings_by_word(NATIONALITY_WORDS)


def entry_of(word: str) -> str | None:
    return ENTRY_MODE.get(plain(word))


def country_of(word: str) -> str | None:
    """The code of a country: `venezolana`, `Colombia`, `EC`; None if unknown."""
    text = plain(word)
    return NATIONALITY.get(text) or _country_names().get(text)


def nationalities_in(text: str) -> list[str]:
    """The words of a cell with several nationalities, `VEN/COL`, `Venezolana y colombiana`; else the cell as it is."""
    parts = [text] if country_of(text) else re.split(r"\s*[-–/,;&+]\s*|\s+(?:y|e|and)\s+", text)
    parts = [part for part in parts if plain(part)]
    return parts if any(map(country_of, parts)) else [text]


@cache
def _country_names() -> dict[str, str]:
    """Country codes by name in both languages and by likely code. "no" and "si" are answers, not codes."""
    names = {plain(code): code for code in (*LIKELY_COUNTRIES, str(Country.OTHER))}
    for language in ("es", "en"):
        with override(language):
            names |= {plain(str(name)): str(code) for code, name in Country.choices}
    return names
