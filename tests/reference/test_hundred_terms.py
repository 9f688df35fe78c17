"""A hundred more terms that were counted apart from the code, each with its counting in words and its source.

`terms_by_hand.csv` was counted day by day, by a script that used nothing of Amparo, from the days off that stand
below, written out year by year as the law gives them: Ley 51 de 1983 (feasts that move to Monday), Easter, and Ley
2578 de 2026 (9 July moves to Monday, since 2026). It goes on where the sixty terms of docs/domain.md end: years'
ends, Holy Week, months that end on a day off, hours, suspended terms, the rules that changed in 2020, 2025 and 2026,
and Brazil.
"""

import csv
import datetime
from pathlib import Path

import pytest

from reference.calendar import computed_day
from reference.models import PublicHoliday, TermSuspension
from tests.reference.test_terms_counted_by_hand import BY_HAND

D = datetime.date
TABLE = Path(__file__).parent / "terms_by_hand.csv"
CASES = list(csv.DictReader(TABLE.read_text(encoding="utf-8").splitlines()))

# Month and day of each day off in Colombia, by year.
DAYS_OFF = {
    2019: "0101 0107 0325 0418 0419 0501 0603 0624 0701 0720 0807 0819 1014 1104 1111 1208 1225",
    2020: "0101 0106 0323 0409 0410 0501 0525 0615 0622 0629 0720 0807 0817 1012 1102 1116 1208 1225",
    2021: "0101 0111 0322 0401 0402 0501 0517 0607 0614 0705 0720 0807 0816 1018 1101 1115 1208 1225",
    2022: "0101 0110 0321 0414 0415 0501 0530 0620 0627 0704 0720 0807 0815 1017 1107 1114 1208 1225",
    2023: "0101 0109 0320 0406 0407 0501 0522 0612 0619 0703 0720 0807 0821 1016 1106 1113 1208 1225",
    2024: "0101 0108 0325 0328 0329 0501 0513 0603 0610 0701 0720 0807 0819 1014 1104 1111 1208 1225",
    2025: "0101 0106 0324 0417 0418 0501 0602 0623 0630 0720 0807 0818 1013 1103 1117 1208 1225",
    2026: "0101 0112 0323 0402 0403 0501 0518 0608 0615 0629 0713 0720 0807 0817 1012 1102 1116 1208 1225",
    2027: "0101 0111 0322 0325 0326 0501 0510 0531 0607 0705 0712 0720 0807 0816 1018 1101 1115 1208 1225",
}


@pytest.fixture
def law(law_of_the_file, db):
    """The rules and holidays as the reference tables say."""


def test_a_hundred_terms_were_counted_each_with_its_counting_and_its_source():
    assert len({(case["country"], case["rule"], case["event_on"]) for case in CASES}) >= 100
    assert all(case["counting"] and case["source"] for case in CASES)
    counted_before = {(code, start.isoformat()) for code, start, _last in BY_HAND}
    fresh = [
        case
        for case in CASES
        if case["country"] == "BR" or (case["rule"], case["event_on"]) not in counted_before
    ]
    assert len(fresh) >= 90


@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case['country']}-{case['rule']}-{case['event_on']}"
)
def test_f23_a_term_ends_on_the_day_that_was_counted_by_hand(law, case):
    if case["suspended"]:
        first, last = map(D.fromisoformat, case["suspended"].split())
        TermSuspension.objects.create(
            country=case["country"], starts_on=first, through_on=last, source=case["source"]
        )
    _rule, last_on = computed_day(
        case["rule"], D.fromisoformat(case["event_on"]), country=case["country"]
    )
    assert last_on == D.fromisoformat(case["last_on"]), case["counting"]


@pytest.mark.parametrize("year", DAYS_OFF)
def test_the_calendar_of_colombia_is_the_one_that_was_written_out_from_the_law(law, year):
    on_file = PublicHoliday.objects.filter(country="CO", on__year=year)
    assert {f"{day:%m%d}" for day in on_file.values_list("on", flat=True)} == set(
        DAYS_OFF[year].split()
    )
