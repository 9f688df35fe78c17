"""Two pages never say two numbers of one share."""

import pytest

from pages.percentages import per_hundred
from pages.templatetags.pages import percent
from shelters.rules.occupancy import Occupancy


@pytest.mark.parametrize(
    ("part", "whole", "said"), [(5, 8, 63), (1, 8, 13), (3, 8, 38), (40, 10, 400), (0, 3, 0)]
)
def test_half_a_per_cent_is_rounded_up_on_every_page(part, whole, said):
    assert percent(part, whole) == percent(part / whole) == f"{said} %"
    assert Occupancy(part, whole, 0).percent == per_hundred(part, whole) == said


def test_a_half_that_binary_numbers_do_not_hold_is_a_half_all_the_same():
    assert 100 * 0.145 < 14.5
    assert percent(29, 200) == percent(29 / 200) == "15 %"
