"""Amounts of money as people here write them: 48.000.000 in Spanish, 48,000,000 in English; no decimals that say nothing."""

from decimal import Decimal

from django.utils.translation import get_language

# Thousands and decimals.
SPANISH = (".", ",")
ENGLISH = (",", ".")


def amount_in_words(amount: Decimal, currency: str = "") -> str:
    """The amount with its currency, if it is given; cents only where there are some."""
    is_spanish = (get_language() or "").startswith("es")
    thousands, decimals = SPANISH if is_spanish else ENGLISH
    cents = 0 if amount == amount.to_integral_value() else 2
    whole, _point, part = f"{amount:,.{cents}f}".partition(".")
    words = whole.replace(",", thousands) + (f"{decimals}{part}" if part else "")
    return f"{words} {currency}".strip()
