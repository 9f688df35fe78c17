"""What was put right in the papers of the family that is with legal aid, and what the authority said of it."""

from accounts.models import User
from asylum.papers.models.permit import Permit
from asylum.permits.corrections import correct_permit
from asylum.renunciation.actions import record_demand
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    if by != cast.ana or not family.case.legal_referrals.open().exists():
        return
    person = family.people[0]
    record_demand(
        person, is_asked=True, on=by.today(), remark=f"Lo dijo. {family.sealed}", by=cast.lucia
    )
    permit = Permit.objects.get(individual=person)
    names = ("type", "issued_on", "expires_on", "work_right")
    facts = {name: getattr(permit, name) for name in names}
    correct_permit(
        permit, **facts, number="SC2-2", reason=f"Mal leído. {family.sealed}", by=cast.lucia
    )
