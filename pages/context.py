"""What the frame of every page needs: the rooms of the menu and their lists, the first act, where the buttons lead."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.module_loading import import_string


@dataclass(frozen=True)
class Entry:
    """One page of a room; `about` says what it is for."""

    label: str | Promise
    url: str
    is_current: bool
    about: str | Promise = ""


@dataclass(frozen=True)
class Room:
    """What belongs together: an entry of the menu, which leads to the first of its pages."""

    label: str | Promise
    pages: list[Entry]

    @property
    def url(self) -> str:
        return self.pages[0].url

    @property
    def is_current(self) -> bool:
        return any(page.is_current for page in self.pages)

    @property
    def row(self) -> list[Entry]:
        """As many of its pages as stand in one row; the one somebody is on stands there too."""
        shown = self.pages[: settings.ROW_LENGTH]
        return [*shown, *(page for page in self.pages[settings.ROW_LENGTH :] if page.is_current)]


@dataclass(frozen=True)
class Act:
    """What a role does first: the one filled button of the frame."""

    label: str | Promise
    url: str


def chrome(request: HttpRequest) -> dict[str, Any]:
    """Context processor: `menu`, `menu_rest`, `lists`, `first_act`, `waiting`, `urls`, whether this is the demonstration.

    Made once per request: a page of many parts renders a template for each.
    """
    made: dict[str, Any] | None = getattr(request, "_chrome", None)
    if made is None:
        made = _chrome(request)
        request._chrome = made  # type: ignore[attr-defined]
    return made


def _chrome(request: HttpRequest) -> dict[str, Any]:
    user: Any = getattr(request, "user", None)
    permissions = user.permissions_today() if user and user.is_authenticated else None
    found = [] if permissions is None else rooms(permissions, request.path)
    return {
        "menu": found[: settings.MENU_LENGTH],
        "menu_rest": found[settings.MENU_LENGTH :],
        "lists": lists_beside(found, request.path),
        "first_act": None if permissions is None else first_act(permissions),
        "waiting": 0 if permissions is None else import_string(settings.BELL)(user),
        "urls": {
            name: address(view)
            for name, view in settings.FRAME_URLS.items()
            if name not in settings.FRAME_PERMISSIONS
            or (permissions and settings.FRAME_PERMISSIONS[name] in permissions)
        },
        "is_demonstration": settings.MODE == "demonstration",
    }


def rooms(permissions: Collection[str], path: str) -> list[Room]:
    """The rooms of settings.ROOMS of which these permissions show a page, the longest address that fits current."""
    rows = [
        (label, [(page[0], address(page[1]), page[3]) for page in pages if page[2] in permissions])
        for label, pages in settings.ROOMS
    ]
    fitting = [
        url for _label, pages in rows for _name, url, _about in pages if _lies_under(path, url)
    ]
    current = max(fitting, key=len, default="")
    return [
        Room(label, [Entry(name, url, url == current, about) for name, url, about in pages])
        for label, pages in rows
        if pages
    ]


def lists_beside(found: list[Room], path: str) -> Room | None:
    """The room whose lists stand in a row above this page: on a page of the room itself, where it has several."""
    for room in found:
        for page in room.pages:
            if page.is_current and page.url.partition("?")[0] == path and len(room.pages) > 1:
                return room
    return None


def first_act(permissions: Collection[str]) -> Act | None:
    """The first of settings.FIRST_ACTS that these permissions allow."""
    for label, view, permission in settings.FIRST_ACTS:
        if permission in permissions:
            return Act(label, address(view))
    return None


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
