"""What the world of the family that is with legal aid holds of the flight."""

from accounts.models import User
from asylum.flight.actions import record_flight
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    if by != cast.ana or not family.case.legal_referrals.open().exists():
        return
    first = record_flight(
        family.people[0],
        told_on=by.today(),
        circumstances=f"Salió de noche. {family.sealed}flight",
        past_events=f"Antes. {family.sealed}flight",
        by=cast.lucia,
    )
    record_flight(
        family.people[0],
        told_on=by.today(),
        circumstances=f"Salió de madrugada. {family.sealed}flight",
        past_events=f"Antes. {family.sealed}flight",
        corrects=first,
        by=cast.lucia,
    )
