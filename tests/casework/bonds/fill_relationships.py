"""A mother and her son must not share a room, with a reason that few may read. That she is his mother was kept as another became
the principal."""

from accounts.models import User
from casework.bonds.actions import relate
from casework.bonds.choices import Bond
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    mother, son = family.people[:2]
    relate(son, other=mother, kind=Bond.APART, reason=f"Porque {family.sealed}", by=by)
