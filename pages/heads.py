"""The head above every page about one file. A higher floor fills it in; pages need not pass it."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest

from pages.slots import Slot

# Renders the head of the page's file; empty for a page about no file.
Head = Callable[[HttpRequest, Mapping[str, Any]], str]

page_heads: Slot[Head] = Slot("the head of a page about one file")


def head_of(request: HttpRequest | None, shown: Mapping[str, Any]) -> str:
    """The head from the first provider that recognises the page; `shown` is the page's context."""
    if request is None or not getattr(request, "user", None) or not request.user.is_authenticated:
        return ""
    return next((head for entry in page_heads if (head := entry(request, shown))), "")
