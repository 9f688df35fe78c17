"""Whatever happens to a claim and a file of renunciation, each day is remembered as the fold of what was written by then."""

import datetime
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, ProgrammingError, transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from asylum.claims.actions import lodge_application, move_application
from asylum.evidence.actions import resolve_review
from asylum.evidence.choices import Bearing, ReviewResult
from asylum.evidence.models import StandingReview
from asylum.measures.actions import review
from asylum.measures.choices import SaidAtReview
from asylum.papers.choices import RENUNCIATION_MOVES
from asylum.papers.choices import RenunciationStatus as R
from asylum.papers.models.renunciation import Renunciation
from asylum.pathways.choices import ApplicationStatus
from asylum.pathways.models import PathwayStage
from asylum.people.actions import mark_as_mistake
from asylum.renunciation.actions import (
    SecondPersonNeeded,
    postpone_renunciation,
    record_demand,
    refuse_renunciation,
    retract_renunciation,
    submit_renunciation,
    withdraw_renunciation,
)
from asylum.renunciation_file.known import known_on
from pages.refusals import ActionRefused
from tests.asylum.build import a_client, an_authority, answers, sign, verify
from tests.asylum.conftest import NOON
from tests.asylum.files import an_observation, some_evidence
from tests.cast import Cast

DAY = datetime.timedelta(days=1)
WAYS: dict[str, Any] = {
    R.SUBMITTED: submit_renunciation,
    R.VERIFIED: verify,
    R.NOT_YET: postpone_renunciation,
    R.REFUSED: refuse_renunciation,
    R.WITHDRAWN: withdraw_renunciation,
    R.MISTAKEN: lambda paper, on, by: retract_renunciation(paper, by=by, remark="Otra persona."),
}
STANDING = {R.RECORDED, R.SUBMITTED, R.NOT_YET, R.VERIFIED}


class OneFile(RuleBasedStateMachine):
    """A person with legal aid; `now` is what the fold of all acts says, `days` what it said at each day's end."""

    cast: Cast

    @initialize()
    def begin(self) -> None:
        self.start = transaction.savepoint()
        self.travel = time_machine.travel(NOON, tick=True)
        self.clock = self.travel.start()
        self.person = a_client(self.cast)
        self.paper: Renunciation | None = None
        self.claim: Any = None
        self.watched: Any = None
        self.pieces: list[Any] = []
        self.now: dict[str, Any] = {
            "asked": None,
            "papers": [],
            "claim": None,
            "observed": False,
            "review": False,
            "evidence": 0,
        }
        self.days: dict[datetime.date, dict[str, Any]] = {}

    @property
    def today(self) -> datetime.date:
        today: datetime.date = self.cast.lucia.today()
        return today

    @rule(days=st.integers(1, 40))
    def later(self, days: int) -> None:
        self.days[self.today] = self._copy()
        self.clock.shift(days * DAY)

    def _copy(self) -> dict[str, Any]:
        return {**self.now, "papers": sorted(self.now["papers"])}

    @rule(is_asked=st.booleans())
    def say(self, is_asked: bool) -> None:
        self.clock.shift(datetime.timedelta(seconds=1))
        record_demand(self.person, is_asked=is_asked, on=self.today, by=self.cast.lucia)
        self.now["asked"] = is_asked

    @precondition(lambda self: self.now["asked"])
    @rule()
    def sign(self) -> None:
        try:
            with transaction.atomic():
                self.paper = sign(
                    self.person, signed_on=self.today, is_demanded=None, by=self.cast.lucia
                )
        except ActionRefused:
            assert set(self.now["papers"]) & STANDING
        else:
            assert not set(self.now["papers"]) & STANDING
            self.now["papers"].append(R.RECORDED)

    @precondition(lambda self: self.paper is not None)
    @rule(to=st.sampled_from(sorted(WAYS)), by=st.sampled_from(["lucia", "luis"]))
    def move_paper(self, to: str, by: str) -> None:
        here = self.now["papers"][-1]
        is_lawful, is_alone = to in RENUNCIATION_MOVES[here], to == R.VERIFIED and by == "lucia"
        try:
            with transaction.atomic():
                self.clock.shift(datetime.timedelta(seconds=1))
                WAYS[to](self.paper, on=self.today, by=getattr(self.cast, by))
        except SecondPersonNeeded:
            assert (is_lawful, is_alone) == (True, True)
        except ActionRefused:
            assert not is_lawful
        else:
            assert (is_lawful, is_alone) == (True, False)
            self.now["papers"][-1] = R(to)

    @rule(bearing=st.sampled_from(Bearing.values))
    def hear(self, bearing: str) -> None:
        self.pieces.append(some_evidence(self.cast, self.person, bearing=bearing, on=self.today))
        self.now["evidence"] += 1
        self.now["review"] = self.now["review"] or bearing == Bearing.CONTRARY

    @precondition(lambda self: self.pieces)
    @rule()
    def mark_as_mistake(self) -> None:
        """Not by Luis, who resolves: who took back the last ground of a review does not resolve it."""
        piece = self.pieces.pop()
        mark_as_mistake(piece, "evidence.withdrawn", reason="Un homónimo.", by=self.cast.lucia)
        self.now["evidence"] -= 1

    @precondition(lambda self: self.now["review"])
    @rule()
    def resolve(self) -> None:
        review = StandingReview.objects.open().get(individual=self.person)
        resolve_review(review, result=ReviewResult.NOTED, because="Se habló.", by=self.cast.luis)
        self.now["review"] = False

    @rule()
    def observe(self) -> None:
        said = {"authority": an_authority(), "found": "Visto.", "by": self.cast.lucia}
        if self.now["observed"]:
            ended = SaidAtReview.ENDED
            review(self.watched, on=self.today, outcome=ended, **said)
        else:
            self.watched = an_observation(self.cast, self.person)
        self.now["observed"] = not self.now["observed"]

    @precondition(lambda self: self.claim is None)
    @rule()
    def lodge(self) -> None:
        self.claim = lodge_application(
            self.person, on=self.today, late_reason="Tarde.", by=self.cast.lucia
        )
        self.now["claim"] = ApplicationStatus.LODGED

    @precondition(lambda self: self.claim is not None)
    @rule(to=st.sampled_from(sorted(ApplicationStatus.values)))
    def move_claim(self, to: str) -> None:
        here = self.now["claim"]
        said = answers(to, self.today)
        if said["interview_on"]:
            said["interview_on"] = self.today + DAY
        try:
            with transaction.atomic():
                self.clock.shift(datetime.timedelta(seconds=1))
                move_application(self.claim, to=to, **said, by=self.cast.lucia)
        except ActionRefused:
            assert to not in self._leads_to(here)
            if to != here:
                self._refused_by_the_database(to)
        else:
            assert to in self._leads_to(here)
            self.now["claim"] = ApplicationStatus(to)

    def _leads_to(self, here: str) -> list[str]:
        stage = PathwayStage.objects.stage(self.claim.country, here)
        return stage.leads_to if stage else []

    def _refused_by_the_database(self, to: str) -> None:
        with pytest.raises((ProgrammingError, IntegrityError)), transaction.atomic():
            type(self.claim).objects.filter(pk=self.claim.pk).update(status=to)

    @invariant()
    def nobody_verifies_alone_and_one_review_is_open(self) -> None:
        if not hasattr(self, "person"):
            return
        for paper in Renunciation.objects.filter(individual=self.person, status=R.VERIFIED):
            assert paper.verified_by_id not in (None, paper.recorded_by_id)
        assert StandingReview.objects.open().filter(individual=self.person).count() <= 1

    def _known(self, day: datetime.date) -> dict[str, Any]:
        known = known_on(self.person, day)
        return {
            "asked": known.demand.is_asked if known.demand else None,
            "papers": sorted(paper.status for paper in known.papers),
            "claim": known.claims[0].status if known.claims else None,
            "observed": known.running_observation is not None,
            "review": known.open_review is not None,
            "evidence": len(known.evidence),
        }

    def teardown(self) -> None:
        if not hasattr(self, "person"):
            return
        try:
            self.days[self.today] = self._copy()
            assert {day: self._known(day) for day in self.days} == self.days
        finally:
            self.travel.stop()
            transaction.savepoint_rollback(self.start)


@pytest.mark.usefixtures("law")
def test_each_day_is_known_as_the_fold_of_what_was_written_by_then(cast):
    OneFile.cast = cast
    run_state_machine_as_test(
        OneFile,
        settings=settings(
            max_examples=settings().max_examples // 20,
            stateful_step_count=15,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
