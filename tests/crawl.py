"""Following links as each of the cast does, typing addresses, and the words that nobody of another world may meet."""

import html
import re
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import NamedTuple

import pytest
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from accounts.models import User
from casework.file import head
from config import urls
from tests.cast import Cast, as_
from tests.world import Family, Stage, Worlds

LINK = re.compile(r'(?:href|hx-get|action|formaction)="([^"#]+)"')
START = ["/", "/figures/", "/search/", "/api/v1/", "/account/", "/roles/", "/inbox/", "/due/"]
START += ["/placements/", "/pages/gallery"]
LEAVES = {"account_logout", "quick-exit", "session-end-others"}


@cache
def name_of(path: str) -> str:
    try:
        return resolve(path.split("?")[0]).url_name or ""
    except Resolver404:
        return ""


def kind_of(path: str) -> str:
    """The address' name; each part of a file is a kind of page of its own."""
    name = name_of(path)
    return path.rstrip("/").rsplit("/", 1)[-1] if name == "case-part" else name


def text_of(answer) -> str:
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return body.decode("utf-8", "replace") + str(dict(answer.headers))


def links(text: str) -> Iterable[str]:
    for link in LINK.findall(text):
        path = html.unescape(link)
        if path.startswith("/") and not path.startswith(("/static/", "//")):
            yield path


class Look(NamedTuple):
    """What somebody who opens an address gets, and where it sends them on."""

    status: int
    text: str
    location: str


def look_at(client: Client, path: str) -> Look:
    answer = client.get(path)
    return Look(answer.status_code, text_of(answer), answer.headers.get("Location", ""))


@contextmanager
def heads_looked_at_once() -> Iterator[None]:
    """A reader meets the same head of a file on each of its pages: it is made for the first and shown on all.

    Nothing may be written meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(head, "head_for_key", cache(head.head_for_key))
        yield


def follow(
    look: Callable[[str], Look],
    start: Iterable[str],
    *,
    of_a_kind: int,
    kind_of: Callable[[str], str] = kind_of,
) -> dict[str, str]:
    """The text of every page that links lead to from these on; of each kind so many."""
    seen: dict[str, str] = {}
    kinds: Counter[str] = Counter()
    waiting = deque(start)
    while waiting:
        path = waiting.popleft()
        kind = kind_of(path)
        if path in seen or kind in LEAVES or kinds[kind] == of_a_kind:
            continue
        kinds[kind] += 1
        status, seen[path], location = look(path)
        assert status < 500, path
        if location:
            waiting.append(location)
        waiting.extend(link for link in links(seen[path]) if link not in seen)
    return seen


def found(pages: dict[str, str], words: Iterable[str]) -> list[tuple[str, str]]:
    return [(path, word) for path, text in pages.items() for word in words if word in text]


def betrayals(worlds: Worlds) -> dict[str, list[str]]:
    """For each person the words that they must never meet."""
    norte = [worlds.norte.named, worlds.norte.sealed]
    sur = [worlds.sur.named, worlds.sur.sealed]
    hidden = [worlds.restricted.named, worlds.restricted.sealed, worlds.restricted.case.number]
    everything = [*norte, *sur, *hidden]
    return {
        "ana": [*sur, *hidden],
        "bruno": [*norte, *hidden],
        "carla": [*sur, *hidden, worlds.norte.sealed],
        "lucia": [*sur, *hidden],
        "luis": [*sur, *hidden],
        "sonia": [],
        "adela": everything,
        "aurelio": [word for word in everything if word != worlds.restricted.case.number],
        "mara": everything,
        "elvira": [*sur, *hidden, worlds.norte.sealed],
    }


def everybody(cast: Cast) -> dict[str, User]:
    """The cast and who screens for exclusion, whom the world of the north hired."""
    return {**cast.users, "elvira": User.objects.get(full_name="Elvira")}


def telling_paths(pages: dict[str, dict[str, str]], words: list[str]) -> set[str]:
    """Addresses that betray one of the words to somebody: of each kind as few as betray all that it betrays."""
    betrayed: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for seen in pages.values():
        for path, word in found(seen, words):
            betrayed[kind_of(path)][path].add(word)
    paths: set[str] = set()
    for telling in betrayed.values():
        told: set[str] = set()
        for path in sorted(telling, key=lambda path: -len(telling[path])):
            if telling[path] - told:
                told |= telling[path]
                paths.add(path)
    return paths


def crawl_only(
    user: User, paths: Iterable[str], look: Callable[[Client, str], Look] = look_at
) -> dict[str, str]:
    """The answers to these addresses, typed by hand or sent a form; what was typed may come back.

    "Not found" is looked at once as the person sees it, and then without its frame, which is the same each time.
    """
    client = as_(user)
    answers: dict[str, str] = {}
    with ExitStack() as without_frame:
        is_framed = True
        for path in sorted(path for path in paths if name_of(path) not in LEAVES):
            got = look(client, path)
            answers[path] = without_typed(got.text, path)
            if got.status == 404 and is_framed:
                without_frame.enter_context(bare_not_found())
                is_framed = False
    return answers


@contextmanager
def bare_not_found() -> Iterator[None]:
    """A page that is not found says what it was not found by, and nothing else."""

    def bare(request: HttpRequest, exception: Exception) -> HttpResponse:
        return HttpResponse(repr(exception), status=404)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(urls, "handler404", bare, raising=False)
        yield


def without_typed(text: str, path: str) -> str:
    """What an answer says beyond the address that was typed."""
    for typed in (path, *re.findall(r"A-\d{4}-\d{6}", path)):
        text = text.replace(typed, "")
    return text


def send(client: Client, path: str, data: dict[str, str]) -> Look:
    """What comes back when somebody sends this there; nothing of it stays."""
    with transaction.atomic():
        answer = client.post(path, data)
        look = Look(answer.status_code, text_of(answer), answer.headers.get("Location", ""))
        transaction.set_rollback(True)
    return look


def typed_again(family: Family) -> dict[str, str]:
    """The family's first person as a row of the grid."""
    return {
        "row-given_names": "Soraida",
        "row-family_names": family.named,
        "row-sex": "f",
        "row-document": "77001111",
    }


class Walk(NamedTuple):
    """What somebody meets who follows links: the text of each page, and the templates of those that are there."""

    pages: dict[str, str]
    templates: dict[str, set[str]]

    def documents(self) -> dict[str, str]:
        """The pages as a browser gets them, without the headers."""
        return {
            path: text.rpartition("</html>")[0] + "</html>" for path, text in self.pages.items()
        }


class Walks:
    """One page of each kind as each of the cast meets it; everybody walks once, when first asked for.

    A walk begins with the file of the family that its walker knows best, so its pages come before those of others.
    """

    def __init__(self) -> None:
        self.walked: dict[str, Walk] = {}

    def of(self, name: str, stage: Stage) -> Walk:
        if name not in self.walked:
            self.walked[name] = self._walk(everybody(stage.cast)[name], name, stage.worlds)
        return self.walked[name]

    @staticmethod
    def _walk(user: User, name: str, worlds: Worlds) -> Walk:
        client, templates = as_(user), {}

        def look(path: str) -> Look:
            answer = client.get(path)
            if answer.status_code == 200:
                templates[path] = {each.name for each in answer.templates if each.name}
            return Look(answer.status_code, text_of(answer), answer.headers.get("Location", ""))

        known = {"bruno": worlds.sur, "sonia": worlds.restricted}.get(name, worlds.norte)
        start = [
            reverse("case-detail", args=[known.case.number]),
            reverse("individual-detail", args=[known.people[0].number]),
            *START,
            reverse("placement-place", args=[known.case.pk]),
        ]
        with heads_looked_at_once():
            return Walk(follow(look, start, of_a_kind=1), templates)
