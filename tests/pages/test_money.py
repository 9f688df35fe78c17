"""Amounts of money are read alike on every page, as the reader's language writes them."""

from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError
from django.template import Context, Template
from django.utils import translation

from pages.money import MoneyField, amount_in_words, parse_amount


@pytest.mark.parametrize(
    ("language", "amount", "words"),
    [
        ("es", "48000000.00", "48.000.000 COP"),
        ("es", "1250.5", "1.250,50 COP"),
        ("en", "48000000", "48,000,000 COP"),
        ("en", "1250.50", "1,250.50 COP"),
        ("es", "0", "0 COP"),
    ],
)
def test_an_amount_is_written_as_the_language_does_and_without_cents_that_say_nothing(
    language, amount, words
):
    with translation.override(language):
        assert amount_in_words(Decimal(amount), "COP") == words


def test_on_a_page_an_amount_that_nobody_said_is_a_dash():
    page = Template("{% load pages %}{{ said|money:'COP' }} {{ unsaid|money }}")
    with translation.override("es"):
        shown = page.render(Context({"said": Decimal("90000000"), "unsaid": None}))
    assert shown == "90.000.000 COP —"


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("48.000.000", "48000000"),
        ("48,000,000", "48000000"),
        ("$ 48.000.000", "48000000"),
        ("48000000", "48000000"),
        ("48000000.00", "48000000"),
        ("1.250", "1250"),
        ("1.250,50", "1250.50"),
        ("1,250.5", "1250.5"),
        ("1250,5", "1250.5"),
        ("0", "0"),
    ],
)
def test_an_amount_is_read_as_people_write_it(typed, amount):
    assert parse_amount(typed) == Decimal(amount)
    assert MoneyField().clean(typed) == Decimal(amount)


@pytest.mark.parametrize("typed", ["mucho", "1.25.000", "1.250.50", "48.0000", "-5", "1e9"])
def test_what_is_no_amount_is_refused_with_an_example(typed):
    with translation.override("es"), pytest.raises(ValidationError) as refused:
        MoneyField().clean(typed)
    assert refused.value.messages == ["Escriba el monto en cifras, por ejemplo 48.000.000."]


def test_an_amount_on_file_is_shown_to_be_corrected_as_it_is_read():
    with translation.override("es"):
        shown = MoneyField().prepare_value(Decimal("48000000.00"))
    assert shown == "48.000.000"
    assert parse_amount(shown) == 48_000_000
