"""One person's renunciation as it was on file at the end of a day, whatever was recorded or withdrawn later."""

import datetime
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Prefetch, Q

from asylum.evidence.models import Evidence, EvidenceReply, StandingReview
from asylum.identification.models import IdentificationContest
from asylum.measures.models import (
    Measure,
    MeasureReview,
    Observation,
    ObservationReview,
    ReviewByAuthority,
    Reviewed,
    standing_reviews,
)
from asylum.papers.choices import RenunciationStatus
from asylum.papers.models.renunciation import Renunciation, RenunciationDemand
from asylum.procedure.models.application import AsylumApplication
from asylum.reported.models import RecruitmentApproach
from casework.corrections.models import Correction
from casework.corrections.steps import MISTAKE
from casework.register.models.individual import Individual

FACTS_OF_A_PAPER = (
    "wording", "signature", "signed_on", "language", "had_interpreter", "verified_without", "authority_id",
    "accepted_by_id", "are_consequences_explained", "is_copy_given",
)  # fmt: skip


@dataclass(frozen=True)
class FileKnown:
    """The stages in order, each row as it was then. Read-only: never saved."""

    words: list[RenunciationDemand]
    contests: list[IdentificationContest]
    disarmaments: list[Any]
    measures: list[Measure]
    papers: list[Any]
    observations: list[Observation]
    evidence: list[Evidence]
    reviews: list[StandingReview]
    approaches: list[RecruitmentApproach]
    claims: list[Any]

    @property
    def demand(self) -> RenunciationDemand | None:
        return self.words[0] if self.words else None

    @property
    def separations(self) -> list[Measure]:
        return [each for each in self.measures if not each.is_restriction]

    @property
    def restrictions(self) -> list[Measure]:
        return [each for each in self.measures if each.is_restriction]

    @property
    def has_day_of_arms(self) -> bool:
        return any(each.on for each in self.disarmaments)

    @property
    def open_review(self) -> StandingReview | None:
        return next((review for review in self.reviews if review.is_open), None)

    @property
    def running_observation(self) -> Observation | None:
        return next((each for each in self.observations if each.ended_on is None), None)


def end_of(day: datetime.date, individual: Individual) -> datetime.datetime:
    """The first moment after that day, in the time zone of the person's office."""
    zone = ZoneInfo(individual.office.time_zone)
    return datetime.datetime.combine(day + datetime.timedelta(days=1), datetime.time.min, zone)


def known_on(individual: Individual, day: datetime.date) -> FileKnown:
    """The file as it was at the end of `day`. The caller checks the permission."""
    until = end_of(day, individual)
    return FileKnown(
        words=list(_standing(RenunciationDemand, individual, until).select_related("authority")),
        contests=_open_again(
            _standing(IdentificationContest, individual, until), until, "settled_at", "result"
        ),
        disarmaments=list(individual.disarmaments.filter(recorded_at__lt=until)),
        measures=_reviewed(Measure, MeasureReview, individual, until),
        papers=_papers(individual, until),
        observations=_reviewed(Observation, ObservationReview, individual, until),
        evidence=_evidence(individual, until),
        reviews=_reviews(individual, until),
        approaches=list(_standing(RecruitmentApproach, individual, until)),
        claims=_moved(AsylumApplication.objects.filter(individual=individual), until),
    )


def _rows(model: Any, individual: Individual, until: datetime.datetime) -> Any:
    rows = model.objects.filter(individual=individual, recorded_at__lt=until)
    return rows.select_related("recorded_by")


def _standing(model: Any, individual: Individual, until: datetime.datetime) -> Any:
    """Rows that were not withdrawn by then; a later withdrawal does not matter."""
    rows = _rows(model, individual, until)
    return rows.filter(Q(withdrawn_at=None) | Q(withdrawn_at__gte=until))


def _open_again(rows: Any, until: datetime.datetime, ended_at: str, result: str) -> list[Any]:
    """The rows, with results removed that were recorded later. Read-only: never saved."""
    found = list(rows)
    for row in found:
        if (moment := getattr(row, ended_at)) and moment >= until:
            setattr(row, ended_at, None)
            setattr(row, result, "")
    return found


def _reviews(individual: Individual, until: datetime.datetime) -> list[StandingReview]:
    """Each with its evidence withdrawn by then, and whether any of it was still valid."""
    rows = _rows(StandingReview, individual, until)
    found = _open_again(rows, until, "resolved_at", "result")
    for review in (each for each in found if each.is_open):
        grounds = review.evidence.filter(recorded_at__lt=until).select_related("withdrawn_by")
        gone = grounds.filter(withdrawn_at__lt=until).order_by("-withdrawn_at")
        review.taken_back = list(gone)
        review.is_groundless = len(review.taken_back) == grounds.count()
    return found


def _evidence(individual: Individual, until: datetime.datetime) -> list[Evidence]:
    replies = EvidenceReply.objects.filter(recorded_at__lt=until)
    rows = _standing(Evidence, individual, until)
    return list(rows.prefetch_related(Prefetch("replies", replies, to_attr="said")))


def _reviewed(
    model: type[Reviewed],
    review: type[ReviewByAuthority],
    individual: Individual,
    until: datetime.datetime,
) -> list[Any]:
    """Each row as its last review by then left it. `held` are its reviews by then, `counting` those not retracted."""
    reviews = review.objects.filter(recorded_at__lt=until).select_related("authority")
    rows = _standing(model, individual, until).select_related("recorded_by", "authority")
    rows = rows.prefetch_related(Prefetch("reviews", reviews, to_attr="held"), "reviews")
    found: list[Any] = list(rows)
    for row in found:
        row.counting = standing_reviews(reversed(row.held))
        if any(each.recorded_at >= until for each in row.reviews.all()):
            row.stand_after(row.counting)
    return found


def _moved(rows: Any, until: datetime.datetime) -> list[Any]:
    """Rows recorded by then, in the state of their last step by then, with the day as corrected by then, and
    those steps in order as `known_steps`. Never saved."""
    found = [row for row in rows.prefetch_related("status_changes") if row.recorded_at < until]
    steps_of_all = [step.pk for row in found for step in row.status_changes.all()]
    said = Correction.objects.filter(about_id__in=steps_of_all, at__lt=until).order_by("at")
    put_right = list(said.values_list("about_id", "fields", "day")) if steps_of_all else []
    mistaken = {step for step, fields, _day in put_right if MISTAKE in fields}
    right_days = {step: day for step, _fields, day in put_right if day}
    for row in found:
        steps = [
            step for step in row.status_changes.all() if step.at < until and step.pk not in mistaken
        ]
        if steps:
            last = max(steps, key=lambda step: step.at)
            row.status, row.status_on = last.status, right_days.get(last.pk, last.on)
        for step in steps:
            step.on = right_days.get(step.pk, step.on)
        row.known_steps = sorted(steps, key=lambda step: step.at)
    return found


def _papers(individual: Individual, until: datetime.datetime) -> list[Any]:
    """Papers as recorded by then, without later corrections, as far back as the history goes."""
    events: Any = Renunciation._meta.get_field("as_known").related_model
    newest = (
        events.objects.filter(individual=individual, pgh_created_at__lt=until)
        .order_by("pgh_obj_id", "-pgh_created_at", "-pgh_id")
        .distinct("pgh_obj_id")
    )
    facts = {event.pgh_obj_id: event for event in newest}
    rows = Renunciation.objects.filter(individual=individual)
    found = _moved(rows.prefetch_related("status_changes__authority"), until)
    for paper in found:
        if was := facts.get(paper.pk):
            for name in FACTS_OF_A_PAPER:
                setattr(paper, name, getattr(was, name))
        if all(step.status != RenunciationStatus.VERIFIED for step in paper.known_steps):
            paper.accepted_by, paper.reference = None, ""
        paper.handed_over = [
            step for step in paper.known_steps if step.status == RenunciationStatus.SUBMITTED
        ]
    return found
