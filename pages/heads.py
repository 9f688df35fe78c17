"""What stands above every page about one file. The floor that knows the files fills it in; a page says nothing of it."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest

from pages.slots import Slot

# The head of the file that a page is about, as a piece of the page; nothing for a page about no file.
Head = Callable[[HttpRequest, Mapping[str, Any]], str]

page_heads: Slot[Head] = Slot("the head of a page about one file")


def head_of(request: HttpRequest | None, shown: Mapping[str, Any]) -> str:
    """What the first that knows this page says of it; `shown` is what the page was given."""
    if request is None or not getattr(request, "user", None) or not request.user.is_authenticated:
        return ""
    return next((head for entry in page_heads if (head := entry(request, shown))), "")
