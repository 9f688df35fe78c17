"""The table of docs/replay.md."""

from collections.abc import Iterable
from typing import Any

from config.running.var_folder import ROOT
from tests.replay.story import Story
from tests.replay.voice import Said

PAGE = ROOT / "docs" / "replay.md"
HEADINGS = (
    "day",
    "what happened",
    "Amparo first knew",
    "it said so to",
    "in these words",
    "days ahead",
    "what could be done",
    "without a bed, unseen",
)
# Today changes in many lines after a large event; the first ones say what it is about.
MOST_SENTENCES = 4
LIST = ("the list that it counts",)


def lines_of(story: Story) -> list[str]:
    """The table in Markdown."""
    rule = "|" + "---|" * len(HEADINGS)
    return [_line(HEADINGS), rule, *(_line(_cells(event, story)) for event in story.events)]


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cells(event: dict[str, Any], story: Story) -> list[str]:
    said = story.first_said(event)
    what = f"{event['title']}. *{event['source']}.*"
    if ours := event.get("ours"):
        what += f" Our choice: {ours[0].lower()}{ours[1:]}"
    if not said:
        known, ahead = _why_silent(event), "—"
    else:
        known = f"{said[0].on}"
        ahead = str((event["ends"] - said[0].on).days) if "ends" in event else "—"
    night = story.nights[event.get("ends", event["on"])]
    return [
        f"{event['on']}",
        what,
        known,
        _joined(each.role for each in said),
        _joined(f"«{_words(each)}»" for each in said),
        ahead,
        _joined(act for each in said for act in (each.acts or LIST * bool(each.event))),
        f"{night.unseen} of {night.with_nothing}",
    ]


def _why_silent(event: dict[str, Any]) -> str:
    if "ends" in event:
        return "**nothing was said**"
    return "on file; nothing was lost" if event["acts"] else "nothing Amparo could know"


def _words(said: Said) -> str:
    return f"{said.words} ({said.reached})" if said.reached else said.words


def _joined(texts: Iterable[str]) -> str:
    different = list(dict.fromkeys(texts))
    return "<br>".join(different[:MOST_SENTENCES]) or "—"


def write(story: Story) -> None:
    """Replaces the table of the page, which is its end."""
    text = PAGE.read_text(encoding="utf-8").partition(_line(HEADINGS))[0]
    PAGE.write_text(text + "\n".join(lines_of(story)) + "\n", encoding="utf-8")
