"""The story day by day: the acts of the day, the tick, what was said, and who has nothing that night."""

import datetime
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import time_machine

from tests.cast import Cast
from tests.replay.ledger import ledger_on_file
from tests.replay.player import Player
from tests.replay.voice import Said, counts_of_today, in_words, notices_of
from worklist.scheduler.tick import tick
from worklist.sources.warning_days import WARNING_DAYS_OF_ENDS

DAY = datetime.timedelta(days=1)
# In the offices of the story it is eight in the morning.
MORNING = datetime.time(13)
EVENTS = Path(__file__).parent / "spring_2019.toml"


@dataclass
class Night:
    """How many people have no bed and no rent, and how many of them nobody was told of and no list names."""

    with_nothing: int
    unseen: int


@dataclass
class Story:
    """What was said, and the nights, of the days that were played."""

    events: list[dict[str, Any]]
    said: list[Said] = field(default_factory=list)
    nights: dict[datetime.date, Night] = field(default_factory=dict)

    def first_said(self, event: dict[str, Any]) -> list[Said]:
        """The sentences of the first day on which Amparo spoke of the loss of this event; without a loss, of its own day."""
        if "ends" not in event:
            return [each for each in self.said if each.event == event["title"]]
        # An agreement is due on its last day, a site on the first night without it.
        days = (event["ends"], event["ends"] - DAY)
        found = [
            each for each in self.said if each.speaks_of in days and event["about"] in each.words
        ]
        first = min((each.on for each in found), default=None)
        return [each for each in found if each.on == first]


def events_until(day: datetime.date) -> list[dict[str, Any]]:
    """The events in the order of their days, those after that day left out."""
    events = tomllib.loads(EVENTS.read_text(encoding="utf-8"))["events"]
    return [event for event in events if event["on"] <= day]


def play(
    cast: Cast,
    *,
    until: datetime.date,
    one_in: int = 1,
    say: Callable[[str], None] = lambda sentence: None,
) -> Story:
    """Plays every day from the first event to `until`, with every `one_in`th family. Its clock must tell the tick the time."""
    story, player = Story(events_until(until)), Player(cast, one_in=one_in)
    loud = _days_that_speak(story.events)
    day = story.events[0]["on"]
    while day <= until:
        with time_machine.travel(datetime.datetime.combine(day, MORNING, datetime.UTC), tick=False):
            for event in (each for each in story.events if each["on"] == day):
                story.said += _played(event, player)
                say(f"{day} {event['title']}")
            if day in loud:
                tick()
                story.said += notices_of(cast, day)
            story.nights[day] = _night(player, day)
        day += DAY
    return story


def _days_that_speak(events: list[dict[str, Any]]) -> set[datetime.date]:
    """Days on which there can be anything new to say: those of events, and the days of warning of their losses."""
    ends = {each["ends"] for each in events if "ends" in each}
    # An agreement is due on its last day, the day before the first day without.
    dues = ends | {end - DAY for end in ends}
    warned = {due - before * DAY for due in dues for before in WARNING_DAYS_OF_ENDS}
    return warned | {each["on"] for each in events}


def _played(event: dict[str, Any], player: Player) -> Iterator[Said]:
    """Plays the acts of the event, and gives the counts of Today that rose by them.

    Of an event with a loss the notices are asked, not Today."""
    is_asked = bool(event["acts"]) and "ends" not in event
    before = counts_of_today(player) if is_asked else {}
    for act in event["acts"]:
        player.play(act)
    for key, count in (counts_of_today(player) if is_asked else {}).items():
        if key not in before or count.number > before[key].number:
            yield Said(event["on"], key[0], in_words(count), event=event["title"])


def _night(player: Player, night: datetime.date) -> Night:
    ledger = ledger_on_file()
    nobody = ledger.with_nothing(night)
    untold = {person for person in nobody if not ledger.was_told(person, night)}
    if untold:
        cases = _listed(player)
        untold = {person for person in untold if ledger.case_of[person] not in cases}
    return Night(len(nobody), len(untold))


def _listed(player: Player) -> set[Any]:
    """The families that the list of those without a bed names to the supervisor."""
    cases: set[Any] = set()
    browser, number = player.browser("sonia"), 0
    while True:
        number += 1
        page = browser.get(f"/families-without-bed/?page={number}").context["page_obj"]
        cases |= {case.pk for case in page.object_list}
        if not page.has_next():
            return cases
