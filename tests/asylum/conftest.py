"""Asylum's tests live on Thursday, 16 May 2019, two days after the special plan."""

import datetime
from collections.abc import Iterator
from zoneinfo import ZoneInfo

import pytest
import time_machine

NOON = datetime.datetime(2019, 5, 16, 12, tzinfo=ZoneInfo("America/Bogota"))


@pytest.fixture(scope="module", autouse=True)
def clock() -> Iterator[None]:
    with time_machine.travel(NOON, tick=True):
        yield


@pytest.fixture
def law(law_of_the_file: None, db: None) -> None:
    """The deadline rules, holidays and rules about work as the reference tables say."""
