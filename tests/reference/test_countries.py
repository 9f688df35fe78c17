"""Countries: all of ISO 3166-1, by name in the reader's language, the likely ones first."""

import pytest
from django import forms
from django.utils.translation import override

from casework.register.forms import CountryField
from imports.rules.places import country_of
from pages.countries import LIKELY_COUNTRIES
from reference.choices import Country, countries

# What could be chosen before all countries could.
ONCE = [
    "VE",
    "CO",
    "AR",
    "AW",
    "BO",
    "BR",
    "CA",
    "CL",
    "CR",
    "CW",
    "DO",
    "EC",
    "FR",
    "DE",
    "IT",
    "MX",
    "PA",
    "PY",
    "PE",
    "PT",
    "ES",
    "TT",
    "US",
    "UY",
    "ZZ",
]


def test_every_country_of_the_standard_has_a_name_in_both_languages():
    assert len(Country) == 249 + 1
    for language in ("es", "en"):
        with override(language):
            assert all(name and name != code for code, name in countries())
    with override("es"):
        assert (Country("HT").label, Country("DE").label) == ("Haití", "Alemania")
    with override("en"):
        assert (Country("HT").label, Country("TT").label) == ("Haiti", "Trinidad and Tobago")


def test_what_could_be_chosen_before_can_be_chosen_still_and_stands_first():
    assert set(ONCE) <= set(Country.values)
    assert tuple(code for code, _ in countries()[: len(LIKELY_COUNTRIES)]) == LIKELY_COUNTRIES
    assert countries()[-1][0] == Country.OTHER


@pytest.mark.parametrize(
    ("language", "neighbours"), [("es", ["AF", "AL", "AD"]), ("en", ["AF", "AX"])]
)
def test_all_others_follow_by_name_in_the_readers_language(language, neighbours):
    with override(language):
        field = CountryField()
        rest = [code for code, _ in field.choices][1 + len(LIKELY_COUNTRIES) :]
    assert rest[: len(neighbours)] == neighbours
    assert field.clean("ht") == "HT"


class WhereForm(forms.Form):
    country = CountryField()


def test_a_code_on_file_that_is_none_of_them_can_stay():
    assert WhereForm({"country": "XK"}, initial={"country": "XK"}).is_valid()
    assert not WhereForm({"country": "XK"}, initial={"country": "HT"}).is_valid()


def test_a_sheet_may_name_any_country_and_answers_are_none():
    assert [country_of(word) for word in ("Haití", "haiti", "Trinidad and Tobago", "EC", "ZZ")] == [
        "HT", "HT", "TT", "EC", "ZZ",
    ]  # fmt: skip
    assert [country_of(word) for word in ("no", "si", "na")] == [None, None, None]
