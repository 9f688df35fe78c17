"""Writing down what an authority imposed, and what it said at each review."""

import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import refuse_future
from asylum.actions.reviews import put_review, retract_last_review, to_review
from asylum.actions.subjects import put_down, take_back
from asylum.evidence.actions import keep_a_file_of
from asylum.measures.choices import RESTRICTIONS, MeasureOutcome
from asylum.models import Measure, MeasureReview
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused
from partners.models import Organisation


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
    """An authority separated the person from others, or restricted where they may go.

    Raises ActionRefused for a restriction without its authority, its law or the day of its review: what nobody can
    name is no restriction to keep to, and a lawyer asks for it.
    """
    individual = keep_a_file_of(individual, on=by.today(), by=by)
    refuse_future(starts_on, by=by, field="starts_on")
    if kind in RESTRICTIONS:
        _refuse_without_law(authority, legal_basis, review_on)
    if review_on and review_on < starts_on:
        raise ActionRefused(_("The review is before it began."), field="review_on")
    return put_down(
        Measure,
        individual,
        "measure.started",
        by=by,
        kind=kind,
        starts_on=starts_on,
        authority=authority,
        legal_basis=legal_basis.strip(),
        terms=terms,
        reasons=reasons,
        source=source,
        review_on=review_on,
        first_review_on=review_on,
    )


def _refuse_without_law(
    authority: Organisation | None, legal_basis: str, review_on: datetime.date | None
) -> None:
    if authority is None:
        raise ActionRefused(_("Say which authority restricts it."), field="authority")
    if not legal_basis.strip():
        raise ActionRefused(_("Name the law on which the restriction rests."), field="legal_basis")
    if review_on is None:
        raise ActionRefused(_("Say when it is reviewed again."), field="review_on")


@transaction.atomic
def review_measure(
    measure: Measure,
    *,
    on: datetime.date,
    outcome: str,
    authority: Organisation,
    found: str,
    by: User,
    review_on: datetime.date | None = None,
) -> MeasureReview:
    """What the authority said: it goes on until it is looked at again, or it ended. Nothing else changes."""
    measure = to_review(measure, on=on, by=by)
    if on < measure.starts_on:
        raise ActionRefused(_("The review is before it began."), field="on")
    if outcome == MeasureOutcome.ENDED:
        review_on, measure.ended_on = None, on
    else:
        if measure.is_restriction and review_on is None:
            raise ActionRefused(_("Say when it is reviewed again."), field="review_on")
        if review_on and review_on < on:
            raise ActionRefused(_("The next review is before this one."), field="review_on")
        measure.review_on = review_on
    review: MeasureReview = put_review(
        measure,
        "measure.reviewed",
        by=by,
        on=on,
        outcome=outcome,
        authority=authority,
        found=found,
        days={"review_on": review_on},
    )
    return review


@transaction.atomic
def retract_measure_review(measure: Measure, *, reason: str, by: User) -> Measure:
    """The last review was recorded by mistake."""
    row: Measure = retract_last_review(
        measure, "measure.review_retracted", "review_on", reason=reason, by=by
    )
    return row


@transaction.atomic
def withdraw_measure(measure: Measure, *, reason: str, by: User) -> Measure:
    """It was recorded by mistake."""
    return take_back(measure, "measure.withdrawn", reason=reason, by=by)
