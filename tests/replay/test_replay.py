"""The spring of 2019 is played anew, and docs/replay.md says what it showed."""

import datetime
import os
import re
from typing import Any

import pytest
from django.utils import timezone

from pages import questions
from partners.loading import load_reference
from reference.loading import load_law
from tests.cast import Cast
from tests.replay.story import Story, play
from tests.replay.table import PAGE, lines_of, write


@pytest.fixture
def office(cast: Cast, settings: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Cast:
    """The cast with the reference tables; the tick asks the moved clock, and kept queries are not compared again."""
    settings.MEDIA_ROOT = tmp_path
    load_reference()
    load_law()
    monkeypatch.setattr("worklist.scheduler.tick.database_now", timezone.now)
    monkeypatch.setattr(questions, "_reuse_counts", None)
    return cast


def unseen(story: Story) -> dict[datetime.date, int]:
    return {day: night.unseen for day, night in story.nights.items() if night.unseen}


@pytest.mark.long(of="replay")
def test_the_spring_of_2019_leaves_nobody_with_nothing_unseen_and_the_document_says_so(
    office: Cast,
) -> None:
    story = play(office, until=datetime.date(2019, 8, 14), say=print)
    if os.environ.get("AMPARO_REPLAY") == "write":
        write(story)
    assert unseen(story) == {}
    assert "\n".join(lines_of(story)) in PAGE.read_text(encoding="utf-8")


def test_the_first_days_with_few_families_say_what_the_document_says(office: Cast) -> None:
    """Apart from the numbers, which are those of all 507."""
    story = play(office, until=datetime.date(2019, 2, 23), one_in=40)
    assert unseen(story) == {}
    assert story.nights[datetime.date(2019, 2, 23)].with_nothing > 0
    document = without_numbers(PAGE.read_text(encoding="utf-8"))
    for line in lines_of(story):
        assert without_numbers(line) in document


def without_numbers(text: str) -> str:
    return re.sub(r"\d+", "#", text)
