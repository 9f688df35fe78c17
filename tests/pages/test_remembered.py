"""What was worked out is kept as far as there is room, and never taken for another."""

from pages.remembered import Remembered


def test_it_is_worked_out_once_also_where_nothing_came_of_it():
    made = []
    known = Remembered(10)
    for _again in range(3):
        assert known.of("key", lambda: made.append("key")) is None
        assert known.of("other", lambda: "other") == "other"
    assert made == ["key"]


def test_no_more_is_kept_than_fits_and_what_is_forgotten_is_worked_out_again():
    known = Remembered(2)
    for number in [*range(5), *range(5)]:
        assert known.of(number, lambda number=number: number) == number
        assert len(known) <= 2
