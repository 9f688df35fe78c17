"""Reads a page of the guide out of its Markdown file, and finds words in all of them."""

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


def _table_opens(
    _self: RendererHTML, tokens: Sequence[Token], at: int, _options: OptionsDict, _env: EnvType
) -> str:
    """A wide table moves sideways on a phone, and the keyboard reaches it."""
    heading = tokens[at].meta[LABELLED_BY]
    return f'<div class="scroll" tabindex="0" role="region" aria-labelledby="{heading}">\n<table>\n'


def _table_closes(
    _self: RendererHTML, _tokens: Sequence[Token], _at: int, _options: OptionsDict, _env: EnvType
) -> str:
    return "</table>\n</div>\n"


MARKDOWN.add_render_rule("table_open", _table_opens)
MARKDOWN.add_render_rule("table_close", _table_closes)
WORD = re.compile(r"\w+")
LEADS_TO = re.compile(r'href="/help/([\w-]+)/')
# Of what a search finds so much is shown.
MOST_FOUND = 12
SHOWN_OF_A_PARAGRAPH = 220
# What is shorter is the head of a column or a cell.
SAYS_SOMETHING = 40


class NoSuchPageError(LookupError):
    """The guide has no page of this name."""


@dataclass(frozen=True)
class GuideSection:
    """The content of one heading: its URL fragment (empty for the beginning), heading, paragraphs."""

    anchor: str
    heading: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True)
class Page:
    """One page in one language; `html` is what follows the title and the summary."""

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
        """The sections that an address can name."""
        return [section for section in self.sections if section.anchor]


@dataclass(frozen=True)
class Found:
    """A section that holds every word that was asked for."""

    page: Page
    section: GuideSection
    excerpt: str

    @property
    def url(self) -> str:
        return f"{self.page.url}#{self.section.anchor}" if self.section.anchor else self.page.url


def page_of(slug: str, language: str) -> Page:
    """The page of this name, in English for readers of other languages than those it is written in.

    Raises `NoSuchPageError` for a name that is in no chapter."""
    if slug not in SLUGS:
        raise NoSuchPageError(slug)
    folder = FOLDER / language
    path = (folder if folder.is_dir() else FOLDER / "en") / f"{slug}.md"
    return _read(path, path.stat().st_mtime_ns)


def pages(slugs: Sequence[str], language: str) -> list[Page]:
    return [page_of(slug, language) for slug in slugs]


def for_a_role(slug: str, language: str) -> list[Page]:
    """A first day, the pages that it leads to, and those that everybody needs: what is printed for a training."""
    first = page_of(slug, language)
    leads_to = [each for each in LEADS_TO.findall(first.html) if each in SLUGS]
    return pages(list(dict.fromkeys([slug, *leads_to, *FOR_EVERYBODY])), language)


@lru_cache(maxsize=2 * len(SLUGS))
def _read(path: Path, changed: int) -> Page:
    """Cached until the file changes: authors see changes at once, readers do not wait for Markdown."""
    tokens = MARKDOWN.parse(path.read_text(encoding="utf-8"))
    title, summary, body = _words_of(tokens[1]), _words_of(tokens[4]), tokens[6:]
    anchor = ""
    for token in body:
        if token.type == "heading_open":
            anchor = str(token.attrs.get("id", ""))
        elif token.type == "table_open":
            token.meta[LABELLED_BY] = anchor
        for inner in token.children or []:
            _lead_somewhere(inner)
    html = MARKDOWN.renderer.render(body, MARKDOWN.options, {})
    sections = tuple(_sections(title, body))
    return Page(path.stem, title, summary, mark_safe(html), sections)  # noqa: S308 - our own files, no HTML in them


def _lead_somewhere(token: Token) -> None:
    """Links between files become addresses of pages, names of pictures addresses of files."""
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
    """What a reader reads of a line: neither signs of Markdown nor targets of links."""
    parts = (
        " " if inner.type in {"softbreak", "hardbreak"} else inner.content
        for inner in token.children or []
    )
    return "".join(parts).strip()


def search(text: str, language: str) -> list[Found]:
    """Sections that hold the beginning of every word of `text`, those first that say it in a heading.

    Accents, capitals and an s at the end make no difference: *llegadas* finds *llegada*.
    """
    asked = [_stem(word) for word in WORD.findall(_plain(text))]
    if not asked:
        return []
    ranked: list[tuple[int, Found]] = []
    for page in pages(SLUGS, language):
        for section in page.sections:
            if found := _find(asked, page, section):
                ranked.append(found)
    ranked.sort(key=lambda each: each[0])
    return [found for _rank, found in ranked[:MOST_FOUND]]


def _find(asked: Sequence[str], page: Page, section: GuideSection) -> tuple[int, Found] | None:
    in_title = _held(asked, page.title if not section.anchor else "")
    in_heading = _held(asked, section.heading)
    everything = " ".join((page.title, section.heading, *section.paragraphs))
    if _held(asked, everything) != set(asked):
        return None
    rank = -2 * len(in_title) - len(in_heading)
    elsewhere = [stem for stem in asked if stem not in in_heading]
    best = max(
        section.paragraphs,
        key=lambda each: (len(_held(elsewhere, each)), len(each) > SAYS_SOMETHING),
        default=page.summary,
    )
    return rank, Found(page, section, _shortened(best))


def _held(asked: Sequence[str], text: str) -> set[str]:
    words = WORD.findall(_plain(text))
    return {stem for stem in asked if any(word.startswith(stem) for word in words)}


def _shortened(paragraph: str) -> str:
    if len(paragraph) <= SHOWN_OF_A_PARAGRAPH:
        return paragraph
    return paragraph[:SHOWN_OF_A_PARAGRAPH].rsplit(" ", 1)[0] + " …"


def _plain(text: str) -> str:
    """Without accents and capitals."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


def _stem(word: str) -> str:
    """The word without the ending of a plural, in Spanish and English."""
    for ending in ("es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word
