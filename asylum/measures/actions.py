"""Records what an authority imposed, and its reviews; retracts the last review."""

import datetime
from typing import Any

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from asylum.evidence.actions import lock_former_member
from asylum.measures.choices import RESTRICTIONS, SaidAtReview
from asylum.measures.models import Measure, Observation, standing_reviews
from asylum.people.actions import record_without_case, write_legal_row
from casework.register.actions import lock_row, refuse_ended, refuse_withdrawn
from casework.register.models.individual import Individual
from pages.dates import last_of, short_date
from pages.refusals import ActionRefused
from partners.models import Organisation


@transaction.atomic
def start_observation(
    individual: Individual,
    *,
    starts_on: datetime.date,
    review_on: datetime.date,
    reasons: str,
    by: User,
    planned_until: datetime.date | None = None,
    authority: Organisation | None = None,
) -> Observation:
    """Records an observation and returns it. An observation starts on the day of disarmament, not of arrival.

    Raises ActionRefused if another observation runs, if the start is not the recorded day of disarmament, and if the
    planned end is before the start.
    """
    individual = lock_former_member(individual, on=by.today(), by=by)
    refuse_future(starts_on, by=by, field="starts_on")
    _refuse_second_observation(individual)
    laid_down = arms_laid_down(individual)
    if laid_down and not laid_down <= starts_on <= last_of(laid_down):
        raise ActionRefused(
            _("On file the arms were laid down on %(day)s: the observation starts then.")
            % {"day": short_date(laid_down)},
            field="starts_on",
        )
    _refuse_days_out_of_order(
        starts_on,
        review_on=review_on,
        planned_until=planned_until,
        too_early=Observation.too_early,
    )
    return write_legal_row(
        Observation,
        individual,
        "observation.started",
        by=by,
        starts_on=starts_on,
        planned_until=planned_until,
        reasons=reasons,
        authority=authority,
        review_on=review_on,
        first_planned_until=planned_until,
        first_review_on=review_on,
    )


def arms_laid_down(individual: Individual) -> datetime.date | None:
    """Returns the last day on which the person handed arms over; None if no day is known."""
    days = individual.disarmaments.exclude(on=None).order_by("-on").values_list("on", flat=True)
    day: datetime.date | None = days.first()
    return day


@transaction.atomic
def start_measure(
    individual: Individual,
    *,
    kind: str,
    starts_on: datetime.date,
    reasons: str,
    source: str,
    by: User,
    authority: Organisation | None = None,
    legal_basis: str = "",
    terms: str = "",
    review_on: datetime.date | None = None,
) -> Measure:
    """Records that an authority separated the person from others or restricted their movement, and returns the row.

    Raises ActionRefused for a restriction without authority, legal basis or day of review, which binds nobody.
    """
    individual = lock_former_member(individual, on=by.today(), by=by)
    refuse_future(starts_on, by=by, field="starts_on")
    if kind in RESTRICTIONS:
        _refuse_incomplete_restriction(authority, legal_basis, review_on)
    _refuse_days_out_of_order(starts_on, review_on=review_on, too_early=Measure.too_early)
    return write_legal_row(
        Measure,
        individual,
        "measure.started",
        by=by,
        kind=kind,
        starts_on=starts_on,
        authority=authority,
        legal_basis=legal_basis,
        terms=terms,
        reasons=reasons,
        source=source,
        review_on=review_on,
        first_review_on=review_on,
    )


def _refuse_second_observation(individual: Individual, besides: Observation | None = None) -> None:
    running = Observation.objects.running().filter(individual=individual)
    if running.exclude(pk=besides and besides.pk).exists():
        raise ActionRefused(_("This person is under observation already."))


def _refuse_incomplete_restriction(
    authority: Organisation | None, legal_basis: str, review_on: datetime.date | None
) -> None:
    if authority is None:
        raise ActionRefused(_("Say which authority restricts it."), field="authority")
    if not legal_basis.strip():
        raise ActionRefused(_("Name the law on which the restriction rests."), field="legal_basis")
    if review_on is None:
        raise ActionRefused(_("Say when it is reviewed again."), field="review_on")


def _refuse_days_out_of_order(
    earliest: datetime.date,
    *,
    review_on: datetime.date | None,
    planned_until: datetime.date | None = None,
    too_early: str | Promise,
) -> None:
    if planned_until and planned_until < earliest:
        raise ActionRefused(_("The observation ends before it starts."), field="planned_until")
    if review_on and review_on < earliest:
        raise ActionRefused(too_early, field="review_on")


@transaction.atomic
def review(
    row: Any,
    *,
    on: datetime.date,
    outcome: str,
    authority: Organisation,
    found: str,
    by: User,
    planned_until: datetime.date | None = None,
    review_on: datetime.date | None = None,
) -> Any:
    """Records an authority's review of a `Reviewed` row, and returns the review.

    By its `outcome` the row continues, with these days, or ends. Raises ActionRefused if the row has ended or was
    withdrawn, and for missing days or days out of order.
    """
    row = lock_row(row, Permission.EVIDENCE_CHANGE, by=by)
    refuse_withdrawn(row)
    refuse_ended(row)
    refuse_future(on, by=by)
    if on < row.starts_on:
        raise ActionRefused(row.too_early, field="on")
    days = {"planned_until": planned_until, "review_on": review_on}
    days = {day: days[day] for day in row.days}
    if outcome == SaidAtReview.ENDED:
        row.ended_on, days = on, dict.fromkeys(days)
    else:
        if row.is_always_reviewed and review_on is None:
            raise ActionRefused(_("Say when it is reviewed again."), field="review_on")
        _refuse_days_out_of_order(on, **days, too_early=row.next_too_early)
        for day, when in days.items():
            setattr(row, day, when)
    verb = f"{row._meta.model_name}.reviewed"
    facts = {"on": on, "outcome": outcome, "authority": authority}
    return _save_review(row, verb, found=found, by=by, **facts, **days)


@transaction.atomic
def retract_review(row: Any, *, reason: str, by: User) -> Any:
    """Marks the last review as a mistake, by adding a review that says so; returns the row.

    The row returns to its state after the review before, or at its start. Raises ActionRefused if no review counts, or
    if another observation of the person has started since.
    """
    row = lock_row(row, Permission.EVIDENCE_CHANGE, by=by)
    refuse_withdrawn(row)
    if isinstance(row, Observation):
        _refuse_second_observation(row.individual, besides=row)
    standing = standing_reviews(row.reviews.order_by("recorded_at"))
    if not standing:
        raise ActionRefused(_("There is no review that counts."))
    *before, last = standing
    row.set_from_reviews(before)
    verb = f"{row._meta.model_name}.review_retracted"
    facts = {"on": by.today(), "outcome": SaidAtReview.MISTAKEN, "authority": last.authority}
    days = {day: getattr(row, day) for day in row.days}
    _save_review(row, verb, found=reason, by=by, **facts, **days)
    return row


def _save_review(row: Any, verb: str, *, found: str, by: User, **facts: Any) -> Any:
    """Saves the review and the changed row; returns the review."""
    review = row.reviews.create(key_id=row.key_id, recorded_by=by, found=found.strip(), **facts)
    row.save(update_fields=["ended_on", *row.days])
    record_without_case(verb, row, by=by)
    return review
