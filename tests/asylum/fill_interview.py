"""An interview that the person of the family with legal aid missed, who would have interpreted, and a review."""

from accounts.models import User
from asylum.individual_reviews.actions import record_individual_review
from asylum.individual_reviews.choices import AskedFor, ReviewOutcome
from asylum.interviews.actions import add_interpreter
from asylum.procedure.choices import InterviewOutcome
from asylum.procedure.models.application import AsylumApplication
from asylum.procedure.models.interview import ClaimInterview
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    if by != cast.ana or not family.case.legal_referrals.open().exists():
        return
    claim = AsylumApplication.objects.get(individual=family.people[0])
    interpreter = add_interpreter(
        name=f"Iris {family.sealed}",
        languages="Wayuunaiki",
        vetted_by=f"Defensoría {family.sealed}",
        vetted_on=by.today(),
        by=cast.lucia,
    )
    record_individual_review(
        family.people[0],
        on=by.today(),
        reviewed_by=f"Migración {family.sealed}",
        asked_for=AskedFor.STATES_WORK,
        outcome=ReviewOutcome.OPEN,
        found=f"Volver otro día. {family.sealed}",
        next_step=f"Pedir cita. {family.sealed}",
        by=cast.lucia,
    )
    ClaimInterview.objects.create(
        key_id=claim.key_id,
        application=claim,
        on=by.today(),
        outcome=InterviewOutcome.MISSED,
        reason=f"Estaba enfermo. {family.sealed}",
        interpreter=interpreter,
        recorded_by=cast.lucia,
    )
