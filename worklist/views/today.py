"""Today: what each person needs to know first."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.module_loading import import_string

from accounts.access import needs
from accounts.permissions import Permission


@dataclass(frozen=True)
class ShownBlock:
    """A block with what its template needs."""

    slug: str
    title: str
    template: str
    context: dict[str, Any]


@needs(Permission.INBOX_READ)
def today(request: HttpRequest) -> HttpResponse:
    """The blocks of settings.TODAY_BLOCKS whose permission the reader holds, in that order.

    Each entry has `slug`, `title`, `permission`, `template` and `context(user)`; a context of None
    leaves the block out.
    """
    user = request.user
    blocks = []
    for block in map(import_string, settings.TODAY_BLOCKS):
        if user.holds(block.permission) and (context := block.context(user)) is not None:
            blocks.append(ShownBlock(block.slug, block.title, block.template, context))
    return render(request, "worklist/today.html", {"blocks": blocks, "day": user.today()})
