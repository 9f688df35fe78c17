"""The page of roles and their permissions."""

from django.http import HttpResponse
from django.shortcuts import render

from accounts.access import StaffRequest, permission_required
from accounts.matrix import matrix
from accounts.permissions import Permission
from accounts.roles import ROLES


@permission_required(Permission.ACCOUNT_CHANGE)
def role_list(request: StaffRequest) -> HttpResponse:
    """Descriptions of the roles, then the table of permissions, for every user."""
    return render(
        request, "accounts/roles.html", {"roles": list(ROLES.values()), "matrix": matrix()}
    )
