"""Rounds percentages in one way, so that two pages never show two numbers for one site."""

import math
from decimal import Decimal
from fractions import Fraction


def per_hundred(part: float | Decimal, whole: float | Decimal = 1) -> int:
    """Per 100 of the whole, rounded half up: 5 of 8 are 63. May exceed 100."""
    # Computed in decimal digits: binary floats would round some halves down.
    return math.floor(100 * Fraction(str(part)) / Fraction(str(whole)) + Fraction(1, 2))
