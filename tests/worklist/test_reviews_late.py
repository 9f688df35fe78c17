"""A review of a renunciation that nobody resolves: who supervises the case learns that it waits, and nothing of why."""

import datetime
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from asylum.evidence.actions import resolve_review
from asylum.evidence.choices import ReviewResult
from asylum.evidence.models import Evidence, StandingReview
from casework.register.models.case import Case
from tests.asylum.files import some_evidence
from tests.cast import Cast, as_
from tests.page import page_of
from worklist.due.rows import due
from worklist.notices.models import Notice
from worklist.scheduler import tick

DAY = datetime.timedelta(days=1)


def told(user: User) -> list[str]:
    rows = due(user, today=user.today(), kinds=["review_late"], is_told=True)
    return [row.about_id for row in rows]


@pytest.fixture
def piece(cast: Cast, law_of_the_file: Any) -> Evidence:
    """It opened a review that was to be resolved by yesterday."""
    piece = some_evidence(cast)
    StandingReview.objects.update(review_on=cast.sonia.today() - DAY)
    return piece


def test_supervisors_of_the_case_get_a_notice_after_its_day_and_nobody_else(
    cast: Cast, piece: Evidence
) -> None:
    assert told(cast.sonia) == [str(piece.review_id)]
    assert {name for name, user in cast.users.items() if told(user)} == {"sonia"}
    StandingReview.objects.update(review_on=cast.sonia.today())
    assert told(cast.sonia) == []


def test_a_review_that_somebody_resolved_has_no_notice(cast: Cast, piece: Evidence) -> None:
    assert told(cast.sonia)
    review = StandingReview.objects.get()
    resolve_review(review, result=ReviewResult.UNFOUNDED, because="Era otro.", by=cast.luis)
    assert told(cast.sonia) == []


def test_a_restricted_case_stays_restricted(cast: Cast, piece: Evidence) -> None:
    assert told(cast.sonia)
    Case.objects.update(is_restricted=True)
    assert told(cast.sonia) == []


def test_it_is_told_once_a_week_with_case_day_and_officer_and_without_the_evidence(
    cast: Cast, piece: Evidence, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.exclude(pk=cast.sonia.pk).update(is_active=False)
    now = tick.database_now()
    monday = now.replace(hour=17) + (7 - now.weekday()) * DAY
    told_on = []
    for day in (0, 6, 7):
        moment = monday + day * DAY
        monkeypatch.setattr(tick, "database_now", lambda moment=moment: moment)
        before = Notice.objects.filter(user=cast.sonia, kind="review_late").count()
        tick.tick()
        tick.tick()
        after = Notice.objects.filter(user=cast.sonia, kind="review_late").count()
        told_on += [day] * (after - before)
    assert told_on == [0, 7]
    sonia = as_(cast.sonia)
    page = page_of(sonia.get(reverse("inbox")))
    assert page.says(
        f"La revisión de la renuncia de {piece.individual.number} espera desde", "con Lucia"
    )
    assert not page.holds(piece.what)
    assert not page.holds(piece.source)
    address = reverse("standing-review-resolve", args=[piece.review_id])
    assert address not in page.links
    assert sonia.get(address).status_code == 404
