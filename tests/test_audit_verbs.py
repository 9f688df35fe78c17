"""Whoever reads who opened a file reads words, not codes."""

import re
from pathlib import Path

import pytest

from accounts.audit_words import audit_verbs, verb_in_words
from asylum.papers.choices import RenunciationStatus
from casework.consents.choices import ConsentStatus
from casework.referrals.choices import ReferralStatus
from casework.slots.api import api_resources
from tests.verbs import Unreadable, verbs_in, words_of_programs

ROOT = Path(__file__).parent.parent
ROOMS = [
    "reference",
    "partners",
    "casework",
    "imports",
    "shelters",
    "asylum",
    "aid",
    "reporting",
]
# The rows that are recorded about a site.
OF_A_SITE = ("site_contract", "site_payment", "site_bill", "site_notice")
# What a computed part of a verb can be.
COMPUTED = {
    "renunciation.*": RenunciationStatus.values,
    "referral.*": set(ReferralStatus.values) - {ReferralStatus.DRAFT},  # Nothing moves to a draft.
    "consent.*": ConsentStatus.values,
    **dict.fromkeys(("*.reviewed", "*.review_retracted"), ("measure", "observation")),
    **dict.fromkeys(("*.recorded", "*.corrected"), OF_A_SITE),
}


def sources_of(*rooms: str) -> list[str]:
    paths = [path for room in rooms for path in (ROOT / room).rglob("*.py")]
    return [path.read_text() for path in paths if "migrations" not in path.parts]


def verbs_written() -> set[str]:
    """Every verb that these rooms write, found in their code; those of programs end alike."""
    sources = sources_of(*ROOMS)
    found = verbs_in(sources, helped_by=sources_of("accounts"))
    words = words_of_programs(sources) | {resource.verb for resource in api_resources}
    computed = {verb.replace("*", part) for verb, parts in COMPUTED.items() for part in parts} | {
        f"{word}.{end}" for word in words for end in ("listed", "read")
    }
    assert {verb for verb in found if "*" in verb} == {*COMPUTED, "*.read"}
    return {verb for verb in found if "*" not in verb} | computed


def test_every_verb_about_cases_has_words():
    verbs = verbs_written()
    assert len(verbs) > 200
    assert {verb for verb in verbs if str(verb_in_words(verb)) == verb} == set()


def test_every_verb_about_accounts_has_words():
    """They are spelled in tables too, by what allauth announces."""
    spelled = re.compile(r'"((?:account|audit|grant|office)\.[a-z_]+|vault.value_damaged)"')
    verbs = {verb for source in sources_of("accounts", "vault") for verb in spelled.findall(source)}
    assert len(verbs) > 20
    assert {verb for verb in verbs if str(verb_in_words(verb)) == verb} == set()


def test_a_verb_without_words_is_noticed():
    assert verb_in_words("case.juggled") == "case.juggled"
    assert not any("case.juggled" in words for words in audit_verbs)


HELPERS = """
def record(verb, *, by): ...
def withdraw(row, *, by, verb): ...
"""


@pytest.mark.parametrize(
    "code",
    [
        'record("ball.thrown", by=by)',
        'record(\n    "ball.thrown",\n    by=by,\n)',
        'record(verb="ball.thrown", by=by)',
        'audit.record("ball.thrown", by=by)',
        'withdraw(row, by=by, verb="ball.thrown")',
        'def juggle(by, ends):\n    record("ball.thrown" if ends else "ball.thrown", by=by)',
        'def juggle(by):\n    verb = "ball.thrown"\n    record(verb, by=by)',
        'def tell(verb, row):\n    record(verb, by=row)\n\ndef juggle(by):\n    tell("ball.thrown", by)',
        'def _tell(row, verb):\n    record(verb, by=row)\n\ndef juggle(by):\n    _tell(by, "ball.thrown")',
        'def look(by, verb="ball.thrown"):\n    record(verb, by=by)',
        'def look(by, *, verb="ball.thrown"):\n    record(verb, by=by)',
        'from accounts.audit import record as write\nwrite("ball.thrown", by=by)',
        'class Act:\n    verb: str\n\ndef do(act: Act, by):\n    record(act.verb, by=by)\n\nAct(verb="ball.thrown")',
    ],
)
def test_a_verb_is_seen_in_every_spelling(code):
    assert verbs_in([code], helped_by=[HELPERS]) == {"ball.thrown"}


def test_a_computed_part_is_seen_and_what_is_no_act_is_not():
    assert verbs_in(['record(f"ball.{to}", by=by)'], helped_by=[HELPERS]) == {"ball.*"}
    assert verbs_in(['events.filter(verb="ball.thrown")'], helped_by=[HELPERS]) == set()
    assert words_of_programs(['class Balls(View):\n    verb = "ball"']) == {"ball"}


def test_a_verb_that_cannot_be_read_is_not_passed_over():
    with pytest.raises(Unreadable, match=r"WORDS\[to\]"):
        verbs_in(["record(WORDS[to], by=by)"], helped_by=[HELPERS])
