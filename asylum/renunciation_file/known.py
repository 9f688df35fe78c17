"""One person's renunciation as it was on file at the end of a day, without what was recorded or withdrawn later."""

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

FIELDS_OF_PAPER = (
    "wording", "signature", "signed_on", "language", "had_interpreter", "verified_without", "authority_id",
    "accepted_by_id", "are_consequences_explained", "is_copy_given",
)  # fmt: skip


@dataclass(frozen=True)
class FileKnown:
    """The rows of each stage, as they were then. The rows must not be saved."""

    statements: list[RenunciationDemand]
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
        return self.statements[0] if self.statements else None

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
    """Returns the first moment after that day, in the time zone of the person's office."""
    zone = ZoneInfo(individual.office.time_zone)
    return datetime.datetime.combine(day + datetime.timedelta(days=1), datetime.time.min, zone)


def known_on(individual: Individual, day: datetime.date) -> FileKnown:
    """Returns the file as it was at the end of `day`. The caller checks the permission."""
    until = end_of(day, individual)
    return FileKnown(
        statements=list(
            _not_withdrawn_rows(RenunciationDemand, individual, until).select_related("authority")
        ),
        contests=_without_later_results(
            _not_withdrawn_rows(IdentificationContest, individual, until),
            until,
            "settled_at",
            "result",
        ),
        disarmaments=list(individual.disarmaments.filter(recorded_at__lt=until)),
        measures=_reviewed(Measure, MeasureReview, individual, until),
        papers=_papers(individual, until),
        observations=_reviewed(Observation, ObservationReview, individual, until),
        evidence=_evidence(individual, until),
        reviews=_reviews(individual, until),
        approaches=list(_not_withdrawn_rows(RecruitmentApproach, individual, until)),
        claims=_in_state_known(AsylumApplication.objects.filter(individual=individual), until),
    )


def _rows(model: Any, individual: Individual, until: datetime.datetime) -> Any:
    rows = model.objects.filter(individual=individual, recorded_at__lt=until)
    return rows.select_related("recorded_by")


def _not_withdrawn_rows(model: Any, individual: Individual, until: datetime.datetime) -> Any:
    """Returns rows recorded before `until` and not withdrawn before it."""
    rows = _rows(model, individual, until)
    return rows.filter(Q(withdrawn_at=None) | Q(withdrawn_at__gte=until))


def _without_later_results(
    rows: Any, until: datetime.datetime, ended_at: str, result: str
) -> list[Any]:
    """Returns the rows without results that were recorded later. The rows must not be saved."""
    known = list(rows)
    for row in known:
        if (moment := getattr(row, ended_at)) and moment >= until:
            setattr(row, ended_at, None)
            setattr(row, result, "")
    return known


def _reviews(individual: Individual, until: datetime.datetime) -> list[StandingReview]:
    """Returns reviews, the open ones with `taken_back` and `is_groundless`.

    `taken_back` is the evidence that was withdrawn by then. A review `is_groundless` if that is all of its evidence.
    """
    rows = _rows(StandingReview, individual, until)
    reviews = _without_later_results(rows, until, "resolved_at", "result")
    for review in (each for each in reviews if each.is_open):
        grounds = review.evidence.filter(recorded_at__lt=until).select_related("withdrawn_by")
        review.taken_back = list(grounds.filter(withdrawn_at__lt=until).order_by("-withdrawn_at"))
        review.is_groundless = len(review.taken_back) == grounds.count()
    return reviews


def _evidence(individual: Individual, until: datetime.datetime) -> list[Evidence]:
    replies = EvidenceReply.objects.filter(recorded_at__lt=until)
    rows = _not_withdrawn_rows(Evidence, individual, until)
    return list(rows.prefetch_related(Prefetch("replies", replies, to_attr="known_replies")))


def _reviewed(
    model: type[Reviewed],
    review: type[ReviewByAuthority],
    individual: Individual,
    until: datetime.datetime,
) -> list[Any]:
    """Returns rows as their last review before `until` left them.

    `known_reviews` are the reviews of a row before `until`, the latest first. `counting` are those that were not
    retracted.
    """
    reviews = review.objects.filter(recorded_at__lt=until).select_related("authority")
    rows = _not_withdrawn_rows(model, individual, until).select_related("recorded_by", "authority")
    rows = rows.prefetch_related(Prefetch("reviews", reviews, to_attr="known_reviews"), "reviews")
    reviewed: list[Any] = list(rows)
    for row in reviewed:
        row.counting = standing_reviews(reversed(row.known_reviews))
        if any(each.recorded_at >= until for each in row.reviews.all()):
            row.set_from_reviews(row.counting)
    return reviewed


def _in_state_known(rows: Any, until: datetime.datetime) -> list[Any]:
    """Returns claims or papers in the state that was on file at `until`. The rows must not be saved.

    `known_steps` are the steps recorded before `until` in order, with their days as corrected before `until`, without
    those marked as mistakes by then.
    """
    known = [row for row in rows.prefetch_related("status_changes") if row.recorded_at < until]
    keys = [step.pk for row in known for step in row.status_changes.all()]
    about = Correction.objects.filter(about_id__in=keys, at__lt=until).order_by("at")
    corrections = list(about.values_list("about_id", "fields", "day")) if keys else []
    mistaken = {step for step, fields, _day in corrections if MISTAKE in fields}
    right_days = {step: day for step, _fields, day in corrections if day}
    for row in known:
        steps = [
            step for step in row.status_changes.all() if step.at < until and step.pk not in mistaken
        ]
        if steps:
            last = max(steps, key=lambda step: step.at)
            row.status, row.status_on = last.status, right_days.get(last.pk, last.on)
        for step in steps:
            step.on = right_days.get(step.pk, step.on)
        row.known_steps = sorted(steps, key=lambda step: step.at)
    return known


def _papers(individual: Individual, until: datetime.datetime) -> list[Any]:
    """Returns papers as recorded before `until`, without later corrections.

    A paper that is older than the history of versions has its present facts.
    """
    events: Any = Renunciation._meta.get_field("as_known").related_model
    newest = (
        events.objects.filter(individual=individual, pgh_created_at__lt=until)
        .order_by("pgh_obj_id", "-pgh_created_at", "-pgh_id")
        .distinct("pgh_obj_id")
    )
    facts = {event.pgh_obj_id: event for event in newest}
    rows = Renunciation.objects.filter(individual=individual)
    papers = _in_state_known(rows.prefetch_related("status_changes__authority"), until)
    for paper in papers:
        if version := facts.get(paper.pk):
            for name in FIELDS_OF_PAPER:
                setattr(paper, name, getattr(version, name))
        if all(step.status != RenunciationStatus.VERIFIED for step in paper.known_steps):
            paper.accepted_by, paper.reference = None, ""
        paper.handed_over = [
            step for step in paper.known_steps if step.status == RenunciationStatus.SUBMITTED
        ]
    return papers
