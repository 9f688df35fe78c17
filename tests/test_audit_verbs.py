"""Whoever reads who opened a file reads words, not codes."""

import re
from pathlib import Path

from asylum.choices import RenunciationStatus
from casework.slots.api import api_resources
from casework.slots.verbs import audit_verbs, in_words

ROOT = Path(__file__).parent.parent
WRITTEN = re.compile(r'record(?:_read)?\(\s*"([a-z_.]+)"')
API = re.compile(r'^    verb = "([a-z_]+)"$', re.M)
ROOMS = ["reference", "partners", "casework", "imports", "shelters", "asylum", "aid", "reporting"]


def verbs_written() -> set[str]:
    """Every verb that these rooms write, found in their code."""
    sources = [path.read_text() for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    plain = {verb for source in sources for verb in WRITTEN.findall(source)}
    by_programs = {
        f"{word}.{end}" for s in sources for word in API.findall(s) for end in ("listed", "read")
    }
    by_programs |= {
        f"{resource.verb}.{end}" for resource in api_resources for end in ("listed", "read")
    }
    moves = {f"renunciation.{status}" for status in RenunciationStatus.values}
    return plain | by_programs | moves


def test_every_verb_about_cases_has_words():
    verbs = verbs_written()
    assert len(verbs) > 60
    assert {verb for verb in verbs if str(in_words(verb)) == verb} == set()


def test_a_verb_without_words_is_noticed():
    assert in_words("case.juggled") == "case.juggled"
    assert not any("case.juggled" in words for words in audit_verbs)
