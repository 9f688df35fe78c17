"""Reviews by which an authority continues or ends something, and undoing the last one."""

import datetime
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from asylum.actions.subjects import quietly
from asylum.choices import MISTAKEN
from casework.register.actions import lock_row, refuse_ended, refuse_withdrawn
from pages.refusals import ActionRefused


def standing_reviews(reviews: Iterable[Any]) -> list[Any]:
    """Valid reviews, the oldest first. A review that says so cancelled the one before it."""
    standing: list[Any] = []
    for review in reviews:
        if review.outcome == MISTAKEN:
            standing.pop()
        else:
            standing.append(review)
    return standing


def to_review(row: Any, *, on: datetime.date, by: User) -> Any:
    """The locked row. Raises ActionRefused if it ended or was cancelled, and for a day in the future."""
    row = lock_row(row, Permission.EVIDENCE_CHANGE, by=by)
    refuse_withdrawn(row)
    refuse_ended(row)
    refuse_future(on, by=by)
    return row


def put_review(
    row: Any, verb: str, *, found: str, days: Mapping[str, Any], by: User, **facts: Any
) -> Any:
    """Saves the review with its `days`, and the resulting row."""
    review = row.reviews.model(
        key_id=row.key_id,
        found=found.strip(),
        recorded_by=by,
        **{row.reviews.field.name: row},
        **days,
        **facts,
    )
    review.save(force_insert=True)
    row.save(update_fields=["ended_on", *days])
    quietly(verb, row, by=by)
    return review


@transaction.atomic
def retract_last_review(row: Any, verb: str, *days: str, reason: str, by: User) -> Any:
    """The last review was a mistake: the row is restored to the review before, or to its beginning.

    Stored as a review of its own, so nothing is overwritten; `days` are the days that a review sets. Raises ActionRefused
    without a valid review, and if another row of the person has begun since.
    """
    row = lock_row(row, Permission.EVIDENCE_CHANGE, by=by)
    refuse_withdrawn(row)
    standing = standing_reviews(row.reviews.order_by("recorded_at"))
    if not standing:
        raise ActionRefused(_("There is no review that counts."))
    *before, last = standing
    row.ended_on = None
    for day in days:
        setattr(row, day, getattr(before[-1], day) if before else getattr(row, f"first_{day}"))
    put_review(
        row,
        verb,
        by=by,
        on=by.today(),
        outcome=MISTAKEN,
        authority=last.authority,
        found=reason,
        days={day: getattr(row, day) for day in days},
    )
    return row
