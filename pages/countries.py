"""Countries and time zones, by name in the user's language, as forms offer them."""

import unicodedata
import zoneinfo
from functools import cache

from babel import Locale
from babel.core import get_global
from django.utils.translation import get_language

# Countries where people in files come from, go to or have family: offered first.
LIKELY_COUNTRIES = (
    "VE", "CO", "AR", "AW", "BO", "BR", "CA", "CL", "CR", "CW", "DO", "EC",
    "FR", "DE", "IT", "MX", "PA", "PY", "PE", "PT", "ES", "TT", "US", "UY",
)  # fmt: skip

# Two-letter codes that CLDR names but ISO 3166-1 gives to no country.
NO_COUNTRIES = {
    "AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "XK", "ZZ",
}  # fmt: skip

COUNTRY_CODES = sorted(
    code
    for code in map(str, Locale("en").territories)
    if len(code) == 2 and code.isalpha() and code not in NO_COUNTRIES
)


def _locale() -> Locale:
    return Locale.parse(get_language() or "en", sep="-")


def name_of_country(code: str) -> str:
    """The name of the country in the user's language."""
    name: str = _locale().territories[code]
    return name.replace(" & ", " and ")


def countries_by_name() -> list[tuple[str, str]]:
    """Codes and names: first the likely ones, then all others by name in the user's language."""
    return list(_ordered(get_language()))


@cache
def _ordered(_language: str | None) -> list[tuple[str, str]]:
    rank = {code: index for index, code in enumerate(LIKELY_COUNTRIES)}
    return sorted(
        ((code, name_of_country(code)) for code in COUNTRY_CODES),
        # Sorted by base letter: Åland is among the A.
        key=lambda each: (
            rank.get(each[0], len(rank)),
            unicodedata.normalize("NFKD", each[1]).encode("ascii", "ignore").lower(),
        ),
    )


def time_zones() -> list[tuple[str, str]]:
    """Every zone: by country and city in the order of the countries, then zones without a country."""
    return list(_zones(get_language()))


@cache
def _zones(_language: str | None) -> list[tuple[str, str]]:
    available, zones_of_countries = zoneinfo.available_timezones(), get_global("territory_zones")
    cities = _locale().time_zones
    with_country = {
        zone: f"{country} · {cities.get(zone, {}).get('city') or _city(zone)}"
        for code, country in _ordered(_language)
        for zone in sorted(zones_of_countries.get(code, ()))
        if zone in available
    }
    return [
        *with_country.items(),
        *((zone, zone) for zone in sorted(available - set(with_country))),
    ]


def _city(zone: str) -> str:
    return zone.rpartition("/")[2].replace("_", " ")
