"""Context processor for what surrounds every page: menu, bell, first act, and URLs of buttons."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import NoReverseMatch, get_urlconf
from django.utils.functional import Promise
from django.utils.module_loading import import_string

from pages.addresses import fast_reverse


@dataclass(frozen=True)
class MenuPage:
    """A link to one page of a room; `about` describes the page."""

    label: str | Promise
    url: str
    is_current: bool
    about: str | Promise = ""


@dataclass(frozen=True)
class MenuRoom:
    """An entry of the menu with its pages; it links to the first of them."""

    label: str | Promise
    pages: list[MenuPage]

    @property
    def url(self) -> str:
        return self.pages[0].url

    @property
    def is_current(self) -> bool:
        return any(page.is_current for page in self.pages)

    @property
    def row(self) -> list[MenuPage]:
        """The pages that fit in one row on a laptop, always including the current one."""
        current = [page for page in self.pages if page.is_current]
        left = settings.ROW_LETTERS - sum(map(_width, current))
        shown: list[MenuPage] = []
        for page in self.pages[: settings.ROW_LENGTH]:
            left -= 0 if page.is_current else _width(page)
            if left < 0:
                break
            shown.append(page)
        return [*shown, *(page for page in current if page not in shown)]


def _width(page: MenuPage) -> int:
    return len(str(page.label)) + GAP


@dataclass(frozen=True)
class FirstAct:
    """The button for the most usual action of the user's role, on every page."""

    label: str | Promise
    url: str


# The width of the gap between two links of a row, in letters.
GAP = 4
# The bell shows higher numbers as "99+".
MOST_WAITING = 99


def frame_context(request: HttpRequest) -> dict[str, Any]:
    """Context processor: `menu`, `menu_rest`, `menu_of`, `lists`, `first_act`, `waiting`, `urls`, `is_demonstration`.

    Computed once per request, because a page may render many templates with it.
    """
    context: dict[str, Any] | None = getattr(request, "_frame_context", None)
    if context is None:
        context = _frame_context(request)
        request._frame_context = context  # type: ignore[attr-defined]
    return context


def _frame_context(request: HttpRequest) -> dict[str, Any]:
    user: Any = getattr(request, "user", None)
    permissions = user.permissions_today() if user and user.is_authenticated else None
    menu_rooms = () if permissions is None else rooms(permissions, request.path)
    return {
        "menu_of": "" if permissions is None else _menu_id(user, menu_rooms),
        "menu": menu_rooms[: settings.MENU_LENGTH],
        "menu_rest": menu_rooms[settings.MENU_LENGTH :],
        "lists": room_with_lists(menu_rooms, request.path),
        "first_act": None if permissions is None else first_act(permissions),
        "waiting": 0 if permissions is None else _waiting(user),
        "urls": {
            name: address(view)
            for name, view in settings.FRAME_URLS.items()
            if name not in settings.FRAME_PERMISSIONS
            or (permissions and settings.FRAME_PERMISSIONS[name] in permissions)
        },
        "is_demonstration": settings.MODE == "demonstration",
    }


def _waiting(user: Any) -> int | str:
    number: int = import_string(settings.BELL)(user)
    return number if number <= MOST_WAITING else f"{MOST_WAITING}+"


def _menu_id(user: Any, menu_rooms: Sequence[MenuRoom]) -> str:
    """The cache key of rendered parts of the menu, beside the language."""
    current = next((room.url for room in menu_rooms if room.is_current), "")
    return f"{','.join(user.roles_today())} {current}"


def rooms(permissions: Collection[str], path: str) -> tuple[MenuRoom, ...]:
    """The rooms of settings.ROOMS with a page for these permissions. The page with the longest matching URL is current."""
    held_permissions = frozenset(permissions)
    urls = [page.url for room in _rooms(held_permissions, "", get_urlconf()) for page in room.pages]
    current = max((url for url in urls if _is_at_or_below(path, url)), key=len, default="")
    return _rooms(held_permissions, current, get_urlconf())


@lru_cache(maxsize=500)
def _rooms(permissions: frozenset[str], current: str, urlconf: Any) -> tuple[MenuRoom, ...]:
    """The rooms; the page with the URL `current` is the current one. Labels stay lazy, so that the cache fits each language."""
    menu_rooms = []
    for label, pages in settings.ROOMS:
        allowed = [(page, address(page[1])) for page in pages if page[2] in permissions]
        if allowed:
            entries = [MenuPage(page[0], url, url == current, page[3]) for page, url in allowed]
            menu_rooms.append(MenuRoom(label, entries))
    return tuple(menu_rooms)


def room_with_lists(menu_rooms: Sequence[MenuRoom], path: str) -> MenuRoom | None:
    """The room whose pages are linked in a row above this page; None if `path` is no page of a room with several pages."""
    for room in menu_rooms:
        for page in room.pages:
            if page.is_current and page.url.partition("?")[0] == path and len(room.pages) > 1:
                return room
    return None


def first_act(permissions: Collection[str]) -> FirstAct | None:
    """The first of settings.FIRST_ACTS that these permissions allow."""
    for label, view, permission in settings.FIRST_ACTS:
        if permission in permissions:
            return FirstAct(label, address(view))
    return None


def _is_at_or_below(path: str, url: str) -> bool:
    url = url.partition("?")[0]
    return path == url or (url != "/" and path.startswith(url))


def address(view: str, *keys: object) -> str:
    """The URL of "name?filters"; empty if no view has this name."""
    name, mark, filters = view.partition("?")
    try:
        return fast_reverse(name, *keys) + mark + filters
    except NoReverseMatch:
        return ""
