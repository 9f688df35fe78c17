"""What the frame of every page needs: the menu of what this person may do, and where its buttons lead."""

from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.module_loading import import_string


@dataclass(frozen=True)
class Entry:
    """One entry of the menu; `count` is what waits behind it, None where nothing is counted."""

    label: str | Promise
    url: str
    is_current: bool
    count: int | None = None


def chrome(request: HttpRequest) -> dict[str, Any]:
    """Context processor: `menu`, `urls`, and whether this is the demonstration.

    Made once per request: a page of many parts renders a template for each.
    """
    made: dict[str, Any] | None = getattr(request, "_chrome", None)
    if made is None:
        made = _chrome(request)
        request._chrome = made  # type: ignore[attr-defined]
    return made


def _chrome(request: HttpRequest) -> dict[str, Any]:
    user = getattr(request, "user", None)
    is_known = bool(user and user.is_authenticated)
    entries = menu(request) if is_known else []
    shown, rest = fold(entries)
    return {
        "menu": shown,
        "menu_rest": rest,
        "urls": {
            name: address(view)
            for name, view in settings.FRAME_URLS.items()
            if (is_known and _may(user, name)) or name not in settings.FRAME_PERMISSIONS
        },
        "is_demonstration": settings.MODE == "demonstration",
    }


def _may(user: Any, button: str) -> bool:
    permission = settings.FRAME_PERMISSIONS.get(button)
    return permission is None or permission in user.permissions_today()


def fold(entries: list[Entry]) -> tuple[list[Entry], list[Entry]]:
    """What stands in the menu, and what stands on the page of its last entry because the line is full.

    On a page of the rest that last entry is the current one.
    """
    if len(entries) <= settings.MENU_LENGTH:
        return entries, []
    *others, last = entries
    shown, rest = others[: settings.MENU_LENGTH - 1], others[settings.MENU_LENGTH - 1 :]
    is_current = last.is_current or any(entry.is_current for entry in rest)
    return [*shown, replace(last, is_current=is_current)], rest


def menu(request: HttpRequest) -> list[Entry]:
    """The entries of NAVIGATION whose permission the user holds today, the longest matching one current."""
    permissions = request.user.permissions_today()  # type: ignore[union-attr]
    navigation: list[tuple[Any, ...]] = settings.NAVIGATION
    rows: list[tuple[Any, str, Any]] = [
        (label, address(name), import_string(rest[0])(request.user) if rest else None)
        for label, name, permission, *rest in navigation
        if permission in permissions
    ]
    matches = [url for _label, url, _count in rows if _lies_under(request.path, url)]
    current = max(matches, key=len, default="")
    return [Entry(label, url, url == current, count) for label, url, count in rows]


def _lies_under(path: str, url: str) -> bool:
    url = url.partition("?")[0]
    return path == url or (url != "/" and path.startswith(url))


def address(view: str, *keys: object) -> str:
    """The view's address with the filters that follow its name, or nothing where this installation lacks it."""
    name, mark, filters = view.partition("?")
    try:
        return reverse(name, args=keys) + mark + filters
    except NoReverseMatch:
        return ""
