"""Records an exit of one person of each family, and the return."""

from accounts.models import User
from casework.exits.actions import record_exit, settle_exit
from casework.register.choices import ExitType
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    person, today = family.people[1], cast.cucuta.today()
    told = {"on": today, "by": by, "destination": f"Donde {family.named}"}
    leaving = record_exit(
        person, type=ExitType.ONWARD, risk_note=f"La buscan. {family.sealed}", **told
    )
    again = {"what": "back", "back_on": today, "by": by}
    settle_exit(leaving, reason=f"Está aquí. {family.sealed}", **again)
    settle_exit(leaving, what="mistake", reason=f"Volvió. {family.sealed}", by=by)
    # The family must be complete again, because other rooms add rows after this one.
    family.case.members.filter(individual=person).update(left_on=None)
