"""Parses phone numbers as people say them: with or without country code, blanks and zeros."""

from dataclasses import dataclass

import phonenumbers

# A number without a country code is parsed as Venezuelan if possible, else as Colombian: most people keep their old one.
DEFAULT_COUNTRIES = ("VE", "CO")


@dataclass(frozen=True)
class ParsedPhone:
    """A number as it is stored; `country` is empty if the text is no known number."""

    number: str
    country: str = ""


def possible_numbers(text: str) -> list[ParsedPhone]:
    """Returns every number that `text` may mean, the likeliest first; empty if none."""
    phones: dict[str, ParsedPhone] = {}
    for country in DEFAULT_COUNTRIES:
        try:
            number = phonenumbers.parse(text, country)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_valid_number(number):
            international = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
            region = phonenumbers.region_code_for_number(number) or ""
            phones.setdefault(international, ParsedPhone(international, region))
    return list(phones.values())


def in_groups(number: str) -> str:
    """Returns the number as one reads it aloud, "+57 301 234 5678"; unchanged if it is not international."""
    try:
        parsed = phonenumbers.parse(number)
    except phonenumbers.NumberParseException:
        return number
    if not phonenumbers.is_valid_number(parsed):
        return number
    digits = str(parsed.national_number)
    if len(digits) == 10:
        return f"+{parsed.country_code} {digits[:3]} {digits[3:6]} {digits[6:]}"
    return phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.INTERNATIONAL)


def parse_phone(text: str) -> ParsedPhone:
    """Returns the number in international form with its country, or the text if it is no number.

    A text that is no number is stored as typed, because somebody may complete it later.
    """
    typed = " ".join(text.split())
    return next(iter(possible_numbers(typed)), ParsedPhone(typed))
