"""An interview that the person of the family with legal aid missed, and who would have interpreted."""

from accounts.models import User
from asylum.interviews.actions import add_interpreter
from asylum.interviews.choices import InterviewOutcome
from asylum.interviews.models import ClaimInterview
from asylum.models import AsylumApplication
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
    ClaimInterview.objects.create(
        key_id=claim.key_id,
        application=claim,
        on=by.today(),
        outcome=InterviewOutcome.MISSED,
        reason=f"Estaba enfermo. {family.sealed}",
        interpreter=interpreter,
        recorded_by=cast.lucia,
    )
