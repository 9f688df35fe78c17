"""All lists by subject: what does not fit the menu is found here."""

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from accounts.access import StaffRequest, needs
from accounts.permissions import Permission


@needs(Permission.INBOX_READ)
def list_index(request: StaffRequest) -> HttpResponse:
    """The entries of settings.LIST_INDEX whose permission the reader holds; a subject without any is left out."""
    groups: list[tuple[Any, list[tuple[Any, str, Any]]]] = []
    for subject, entries in settings.LIST_INDEX:
        lines = [
            (label, reverse(name), sentence)
            for label, name, permission, sentence in entries
            if request.user.holds(Permission(permission))
        ]
        if lines:
            groups.append((subject, lines))
    return render(request, "worklist/list_index.html", {"groups": groups})
