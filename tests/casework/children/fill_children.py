"""Somebody at home cares for the family's son, and the authority was told of him."""

from accounts.models import User
from casework.children.actions import record_caregiver, tell_authority
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    child, today = family.people[1], cast.cucuta.today()
    record_caregiver(
        child,
        kind="host",
        name=f"Vecina de {family.named}",
        reached_by=f"Por {family.sealed}",
        may_sign="yes",
        act=f"Acta {family.sealed}",
        starts_on=today,
        by=by,
    )
    tell_authority(
        child,
        on=today,
        authority=f"ICBF {family.sealed}",
        reference=family.sealed,
        note=family.sealed,
        by=by,
    )
