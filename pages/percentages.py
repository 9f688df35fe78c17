"""How a share is rounded: everywhere alike, so that two pages never say two numbers of one site."""

import math
from decimal import Decimal
from fractions import Fraction


def per_hundred(part: float | Decimal, whole: float | Decimal = 1) -> int:
    """Per 100 of the whole, half up: 5 of 8 are 63. May pass 100."""
    # By its digits: a half that is none in binary is one for people.
    return math.floor(100 * Fraction(str(part)) / Fraction(str(whole)) + Fraction(1, 2))
