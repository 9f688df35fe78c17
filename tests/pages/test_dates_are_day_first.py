import ast
import datetime
import re
from pathlib import Path

import pytest
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone, translation

from pages.dates import (
    NoSuchDay,
    distance,
    parse_date,
    short_date,
    typed_date,
    typed_moment,
    typed_time,
)
from pages.forms import DateField, DateInput, DateTimeField, TimeField
from tests.pages.test_nothing_is_chosen_beforehand import all_forms

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
        (60, "en 60 días", "in 60 days"),
        (91, "en 91 días", "in 91 days"),
        (92, "en 3 meses", "in 3 months"),
        (3 * 365, "en 35 meses", "in 35 months"),
        (4 * 365, "en 3 años", "in 3 years"),
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


def test_no_farther_day_is_said_to_be_nearer() -> None:
    year = [TODAY + datetime.timedelta(days=number) for number in range(366)]
    # Months begin, end and have a middle: the days between are like their neighbours.
    for today in (day for day in year if day.day in {1, 2, 15, 28, 29, 30, 31}):
        days = [today + datetime.timedelta(days=number) for number in range(2, 730)]
        with translation.override("en"):
            far = [distance(day, today) for day in days]
        lengths = {"day": 1, "month": 30.4, "year": 365}
        said = [int(text.split()[1]) * lengths[text.split()[2].rstrip("s")] for text in far]
        assert said == sorted(said), today


def test_dates_are_shown_with_the_name_of_the_month(translations: None) -> None:
    with translation.override("es"):
        assert short_date(datetime.date(2026, 12, 2)) == "2 dic 2026"
    with translation.override("en"):
        assert short_date(datetime.date(2026, 12, 2)) == "2 Dec 2026"


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("hoy", TODAY),
        ("Ayer", TODAY - datetime.timedelta(days=1)),
        ("mañana", TODAY + datetime.timedelta(days=1)),
        ("yesterday", TODAY - datetime.timedelta(days=1)),
        ("12041991", APRIL),
        ("1/2/26", datetime.date(2026, 2, 1)),
        ("2026-02-01", datetime.date(2026, 2, 1)),
        ("1 feb 2026", datetime.date(2026, 2, 1)),
    ],
)
def test_a_form_takes_what_people_type(typed: str, day: datetime.date) -> None:
    assert typed_date(typed, today=TODAY) == day


def test_a_sheet_does_not_take_yesterday() -> None:
    """Nobody knows on which day it was written there."""
    with pytest.raises(ValueError, match="ayer"):
        parse_date("ayer", today=TODAY)


@pytest.mark.parametrize(
    ("typed", "spanish", "english"),
    [
        ("febrero", "Escriba la fecha", "Write the date"),
        ("31/02", "31/02: febrero no tiene 31 días.", "31/02: February does not have 31 days."),
        ("28/02", "28/02: falta el año.", "28/02: the year is missing."),
        ("05/2026", "05/2026: falta el día.", "05/2026: the day is missing."),
        ("mayo de 2026", "mayo de 2026: falta el día.", "the day is missing"),
        ("2026", "2026: falta el día.", "2026: the day is missing."),
        ("31/02/2026", "31/02/2026: febrero no tiene 31 días.", "February does not have 31 days."),
        (
            "29/2/25",
            "29/2/25: febrero de 2025 no tiene 29 días.",
            "February 2025 does not have 29 days.",
        ),
        ("2026-04-31", "2026-04-31: abril no tiene 31 días.", "April does not have 31 days."),
        ("4/13/2026", "4/13/2026: no hay un mes 13.", "there is no month 13"),
        ("1/2/0206", "1/2/0206: no puede ser el año 206.", "the year 206 cannot be meant"),
        ("1/2/9999", "1/2/9999: no puede ser el año 9999.", "the year 9999 cannot be meant"),
    ],
)
def test_a_date_that_cannot_be_is_told_why(
    translations: None, typed: str, spanish: str, english: str
) -> None:
    for language, said in (("es", spanish), ("en", english)):
        with translation.override(language):
            with pytest.raises(ValidationError) as refused:
                DateField().clean(typed)
            assert said in refused.value.messages[0]


def test_no_such_day_is_a_value_error_for_whoever_reads_sheets() -> None:
    with pytest.raises(NoSuchDay):
        parse_date("31/2/1990", today=TODAY)


@pytest.mark.parametrize(
    ("typed", "hour"),
    [
        ("14:30", (14, 30)),
        ("1430", (14, 30)),
        ("2:30 pm", (14, 30)),
        ("9", (9, 0)),
        ("12 a.m.", (0, 0)),
        ("8:05:00", (8, 5)),
    ],
)
def test_an_hour_is_read_however_it_is_written(typed: str, hour: tuple[int, int]) -> None:
    assert typed_time(typed) == datetime.time(*hour)


@pytest.mark.parametrize("typed", ["25:00", "9:75", "13 pm", "noon", ""])
def test_an_hour_that_cannot_be_is_refused(typed: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any ValueError will do
        typed_time(typed)


@pytest.mark.parametrize(
    "typed",
    ["20/11/2026 14:30", "2026-11-20T14:30", "hoy 2:30 pm", "20 de noviembre de 2026, 14:30"],
)
def test_a_moment_is_a_date_and_an_hour(typed: str) -> None:
    assert typed_moment(typed, today=TODAY).isoformat() == "2026-11-20T14:30:00"


def test_a_date_without_an_hour_is_no_moment(translations: None) -> None:
    with translation.override("es"), pytest.raises(ValidationError, match="hora"):
        DateTimeField().clean("20/11/2026")
    with (
        translation.override("es"),
        pytest.raises(ValidationError, match="febrero no tiene 30 días"),
    ):
        DateTimeField().clean("30/2/2026 14:30")


class SampleForm(forms.Form):
    on = DateField(label="Day", past_only=True)


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_line_for_a_date_speaks_no_language_of_the_computer(
    translations: None, language: str
) -> None:
    with translation.override(language):
        blank, known = SampleForm(), SampleForm(initial={"on": datetime.date(2026, 2, 1)})
        drawn = str(blank["on"])
        assert 'type="text"' in drawn
        assert 'inputmode="numeric"' in drawn
        assert f'placeholder="dd/mm/{"aaaa" if language == "es" else "yyyy"}"' in drawn
        assert 'value="01/02/2026"' in str(known["on"])
        assert 'value="01/02/2026"' in str(SampleForm({"on": "2026-02-01"})["on"])
        assert 'value="31/2/26"' in str(SampleForm({"on": "31/2/26"})["on"])


def test_the_server_says_a_date_back_under_its_line(translations: None) -> None:
    today = timezone.localdate()
    with translation.override("es"):
        sent = SampleForm({"on": "1 feb 2026"})
        sent.is_valid()
        group = str(sent["on"].as_field_group())
        assert "domingo 1 de febrero de 2026, hace" in group
        # Sent again tomorrow, "ayer" would be another day.
        assert 'value="01/02/2026"' in group
        assert 'aria-describedby="id_on_said"' in group
        assert f'data-date="{today.isoformat()}"' in group
        wrong = SampleForm({"on": "31/2/2026"})
        assert "domingo" not in str(wrong["on"].as_field_group())
        # Bare, as in a grid, it describes itself by nothing that is not there.
        assert "id_on_said" not in str(SampleForm()["on"])


def test_every_form_takes_days_and_hours_alike() -> None:
    ours = {
        forms.DateField: DateField,
        forms.DateTimeField: DateTimeField,
        forms.TimeField: TimeField,
    }
    for form in all_forms():
        for name, field in getattr(form, "base_fields", {}).items():
            for django, mine in ours.items():
                if isinstance(field, django):
                    assert isinstance(field, mine), f"{form.__name__}.{name}"
    assert DateInput.input_type == "text"


# The line of a form is typed in digits, files and backups are named in them: nobody reads these as a sentence.
IN_DIGITS_ALL_THE_SAME = {
    "config/backup.py",
    "pages/forms.py",
    "reporting/models/funder_table.py",
}
OF_DIGITS = re.compile(r"%[dmY].?%[dmY]|SHORT_DATE|[dmY][/.-][dmY][/.-][dmY]")


def _dates_in_digits(file: Path) -> list[int]:
    """Lines that write a day in digits: as a format, or as it stands inside a translated sentence."""
    tree, found = ast.parse(file.read_text()), []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            is_format = OF_DIGITS.search(node.value) and len(node.value) < 20
            found += [node.lineno] if is_format and node.value != "%Y-%m-%d" else []
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and _is_sentence(node.left):
            found += [each.lineno for each in _bare_days(node.right)]
    return found


def _is_sentence(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") in {
        "_",
        "gettext",
        "gettext_lazy",
        "ngettext",
        "pgettext",
    }


def _bare_days(told: ast.AST) -> list[ast.expr]:
    """What a sentence is given that would stand in it as `2026-11-20`."""
    values = told.values if isinstance(told, ast.Dict) else [told]
    return [
        value
        for value in values
        if (isinstance(value, ast.Attribute) and re.search(r"(^|_)(on|until)$", value.attr))
        or (isinstance(value, ast.Call) and getattr(value.func, "attr", "") == "isoformat")
    ]


def test_no_sentence_names_a_day_in_digits() -> None:
    """A refusal says `3 nov 2026` as every page does."""
    ours = settings.INSTALLED_APPS[settings.INSTALLED_APPS.index("vault") :]
    apps = [settings.BASE_DIR / app for app in [*ours, "config"]]
    files = [file for app in apps for file in app.rglob("*.py") if "migrations" not in file.parts]
    found = {
        str(file.relative_to(settings.BASE_DIR)): lines
        for file in files
        if (lines := _dates_in_digits(file))
    }
    assert {
        name: lines for name, lines in found.items() if name not in IN_DIGITS_ALL_THE_SAME
    } == {}
    assert found.keys() >= IN_DIGITS_ALL_THE_SAME
