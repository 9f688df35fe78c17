"""Sorts names with numbers naturally: 1, 2, 10 and not 1, 10, 2."""

from django.db.models import DecimalField, F, Func, Value
from django.db.models.functions import Cast, NullIf


def natural_order(name: str) -> tuple[Func, Func, F]:
    """Expressions to sort by: the words of the name, its number, then the whole name."""
    # `translate` is several times faster than a regular expression.
    words = Func(F(name), Value("0123456789"), Value(""), function="translate")
    digits = Func(F(name), words, Value(""), function="translate")
    # A name has at most forty characters, so that its digits always fit.
    number = Cast(NullIf(digits, Value("")), DecimalField(max_digits=40, decimal_places=0))
    return words, number, F(name)
