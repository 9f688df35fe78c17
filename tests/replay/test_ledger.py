"""The loop that counts who has nothing, and who was told, counts by hand what is counted here by hand."""

import datetime
from typing import Any

from tests.replay.ledger import Ledger, Promise

DAY = datetime.timedelta(days=1)
NIGHT = datetime.date(2019, 5, 15)
BEFORE = NIGHT - DAY


def a_ledger(**facts: Any) -> Ledger:
    """Rosa came a week ago, slept at the hotel since, and nobody was told of anything."""
    said = {
        "arrived": {"rosa": NIGHT - 7 * DAY},
        "left": {},
        "case_of": {"rosa": "family"},
        "stays": {"rosa": [("hotel", NIGHT - 7 * DAY, None)]},
        "put_out": {},
        "promises": [],
        "notices": {},
    }
    return Ledger(**{**said, **facts})


def a_rent(until: datetime.date) -> Promise:
    return Promise("rent", "agreement", "family", None, NIGHT - DAY, until)


def test_who_is_put_out_without_a_rent_has_nothing_from_that_night_on():
    ledger = a_ledger(put_out={"hotel": NIGHT})
    assert (ledger.with_nothing(BEFORE), ledger.with_nothing(NIGHT)) == (set(), {"rosa"})


def test_a_rent_counts_until_its_end():
    ledger = a_ledger(put_out={"hotel": NIGHT}, promises=[a_rent(NIGHT + DAY)])
    assert (ledger.with_nothing(NIGHT), ledger.with_nothing(NIGHT + DAY)) == (set(), {"rosa"})


def test_who_left_or_did_not_come_yet_lacks_nothing():
    nowhere = {"put_out": {"hotel": NIGHT}}
    assert a_ledger(left={"rosa": NIGHT}, **nowhere).with_nothing(NIGHT) == set()
    assert a_ledger(arrived={"rosa": NIGHT + DAY}, **nowhere).with_nothing(NIGHT) == set()


def test_only_a_notice_before_the_night_that_speaks_of_its_loss_tells_of_it():
    cases = [
        ([], False),
        ([(BEFORE, NIGHT)], True),
        ([(NIGHT, NIGHT)], False),
        ([(BEFORE, NIGHT + DAY)], False),
    ]
    for told, is_told in cases:
        assert a_ledger(notices={"hotel": told}).was_told("rosa", NIGHT) is is_told, told
    rent = {"promises": [a_rent(NIGHT)], "notices": {"agreement": [(BEFORE, BEFORE)]}}
    assert a_ledger(**rent).was_told("rosa", NIGHT)
