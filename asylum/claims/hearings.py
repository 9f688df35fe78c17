"""Records the outcome of an interview, and moves its claim."""

from typing import Any

from django.db import transaction

from accounts.models import User
from asylum.claims.actions import move_application
from asylum.interviews.actions import record_interview
from asylum.pathways.choices import ApplicationStatus
from asylum.procedure.choices import InterviewOutcome
from asylum.procedure.models.interview import ClaimInterview


@transaction.atomic
def record_hearing(
    interview: ClaimInterview, *, by: User, outcome: str = "", **facts: Any
) -> ClaimInterview:
    """Records the outcome as `record_interview`. If the person came, also moves the claim to "interviewed" on that day."""
    row = record_interview(interview, by=by, outcome=outcome, **facts)
    claim = row.application
    is_summons = claim.status == ApplicationStatus.SUMMONED and row.on == claim.interview_on
    if outcome == InterviewOutcome.ATTENDED and is_summons:
        move_application(claim, to=ApplicationStatus.INTERVIEWED, on=row.on, is_sure=True, by=by)
    return row
