"""The reach of a permission."""

import uuid
from typing import NamedTuple

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import AccessSource, access_sources


class Reach(NamedTuple):
    """Through what a permission opens cases. Permissions with equal reach open the same cases."""

    team_ids: frozenset[uuid.UUID]
    office_ids: frozenset[uuid.UUID]
    sources: tuple[AccessSource, ...]


def reach_of(user: User, permission: Permission) -> Reach:
    """Returns the teams, whole offices and other sources through which `user` reaches cases."""
    return Reach(
        frozenset(user.team_ids(permission)),
        frozenset(user.office_ids(permission, whole_office=True)),
        tuple(source for source in access_sources if permission in source.permissions),
    )
