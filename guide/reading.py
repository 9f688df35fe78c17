"""Reads pages of the guide from their Markdown files, and searches them."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from mdit_py_plugins.attrs import attrs_block_plugin

from guide.contents import FOR_EVERYBODY, SLUGS

FOLDER = Path(__file__).parent
MARKDOWN = (
    MarkdownIt("commonmark", {"html": False})
    .enable("table")
    .use(attrs_block_plugin, allowed=("id",))
)
LABELLED_BY = "labelled_by"


def _render_table_open(
    _self: RendererHTML, tokens: Sequence[Token], index: int, _options: OptionsDict, _env: EnvType
) -> str:
    """Opens a region around a table, so that a wide one scrolls sideways on a phone and by keyboard."""
    heading = tokens[index].meta[LABELLED_BY]
    return f'<div class="scroll" tabindex="0" role="region" aria-labelledby="{heading}">\n<table>\n'


def _render_table_close(
    _self: RendererHTML, _tokens: Sequence[Token], _index: int, _options: OptionsDict, _env: EnvType
) -> str:
    return "</table>\n</div>\n"


MARKDOWN.add_render_rule("table_open", _render_table_open)
MARKDOWN.add_render_rule("table_close", _render_table_close)
WORD = re.compile(r"\w+")
GUIDE_LINK = re.compile(r'href="/help/([\w-]+)/')
# Limits of what a search shows.
MOST_RESULTS = 12
EXCERPT_LENGTH = 220
# A shorter paragraph is a heading of a column or a cell of a table.
SHORTEST_SENTENCE = 40


class NoSuchPageError(LookupError):
    """The guide has no page of this name."""


@dataclass(frozen=True)
class GuideSection:
    """The text below one heading. `anchor` is its URL fragment, empty for the text before the first heading."""

    anchor: str
    heading: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True)
class Page:
    """One page in one language. `html` is the content below the title and the summary."""

    slug: str
    title: str
    summary: str
    html: SafeString
    sections: tuple[GuideSection, ...]

    @property
    def url(self) -> str:
        return reverse("guide-page", args=[self.slug])

    @property
    def headings(self) -> list[GuideSection]:
        """The sections with a URL fragment."""
        return [section for section in self.sections if section.anchor]


@dataclass(frozen=True)
class SearchResult:
    """A section that contains every word of a search, and the paragraph that fits best."""

    page: Page
    section: GuideSection
    excerpt: str

    @property
    def url(self) -> str:
        return f"{self.page.url}#{self.section.anchor}" if self.section.anchor else self.page.url


def get_page(slug: str, language: str) -> Page:
    """Returns the page with this slug, in English if the guide has no folder for the language.

    Raises NoSuchPageError for a slug that is in no chapter."""
    if slug not in SLUGS:
        raise NoSuchPageError(slug)
    folder = FOLDER / language
    path = (folder if folder.is_dir() else FOLDER / "en") / f"{slug}.md"
    return _read(path, path.stat().st_mtime_ns)


def get_pages(slugs: Sequence[str], language: str) -> list[Page]:
    return [get_page(slug, language) for slug in slugs]


def pages_for_training(slug: str, language: str) -> list[Page]:
    """The pages printed for a training: a role's first day (`slug`), the pages to which it links, and FOR_EVERYBODY."""
    first = get_page(slug, language)
    leads_to = [each for each in GUIDE_LINK.findall(first.html) if each in SLUGS]
    return get_pages(list(dict.fromkeys([slug, *leads_to, *FOR_EVERYBODY])), language)


@lru_cache(maxsize=2 * len(SLUGS))
def _read(path: Path, changed: int) -> Page:
    """Parses a file. `changed` is its modification time, part of the cache key, so that a changed file is parsed again."""
    tokens = MARKDOWN.parse(path.read_text(encoding="utf-8"))
    title, summary, body = _words_of(tokens[1]), _words_of(tokens[4]), tokens[6:]
    anchor = ""
    for token in body:
        if token.type == "heading_open":
            anchor = str(token.attrs.get("id", ""))
        elif token.type == "table_open":
            token.meta[LABELLED_BY] = anchor
        for inner in token.children or []:
            _resolve_link(inner)
    html = MARKDOWN.renderer.render(body, MARKDOWN.options, {})
    sections = tuple(_sections(title, body))
    return Page(path.stem, title, summary, mark_safe(html), sections)  # noqa: S308 - our own files, no HTML in them


def _resolve_link(token: Token) -> None:
    """Replaces links to other Markdown files by URLs of their pages, and names of pictures by URLs of static files."""
    if token.type == "link_open":
        target = str(token.attrs["href"])
        name, mark, anchor = target.partition("#")
        if name.endswith(".md"):
            token.attrs["href"] = (
                reverse("guide-page", args=[name.removesuffix(".md")]) + mark + anchor
            )
    elif token.type == "image":
        token.attrs["src"] = static(f"guide/{token.attrs['src']}")


def _sections(title: str, body: Sequence[Token]) -> Iterator[GuideSection]:
    anchor, heading = "", title
    paragraphs: list[str] = []
    in_heading = False
    for token in body:
        if token.type == "heading_open":
            yield GuideSection(anchor, heading, tuple(paragraphs))
            anchor, heading, paragraphs, in_heading = str(token.attrs.get("id", "")), "", [], True
        elif token.type == "inline":
            words = _words_of(token)
            if in_heading:
                heading, in_heading = words, False
            else:
                paragraphs.append(words)
    yield GuideSection(anchor, heading, tuple(paragraphs))


def _words_of(token: Token) -> str:
    """The text of a line without Markdown signs and targets of links."""
    parts = (
        " " if inner.type in {"softbreak", "hardbreak"} else inner.content
        for inner in token.children or []
    )
    return "".join(parts).strip()


def search(text: str, language: str) -> list[SearchResult]:
    """Returns sections in which every word of `text` begins a word; those with the words in a heading come first.

    Accents, capitals and an s at the end make no difference: *llegadas* finds *llegada*.
    """
    stems = [_stem(word) for word in WORD.findall(_plain(text))]
    if not stems:
        return []
    ranked: list[tuple[int, SearchResult]] = []
    for page in get_pages(SLUGS, language):
        for section in page.sections:
            if found := _find(stems, page, section):
                ranked.append(found)
    ranked.sort(key=lambda each: each[0])
    return [found for _rank, found in ranked[:MOST_RESULTS]]


def _find(
    stems: Sequence[str], page: Page, section: GuideSection
) -> tuple[int, SearchResult] | None:
    in_title = _stems_in(stems, page.title if not section.anchor else "")
    in_heading = _stems_in(stems, section.heading)
    everything = " ".join((page.title, section.heading, *section.paragraphs))
    if _stems_in(stems, everything) != set(stems):
        return None
    rank = -2 * len(in_title) - len(in_heading)
    elsewhere = [stem for stem in stems if stem not in in_heading]
    best = max(
        section.paragraphs,
        key=lambda each: (len(_stems_in(elsewhere, each)), len(each) > SHORTEST_SENTENCE),
        default=page.summary,
    )
    return rank, SearchResult(page, section, _shortened(best))


def _stems_in(stems: Sequence[str], text: str) -> set[str]:
    words = WORD.findall(_plain(text))
    return {stem for stem in stems if any(word.startswith(stem) for word in words)}


def _shortened(paragraph: str) -> str:
    if len(paragraph) <= EXCERPT_LENGTH:
        return paragraph
    return paragraph[:EXCERPT_LENGTH].rsplit(" ", 1)[0] + " …"


def _plain(text: str) -> str:
    """The text in lower case, without accents."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def _stem(word: str) -> str:
    """The word without a plural ending of Spanish or English."""
    for ending in ("es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word
