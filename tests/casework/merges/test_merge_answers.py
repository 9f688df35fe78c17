"""After a merge, answers about notice, basis and keeping the file count, also if the other record has none."""

import datetime
import itertools
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from casework.asking.missing import with_start
from casework.asking.sharing import may_share
from casework.cases.actions import restrict_case
from casework.consents.actions import record_basis, record_consent, record_telling
from casework.consents.choices import NOTICE, ConsentStatus, Ground, NoticeState, Purpose
from casework.consents.models import FileBasis, PrivacyNotice
from casework.consents.slots import bases_to_settle, notices_to_tell
from casework.consents.start import LawfulStart
from casework.merges.actions import merge_individuals, undo_merge
from casework.register.choices import Category
from casework.register.models.case import FamilyMember
from casework.register.models.individual import Individual
from reference.models import HouseText
from tests.build import ARRIVED_ON, a_row, an_arrival, an_individual, people_of
from tests.casework.merges.test_merge_undo import checksums
from tests.cast import Cast

STEP = dict[str, Any]
S = ConsentStatus
# The ways in which a file may begin, one step a day; each person is logged without answers.
HISTORIES: dict[str, list[STEP]] = {
    "told and authorised": [{"told": "aloud"}, {"ground": Ground.AUTHORISED}],
    "told, no basis": [{"told": "paper"}],
    "authorised, not told": [{"ground": Ground.AUTHORISED}],
    "kept by law": [{"told": "shown"}, {"ground": Ground.DUTY}],
    "authorised and taken back": [{"ground": Ground.AUTHORISED}, {"keeping": S.WITHDRAWN}],
    "refused, then asked anew": [{"keeping": S.REFUSED}, {"keeping": S.ASKED}],
    "vital interest, over": [{"ground": Ground.VITAL}, {"ground": Ground.NONE_YET}],
    "nobody said anything": [],
}
# A "no" to keeping the file restricts it, and a merge needs two equally restricted files.
SAY_NO = {"authorised and taken back", "refused, then asked anew"}


pytestmark = pytest.mark.usefixtures("texts_of_the_file")


def a_file(cast: Cast, history: str, *, begins: datetime.date) -> Individual:
    row = a_row(category=Category.FORMER_MEMBER, born=1991)
    case = an_arrival(cast, people=[row], on=begins, start=LawfulStart())
    (person,) = people_of(case)
    for day, step in enumerate(HISTORIES[history], 1):
        on = begins + datetime.timedelta(days=day)
        about: dict[str, Any] = {"people": [person], "on": on, "by": cast.ana}
        if how := step.get("told"):
            text = HouseText.objects.get(code=NOTICE, version=1, language="es")
            start = LawfulStart(notice=NoticeState.TOLD, notice_text=text, how=how)
            record_telling(case, **about, start=start)
        if ground := step.get("ground"):
            by_word = ground == Ground.AUTHORISED
            said = {"given": "spoken"} if by_word else {"ground_note": "Se explicó."}
            record_basis(case, **about, start=LawfulStart(ground=ground, **said))
        if status := step.get("keeping"):
            record_consent(person, purpose=Purpose.STORING, status=status, on=on, by=cast.ana)
    return person


def restricted_alike(cast: Cast, *people: Individual) -> None:
    for person in people:
        restrict_case(person.memberships.get().case, people=[cast.ana], by=cast.sonia)


def answers(cast: Cast, person: Individual) -> dict[str, Any]:
    """Returns what every page, list and due item says about the start of this person's file."""
    today = cast.ana.today()
    notice = PrivacyNotice.objects.newest().get(individual=person)
    basis = FileBasis.objects.newest().get(individual=person)
    listed = with_start(FamilyMember.objects.filter(individual=person).on(today), today).get()
    assert (listed.notice_state, listed.notice_text) == (notice.state, notice.text_id)
    assert listed.ground == basis.ground
    for source, row in ((notices_to_tell, notice), (bases_to_settle, basis)):
        due = source.rows_on(today).filter(individual=person)
        assert list(due) == ([row] if row.due_on else [])
    return {
        "notice": (notice.state, notice.how),
        "basis": basis.ground,
        "kept": may_share(person, Purpose.STORING, today),
    }


@pytest.mark.parametrize(
    ("history", "is_survivor"), list(zip(HISTORIES, itertools.cycle((True, False)), strict=False))
)
def test_a_duplicate_on_which_nobody_said_anything_takes_no_answer_away(
    cast: Cast, history: str, is_survivor: bool
) -> None:
    person = a_file(cast, history, begins=ARRIVED_ON)
    silent = a_file(cast, "nobody said anything", begins=ARRIVED_ON + datetime.timedelta(days=30))
    if history in SAY_NO:
        restricted_alike(cast, person, silent)
    before, rows = answers(cast, person), checksums()
    survivor, merged = (person, silent) if is_survivor else (silent, person)
    merge = merge_individuals(survivor, merged=merged, by=cast.sonia)
    assert answers(cast, survivor) == before
    undo_merge(merge, by=cast.sonia)
    assert answers(cast, person) == before
    assert checksums() == rows


def last(rows: list[Any], is_answer: Callable[[Any], bool]) -> Any:
    """Returns the latest row that is an answer; without any, the latest row."""
    answers = [row for row in rows if is_answer(row)]
    return max(answers or rows, key=lambda row: (row.on, row.recorded_at))


@settings(
    max_examples=4,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    one=st.sampled_from(sorted(HISTORIES)),
    other=st.sampled_from(sorted(HISTORIES)),
    apart=st.sampled_from([-10, -1, 1, 10]),
)
def test_of_two_files_with_answers_the_later_answer_counts_and_an_undo_gives_both_back(
    cast: Cast, one: str, other: str, apart: int
) -> None:
    first = a_file(cast, one, begins=ARRIVED_ON + datetime.timedelta(days=20))
    second = a_file(cast, other, begins=ARRIVED_ON + datetime.timedelta(days=20 + apart))
    both = (first, second)
    told = list(PrivacyNotice.objects.filter(individual__in=both))
    bases = list(FileBasis.objects.filter(individual__in=both))
    unsaid = {row.pk for person in both for row in [person.file_bases.earliest("recorded_at")]}
    if SAY_NO & {one, other}:
        restricted_alike(cast, *both)
    before, rows = [answers(cast, person) for person in both], checksums()
    merge = merge_individuals(first, merged=second, by=cast.sonia)
    after = answers(cast, first)
    assert after["notice"][0] == last(told, lambda row: row.is_told).state
    assert after["basis"] == last(bases, lambda row: row.pk not in unsaid).ground
    undo_merge(merge, by=cast.sonia)
    assert [answers(cast, person) for person in both] == before
    assert checksums() == rows


def test_that_somebody_was_asked_about_service_survives_a_merge_and_its_undo(cast):
    survivor, merged = an_individual(cast), an_individual(cast, given_names="Jorman José")
    Individual.objects.filter(pk=survivor.pk).update(is_service_asked=False)
    survivor.refresh_from_db()
    merge = merge_individuals(survivor, merged=merged, by=cast.ana, grounds="one card")
    survivor.refresh_from_db()
    assert survivor.is_service_asked
    undo_merge(merge, by=cast.ana)
    survivor.refresh_from_db()
    assert not survivor.is_service_asked
