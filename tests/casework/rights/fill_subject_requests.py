"""Records requests about own data of each family."""

from accounts.models import User
from casework.claims.choices import SubjectRequestKind
from casework.rights.actions import record_subject_request
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    record_subject_request(
        family.people[0],
        kind=SubjectRequestKind.ACCESS,
        received_on=by.today(),
        asked=f"Quiere saber qué se guarda. {family.sealed}",
        by=by,
    )
    claim = record_subject_request(
        family.people[0], kind=SubjectRequestKind.CORRECTION, received_on=by.today(), by=by
    )
    claim.missing = f"Qué nombre es. {family.sealed}"
    claim.save(update_fields=["missing"])
