"""Phone numbers as people say them: with or without country, blanks and zeros."""

from dataclasses import dataclass

import phonenumbers

# A number without a country is Venezuelan if it can be, else Colombian: most people keep their old one.
TRIED_IN_TURN = ("VE", "CO")


@dataclass(frozen=True)
class ReadPhone:
    """A number as it is stored; `country` is empty for one that was not understood."""

    number: str
    country: str = ""


def readings(text: str) -> list[ReadPhone]:
    """Every number that `text` may be, the likeliest first; empty if it is none."""
    found: dict[str, ReadPhone] = {}
    for country in TRIED_IN_TURN:
        try:
            number = phonenumbers.parse(text, country)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_valid_number(number):
            written = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
            region = phonenumbers.region_code_for_number(number) or ""
            found.setdefault(written, ReadPhone(written, region))
    return list(found.values())


def read_phone(text: str) -> ReadPhone:
    """The number in international form with its country, or what was said, where that is no number.

    A number that nobody can dial is kept as it was said: it may lack a digit that is found later.
    """
    said = " ".join(text.split())
    return next(iter(readings(said)), ReadPhone(said))
