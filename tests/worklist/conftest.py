import datetime
from itertools import count
from typing import Any

import pytest

from accounts.models import Team
from casework.models import Case
from tests.worklist.sources import PATHS
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


@pytest.fixture
def test_sources(settings: Any) -> None:
    """Cases fall due on the day they were opened, and offices every day."""
    settings.DUE_SOURCES = PATHS
