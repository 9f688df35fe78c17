import datetime

import pytest
from django.utils import translation

from pages.dates import distance, parse_date, short_date
from pages.forms import DateField

TODAY = datetime.date(2026, 11, 20)
APRIL = datetime.date(1991, 4, 12)


@pytest.mark.parametrize(
    "text",
    [
        "12/4/91",
        "12/04/1991",
        "12-4-1991",
        "12.4.91",
        "12 abr 1991",
        "12 Abril 1991",
        "12 de abril de 1991",
        "12 apr 91",
        "1991-04-12",
    ],
)
def test_a_date_is_read_however_it_is_written(text: str) -> None:
    assert parse_date(text, today=TODAY, latest=TODAY) == APRIL


@pytest.mark.parametrize("text", ["4/13/1991", "31/2/1990", "abril", "12/4", "12 xyz 1991", ""])
def test_month_first_and_impossible_dates_are_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any ValueError will do, datetime raises its own
        parse_date(text, today=TODAY)


def test_a_year_of_two_digits_is_past_for_births_and_near_for_plans() -> None:
    assert parse_date("1/2/27", today=TODAY).year == 2027
    assert parse_date("1/2/27", today=TODAY, latest=TODAY).year == 1927


def test_a_birth_date_in_the_future_is_refused_in_words() -> None:
    field = DateField(past_only=True)
    with translation.override("en"), pytest.raises(Exception, match="future"):
        field.clean("2999-01-01")


@pytest.mark.parametrize(
    ("days", "spanish", "english"),
    [
        (0, "hoy", "today"),
        (1, "mañana", "tomorrow"),
        (-1, "ayer", "yesterday"),
        (12, "en 12 días", "in 12 days"),
        (-3, "hace 3 días", "3 days ago"),
        (92, "en 3 meses", "in 3 months"),
        (-1200, "hace 3 años", "3 years ago"),
    ],
)
def test_how_far_a_day_lies_is_said_in_both_languages(
    translations: None, days: int, spanish: str, english: str
) -> None:
    day = TODAY + datetime.timedelta(days=days)
    with translation.override("es"):
        assert distance(day, TODAY) == spanish
    with translation.override("en"):
        assert distance(day, TODAY) == english


def test_dates_are_shown_with_the_name_of_the_month(translations: None) -> None:
    with translation.override("es"):
        assert short_date(datetime.date(2026, 12, 2)) == "2 dic 2026"
    with translation.override("en"):
        assert short_date(datetime.date(2026, 12, 2)) == "2 Dec 2026"
