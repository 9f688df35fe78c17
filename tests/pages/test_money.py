"""Amounts of money are read alike on every page, as the reader's language writes them."""

from decimal import Decimal

import pytest
from django.template import Context, Template
from django.utils import translation

from pages.money import amount_in_words


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
