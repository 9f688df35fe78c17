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


def in_groups(number: str) -> str:
    """The number as one reads it aloud, "+57 301 234 5678"; as it stands where it is no international number."""
    try:
        read = phonenumbers.parse(number)
    except phonenumbers.NumberParseException:
        return number
    if not phonenumbers.is_valid_number(read):
        return number
    digits = str(read.national_number)
    if len(digits) == 10:
        return f"+{read.country_code} {digits[:3]} {digits[3:6]} {digits[6:]}"
    return phonenumbers.format_number(read, phonenumbers.PhoneNumberFormat.INTERNATIONAL)


def read_phone(text: str) -> ReadPhone:
    """The number in international form with its country, or what was said, where that is no number.

    A number that nobody can dial is kept as it was said: it may lack a digit that is found later.
    """
    said = " ".join(text.split())
    return next(iter(readings(said)), ReadPhone(said))
