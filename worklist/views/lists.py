"""All lists by room, including those that do not fit the menu."""

from django.http import HttpResponse
from django.shortcuts import render

from accounts.access import StaffRequest, needs
from accounts.permissions import Permission
from pages.context import rooms


@needs(Permission.INBOX_READ)
def list_index(request: StaffRequest) -> HttpResponse:
    """Every page of settings.ROOMS whose permission the user holds; a room without any is left out."""
    found = rooms(request.user.permissions_today(), request.path)
    return render(request, "worklist/list_index.html", {"rooms": found})
