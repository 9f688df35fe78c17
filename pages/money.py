"""Parses and writes amounts of money: 48.000.000 in Spanish, 48,000,000 in English; cents only if there are any."""

import re
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _


class Currency(models.TextChoices):
    COP = "COP", _("Colombian pesos")
    USD = "USD", _("US dollars")
    EUR = "EUR", _("Euros")


# Separators of thousands and decimals.
SPANISH = (".", ",")
ENGLISH = (",", ".")


def amount_in_words(amount: Decimal, currency: str = "") -> str:
    """The amount with its currency, if given; cents only if there are any."""
    is_spanish = (get_language() or "").startswith("es")
    thousands, decimals = SPANISH if is_spanish else ENGLISH
    cents = 0 if amount == amount.to_integral_value() else 2
    whole, _point, part = f"{amount:,.{cents}f}".partition(".")
    words = whole.replace(",", thousands) + (f"{decimals}{part}" if part else "")
    return f"{words} {currency}".strip()


# GROUPED: thousands in groups of three, then perhaps cents after the other separator. PLAIN: cents after either one.
GROUPED = re.compile(r"(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?|(\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?")
PLAIN = re.compile(r"(\d+)(?:[.,](\d{1,2}))?")


def parse_amount(text: str) -> Decimal:
    """The amount in the text: `48.000.000`, `48,000,000`, `1.250,50`, `1250.5`; `1.250` is 1250.

    Raises ValueError.
    """
    bare = "".join(text.split()).removeprefix("$")
    match = GROUPED.fullmatch(bare) or PLAIN.fullmatch(bare)
    if not match:
        raise ValueError(f"not an amount: {text!r}")
    whole, cents, *_rest = [*filter(None, match.groups()), "0"]
    return Decimal(f"{re.sub('[.,]', '', whole)}.{cents}")


class MoneyField(forms.DecimalField):
    """An amount, typed with or without separators of thousands; shown again as it was parsed."""

    widget = forms.TextInput(attrs={"inputmode": "decimal"})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_digits=14, decimal_places=2, min_value=0, **kwargs)

    def clean(self, value: Any) -> Any:
        if isinstance(value, str) and value.strip():
            try:
                value = parse_amount(value)
            except ValueError:
                raise ValidationError(
                    _("Write the amount in figures, for example 48.000.000.")
                ) from None
        return super().clean(value)

    def prepare_value(self, value: Any) -> Any:
        return amount_in_words(value) if isinstance(value, Decimal) else value
