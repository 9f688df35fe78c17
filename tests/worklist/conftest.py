import datetime
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

import pytest

from accounts.due import due_sources
from accounts.models import Team
from casework.register.models.case import Case
from tests.worklist.sources import cases_opened, offices_count
from vault.keys import issue_key

NUMBERS = count(1)
TODAY = datetime.date(2019, 2, 20)


def open_case(team: Team, opened_on: datetime.date = TODAY) -> Case:
    return Case.objects.create(
        key_id=issue_key(),
        number=f"W-2019-{next(NUMBERS):06d}",
        office=team.office,
        team=team,
        opened_on=opened_on,
    )


@pytest.fixture(scope="module")
def opened_is_told() -> Iterator[None]:
    """Notices announce opened cases to users who see them, in all tests of a file.

    The slot is filled once for each file, because all compiled queries are forgotten when a slot is filled."""
    with due_sources.filled_with(replace(cases_opened, tells=True), offices_count):
        yield


@pytest.fixture
def opened_and_counted() -> Iterator[None]:
    """Only two sources: cases are due on the day they were opened, and offices every day."""
    with due_sources.filled_with(cases_opened, offices_count):
        yield
