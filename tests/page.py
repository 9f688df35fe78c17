"""A page as its reader meets it: what stands on it, not how it is marked up."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from typing import Any

VOID = {
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source",
    "track", "wbr",
}  # fmt: skip
UNSEEN = {"head", "script", "style", "template"}
# Within a line these do not part two words; every other element does.
INLINE = {
    "a", "abbr", "b", "bdi", "cite", "code", "data", "em", "i", "mark", "q", "s", "small",
    "span", "strong", "sub", "sup", "time", "u",
}  # fmt: skip


@dataclass
class Element:
    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list["Element | str"] = field(default_factory=list)

    def all(self, *tags: str) -> Iterator["Element"]:
        """Every element of these tags below this one, in the order of the page."""
        for child in self.children:
            if isinstance(child, Element):
                if child.tag in tags:
                    yield child
                yield from child.all(*tags)

    def where(self, name: str, value: str | None = None) -> Iterator["Element"]:
        """Every element below with this attribute or, with `value`, this word in it."""
        for child in self.children:
            if isinstance(child, Element):
                if name in child.attributes and value in (None, *child.attributes[name].split()):
                    yield child
                yield from child.where(name, value)

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()

    @property
    def is_unseen(self) -> bool:
        said = self.attributes
        return self.tag in UNSEEN or "hidden" in said or said.get("aria-hidden") == "true"

    @property
    def text(self) -> str:
        """What is read out, with single blanks: without tags and without what is there for the eye alone."""
        return " ".join("".join(self._pieces()).split())

    def _pieces(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif not child.is_unseen:
                gap = "" if child.tag in INLINE else " "
                yield gap
                yield from child._pieces()
                yield gap


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [Element("page")]

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attributes})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(
            Element(tag, {name: value or "" for name, value in attributes})
        )

    def handle_endtag(self, tag: str) -> None:
        for at in range(len(self.open) - 1, 0, -1):
            if self.open[at].tag == tag:
                del self.open[at:]
                return

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


class Page:
    """What an answer shows. `source` is the answer itself, for what must stand nowhere in it."""

    def __init__(self, root: Element, source: str) -> None:
        self.root = root
        self.source = source

    def __repr__(self) -> str:
        return f"<Page {self.text!r}>"

    @cached_property
    def text(self) -> str:
        return self.root.text

    def says(self, *texts: str) -> bool:
        """Whether a reader finds all of them."""
        return all(" ".join(text.split()) in self.text for text in texts)

    def holds(self, text: str) -> bool:
        """Whether it stands anywhere at all, in an address or a field too: for what is to be kept from a reader."""
        return text in self.source

    @property
    def heading(self) -> str:
        return next((each.text for each in self.root.all("h1")), "")

    @cached_property
    def rows(self) -> list[dict[str, str]]:
        """The rows of all tables, each cell by the heading of its column."""
        return [row for table in self.root.all("table") for row in _rows(table)]

    def column(self, heading: str) -> list[str]:
        """What all rows that have such a column hold in it."""
        return [row[heading] for row in self.rows if heading in row]

    @property
    def refusals(self) -> list[str]:
        """What the summary of errors above a form says."""
        return [
            line.text
            for summary in self.root.where("data-error-summary")
            for line in summary.all("li")
        ]

    @property
    def messages(self) -> list[str]:
        """What was said about the request before."""
        return [line.text for line in self.root.where("class", "message")]

    @property
    def warnings(self) -> list[str]:
        """What the boxes say that warn of something."""
        return [box.text for box in self.root.where("class", "notice") if "warn" in box.classes]

    @property
    def pictures(self) -> list[str]:
        """The addresses of its pictures."""
        return [each.attributes["src"] for each in self.root.all("img") if "src" in each.attributes]

    @cached_property
    def links(self) -> dict[str, str]:
        """The words of each link by its address."""
        return {a.attributes["href"]: a.text for a in self.root.all("a") if "href" in a.attributes}

    @property
    def sends_to(self) -> list[str]:
        """The addresses that its forms and buttons send to."""
        forms = (form.attributes.get("action") for form in self.root.all("form"))
        buttons = (button.attributes.get("formaction") for button in self.root.all("button"))
        return [address for address in (*forms, *buttons) if address]

    def every_fact(self, term: str) -> list[str]:
        """What the lists of facts say under this term, in the order of the page."""
        said, under = [], ""
        for each in self.root.all("dt", "dd"):
            if each.tag == "dt":
                under = each.text
            elif under == term:
                said.append(each.text)
        return said

    @cached_property
    def fields(self) -> dict[str, str]:
        """What a browser would send if the forms of the page's content were sent untouched.

        A field of several values gives the last of them."""
        main = next(self.root.all("main"), self.root)
        sent = {}
        for control in main.all("input", "select", "textarea"):
            name, value = control.attributes.get("name"), _value(control)
            if name and value is not None and "disabled" not in control.attributes:
                sent[name] = value
        return sent

    def offered(self, name: str) -> list[str]:
        """Every value that the controls of this name can send, options and buttons too."""
        found = []
        for control in self.root.all("input", "select", "textarea", "button"):
            if control.attributes.get("name") == name:
                options = list(control.all("option")) or [control]
                found += [each.attributes.get("value", each.text) for each in options]
        return found

    def part(self, id: str) -> "Page":
        """The part of the page with this `id`. Raises LookupError where there is none."""
        for element in self.root.where("id", id):
            return Page(element, _source(element))
        raise LookupError(id)


def page_of(answer: Any, *, whatever_status: bool = False) -> Page:
    """The page that an answer of the test client or a text holds. Fails for one that is not 200.

    Where it does not matter for what is looked for, `whatever_status` takes others too."""
    if not isinstance(answer, str):
        assert whatever_status or answer.status_code == 200, (
            f"{answer.status_code} {answer.headers.get('Location', '')}"
        )
        answer = answer.content.decode()
    reader = _Reader()
    reader.feed(answer)
    reader.close()
    return Page(reader.open[0], answer)


def _rows(table: Element) -> Iterator[dict[str, str]]:
    heads = [head.text for part in table.all("thead") for head in part.all("th")]
    for body in table.all("tbody"):
        for row in body.all("tr"):
            cells = [cell for cell in row.children if isinstance(cell, Element)]
            spread = [cell.text for cell in cells for _ in range(_columns(cell))]
            yield dict(zip(heads, spread, strict=False))


def _columns(cell: Element) -> int:
    return int(cell.attributes.get("colspan", 1))


def _value(control: Element) -> str | None:
    """What a browser sends for it; None for what it leaves out."""
    said = control.attributes
    if control.tag == "textarea":
        return "".join(child for child in control.children if isinstance(child, str)).lstrip("\n")
    if control.tag == "select":
        options = list(control.all("option"))
        chosen = [option for option in options if "selected" in option.attributes]
        if not chosen and "multiple" not in said:
            chosen = options[:1]
        return chosen[-1].attributes.get("value", chosen[-1].text) if chosen else None
    if said.get("type") in {"checkbox", "radio"} and "checked" not in said:
        return None
    if said.get("type") in {"submit", "button", "file"}:
        return None
    return said.get("value", "")


def _source(element: Element) -> str:
    """All text and all values of attributes, whether anybody sees them or not."""
    pieces = list(element.attributes.values())
    for child in element.children:
        pieces.append(child if isinstance(child, str) else _source(child))
    return " ".join(pieces)
