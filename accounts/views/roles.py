"""What each role is for and what it may do."""

from django.http import HttpResponse
from django.shortcuts import render

from accounts.access import StaffRequest, needs
from accounts.matrix import matrix
from accounts.permissions import Permission
from accounts.roles import ROLES


@needs(Permission.ACCOUNT_CHANGE)
def role_list(request: StaffRequest) -> HttpResponse:
    """Roles in plain words first, then as a table. Not secret: everybody may know who may do what."""
    return render(
        request, "accounts/roles.html", {"roles": list(ROLES.values()), "matrix": matrix()}
    )
