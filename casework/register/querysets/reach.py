"""The teams, offices and other sources through which a permission opens cases."""

import uuid
from typing import NamedTuple

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import AccessSource, access_sources


class Reach(NamedTuple):
    """What a permission of one user gives access to. Permissions with equal reach open the same cases."""

    team_ids: frozenset[uuid.UUID]
    office_ids: frozenset[uuid.UUID]
    sources: tuple[AccessSource, ...]


def reach_of(user: User, permission: Permission) -> Reach:
    """Returns the reach of `user` with this permission."""
    return Reach(
        frozenset(user.team_ids(permission)),
        frozenset(user.office_ids(permission, whole_office=True)),
        tuple(source for source in access_sources if permission in source.permissions),
    )
