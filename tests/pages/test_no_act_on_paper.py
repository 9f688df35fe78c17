"""A page that is printed says what is on file: what could be done about it next stays on the screen."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse

from pages.stylesheet import stylesheet
from tests.cast import as_
from tests.crawl import START, Look, follow, heads_looked_at_once, kind_of, name_of, text_of
from tests.page import Element, Page, page_of
from tests.story.test_every_page_passes_axe import NO_PAGE
from tests.world import Stage

# What leaves a sheet, as the styles say.
CLASSES = {"actions", "act", "tools", "button", "chips", "pick", "drop", "messages", "top", "foot"}
TAGS = {"nav", "button", "dialog"}
# Pages that bear no button to print and are printed all the same.
TAKEN_ALONG = {"renunciation-detail", "permit-detail"}


def on_paper(element: Element) -> Iterator[Element]:
    for child in element.children:
        if not isinstance(child, Element) or child.tag in TAGS or child.is_unseen:
            continue
        if CLASSES.isdisjoint(child.classes) and not leaves(child):
            yield child
            yield from on_paper(child)


def leaves(element: Element) -> bool:
    """A part that is folded, and a link whose words only who listens hears."""
    if element.tag == "details":
        return "open" not in element.attributes and "part" not in element.classes
    return element.tag == "a" and any("hidden" in each.classes for each in element.all("span"))


def is_printed(kind: str, answer: Any) -> bool:
    bears_the_button = not answer.streaming and b"data-print" in answer.content
    return bears_the_button or kind in TAKEN_ALONG


@pytest.mark.long(of="looks")
@pytest.mark.django_db
@pytest.mark.parametrize("name", ["ana", "carla", "lucia", "sonia"])
def test_no_page_that_is_printed_shows_what_could_be_done_next(stage: Stage, name: str) -> None:
    client = as_(stage.cast.users[name])
    printed: dict[str, Page] = {}
    acts: set[str] = set()

    def look(path: str) -> Look:
        if name_of(path) in NO_PAGE:
            return Look(404, "", "")
        answer = client.get(path)
        if answer.context and "cancel_url" in answer.context:
            acts.add(kind_of(path))
        elif answer.status_code == 200 and is_printed(kind_of(path), answer):
            printed[path] = page_of(answer)
        return Look(answer.status_code, text_of(answer), answer.headers.get("Location", ""))

    file_of_the_north = reverse("case-detail", args=[stage.worlds.norte.case.number])
    with heads_looked_at_once():
        follow(look, [file_of_the_north, *START], of_a_kind=1)
    assert printed
    assert acts
    shown = {
        (kind_of(path), kind_of(link.attributes["href"]), link.text)
        for path, page in printed.items()
        for main in page.root.all("main")
        for link in on_paper(main)
        if link.tag == "a" and kind_of(link.attributes.get("href", "")) in acts
    }
    assert shown == set()


def test_what_leaves_a_sheet_is_what_the_styles_say():
    printed = stylesheet().split("@media print", 1)[1]
    assert all(f".{name}" in printed for name in CLASSES)
    assert all(name in printed for name in TAGS)
