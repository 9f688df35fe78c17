"""Which sites a permission reaches.

A role that may place people without seeing every case of the office runs sites: its grants reach only the sites of the
user's postings. Every other grant reaches all sites of its office.
"""

import uuid

from accounts.models import User
from accounts.permissions import Permission
from accounts.roles import ROLES, Role


def runs_sites(role: Role | str) -> bool:
    """Whether a grant of this role reaches only the sites of its postings."""
    described = ROLES[Role(role)]
    return Permission.PLACEMENT_CHANGE in described.permissions and not described.sees_all_cases


def office_ids(user: User, permission: Permission, *, posted: bool) -> set[uuid.UUID]:
    """Offices where the user holds `permission`: if `posted`, by grants limited to posted sites, otherwise by other grants."""
    if not user.is_authenticated:
        return set()
    return {
        grant.office_id
        for grant in user.grants_today
        if permission in ROLES[Role(grant.role)].permissions and runs_sites(grant.role) is posted
    }
