"""The guide says in every language the same, leads only where something is, and leaves out no entry of the menu."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import Resolver404, resolve, reverse
from django.utils import translation

from accounts.roles import Role
from guide.contents import CHAPTERS, FIRST_DAY, FOR_EVERYBODY, SLUGS
from guide.reading import FOLDER, NoSuchPageError, get_page, search
from guide.templatetags.guide import explained, for_reader
from pages.shortcuts import SECTIONS
from tests.cast import Cast, as_
from tests.page import page_of as page_shown

TEMPLATES = Path(settings.BASE_DIR) / "templates"
LINK = re.compile(r"\]\(([^)\s]+)\)")
EXPLAINED = re.compile(r"{% explained \"([\w-]+)\" \"([\w-]+)\" %}")
ROW = re.compile(r"^\| ([^|]*[^|-]) \| ([^|]*[^|-]) \|$", re.MULTILINE)
LANGUAGES = ("es", "en")
# Everybody's own lists, which the guide speaks of on the page about the account.
LEADS_ELSEWHERE = {"list-index"}


def markdown(language: str) -> dict[str, str]:
    return {path.stem: path.read_text() for path in sorted((FOLDER / language).glob("*.md"))}


def links(language: str) -> set[tuple[str, str]]:
    return {
        (slug, link) for slug, text in markdown(language).items() for link in LINK.findall(text)
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_stands_in_a_chapter_and_every_chapter_has_its_pages(language: str) -> None:
    assert set(markdown(language)) == set(SLUGS)
    assert len(SLUGS) == len(set(SLUGS))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_page_says_the_same_in_both_languages(slug: str) -> None:
    spanish, english = (get_page(slug, language) for language in LANGUAGES)
    assert [each.anchor for each in spanish.headings] == [each.anchor for each in english.headings]
    assert len(spanish.sections) == len(english.sections)
    assert spanish.title != english.title
    assert spanish.summary
    assert english.summary
    items = [(FOLDER / language / f"{slug}.md").read_text().count("\n- ") for language in LANGUAGES]
    assert items[0] == items[1]


def test_every_heading_is_named_and_no_name_stands_twice() -> None:
    """The whole guide is printed on one page."""
    sections = [each for slug in SLUGS for each in get_page(slug, "es").sections[1:]]
    assert [each.heading for each in sections if not each.anchor] == []
    anchors = [each.anchor for each in sections]
    assert [anchor for anchor in anchors if anchors.count(anchor) > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_leads_to_a_page_of_the_guide_or_of_amparo(language: str) -> None:
    nowhere = []
    for slug, link in links(language):
        name, _mark, anchor = link.partition("#")
        if name.endswith(".md"):
            other = name.removesuffix(".md")
            anchors = (
                {each.anchor for each in get_page(other, language).headings}
                if other in SLUGS
                else set()
            )
            if other not in SLUGS or (anchor and anchor not in anchors):
                nowhere.append((slug, link))
        elif link.startswith("/"):
            try:
                resolve(link.partition("?")[0])
            except Resolver404:
                nowhere.append((slug, link))
        else:
            nowhere.append((slug, link))
    assert nowhere == []


@pytest.mark.parametrize("name", ["ana", "carla", "lucia", "adela", "aurelio"])
def test_a_reader_finds_no_link_in_the_guide_that_ends_in_404_and_all_of_its_words(
    cast: Cast, name: str
) -> None:
    user = getattr(cast, name)
    closed = []
    for slug in SLUGS:
        page = get_page(slug, "es")
        shown = for_reader(page.html, user)
        for link in re.findall(r'href="(/[^"?#]*)', shown):
            permission = getattr(resolve(link).func, "permission", None)
            if permission and not user.holds(permission):
                closed.append((slug, link))
        assert re.sub(r"</?a[^>]*>", "", shown) == re.sub(r"</?a[^>]*>", "", page.html)
    assert closed == []


def test_an_administrator_keeps_the_links_that_a_caseworker_reads_as_words(cast: Cast) -> None:
    page = reverse("guide-page", args=["first-day-administrator"])
    users = reverse("user-list")
    shown = [page_shown(as_(each).get(page)).links for each in (cast.ana, cast.adela)]
    assert [users in links for links in shown] == [False, True]


def test_no_entry_of_the_menu_is_left_out() -> None:
    told = {link.partition("?")[0] for _slug, link in links("es") if link.startswith("/")}
    pages = [page for _room, pages in settings.ROOMS for page in pages]
    views = [name.partition("?")[0] for _label, name, *_rest in pages]
    missing = [view for view in views if reverse(view) not in told and view not in LEADS_ELSEWHERE]
    assert missing == []


def test_every_role_has_a_first_day() -> None:
    assert set(FIRST_DAY) == set(Role)
    assert set(FIRST_DAY.values()) == set(CHAPTERS[0].slugs)


def test_every_question_mark_leads_to_a_paragraph() -> None:
    asked = [
        pair
        for path in TEMPLATES.rglob("*.html")
        for pair in EXPLAINED.findall(path.read_text(encoding="utf-8"))
    ]
    assert asked
    for slug, anchor in asked:
        assert f"#{anchor}" in explained(slug, anchor)


def test_a_question_mark_says_where_it_leads() -> None:
    with translation.override("es"):
        mark = explained("keys", "keys-grid")
    assert 'href="/help/keys/#keys-grid"' in mark
    assert "En la cuadrícula de una llegada" in mark


def test_a_question_mark_that_leads_nowhere_is_an_error() -> None:
    with pytest.raises(LookupError):
        explained("keys", "nowhere")


def test_html_in_a_page_would_be_text() -> None:
    page = get_page("keys", "es")
    assert "<code>/</code>" in page.html
    assert "<script" not in page.html


def test_a_wide_table_moves_sideways_and_the_keyboard_reaches_it() -> None:
    page = get_page("keys", "es")
    region = '<div class="scroll" tabindex="0" role="region" aria-labelledby="keys-everywhere">'
    assert page.html.count(region) == 1
    assert page.html.count('role="region"') == page.html.count("<table>") == len(SECTIONS)
    assert 'id="keys-everywhere"' in page.html


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_title_and_summary_show_no_sign_of_markdown(slug: str, language: str) -> None:
    page = get_page(slug, language)
    assert not set("`*[") & set(page.title + page.summary)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_keys_says_what_the_card_of_keys_says(
    translations: None, language: str
) -> None:
    told = ROW.findall(markdown(language)["keys"])
    with translation.override(language):
        card = [(str(key.keys), str(key.does)) for section in SECTIONS for key in section.keys]
        titles = [str(section.title) for section in SECTIONS]
    assert [row for row in told if row[0] not in {"Tecla", "Key"}] == card
    named = {each.anchor: each.heading for each in get_page("keys", language).sections[1:]}
    assert [named[section.anchor] for section in SECTIONS] == titles


def test_a_page_that_is_not_there_is_said() -> None:
    with pytest.raises(NoSuchPageError):
        get_page("../settings", "es")


@pytest.mark.parametrize(
    ("asked", "slug"),
    [("tecla", "keys"), ("TECLAS", "keys"), ("cuadricula", "keys"), ("ultima celda", "keys")],
)
def test_a_search_finds_without_accents_capitals_and_plurals(asked: str, slug: str) -> None:
    assert slug in [found.page.slug for found in search(asked, "es")]


def test_what_is_shown_of_a_section_is_a_sentence_and_no_cell() -> None:
    found = next(each for each in search("plazo", "es") if each.section.anchor == "term-looked-up")
    assert found.excerpt.startswith("Estos están en la lista")


def test_a_search_holds_every_word_and_says_when_nothing_does() -> None:
    assert search("cuadrícula zzz", "es") == []
    assert search("¿?", "es") == []


@pytest.mark.django_db
def test_everybody_reads_the_guide_and_strangers_do_not(cast: Cast, client: Client) -> None:
    assert client.get("/help/keys/").status_code == 302
    for user in cast.users.values():
        client.force_login(user)
        assert client.get("/help/").status_code == 200
        assert client.get("/help/keys/").status_code == 200
        assert client.get("/help/print/").status_code == 200
        assert client.get("/help/nowhere/").status_code == 404


@pytest.mark.django_db
@pytest.mark.usefixtures("translations")
def test_the_contents_begin_with_the_readers_own_first_day(cast: Cast, client: Client) -> None:
    client.force_login(cast.users["carla"])
    answer = client.get("/help/")
    assert [page.slug for page in answer.context["first_days"]] == ["first-day-coordinator"]


@pytest.mark.django_db
def test_what_is_searched_for_stands_in_no_address(cast: Cast, client: Client) -> None:
    client.force_login(cast.users["ana"])
    answer = client.post("/help/", {"q": "tecla"})
    assert answer.status_code == 200
    assert "/help/keys/" in answer.content.decode()
    assert client.get("/help/?q=tecla").context["found"] is None


@pytest.mark.django_db
@pytest.mark.parametrize("slug", FIRST_DAY.values())
def test_a_first_day_is_printed_with_what_belongs_to_it(
    cast: Cast, client: Client, slug: str
) -> None:
    client.force_login(cast.users["sonia"])
    assert f"/help/print/{slug}/" in client.get(f"/help/{slug}/").content.decode()
    answer = client.get(f"/help/print/{slug}/")
    printed = [page.slug for chapter in answer.context["chapters"] for page in chapter.pages]
    led = {
        link.partition("#")[0].removesuffix(".md")
        for of, link in links("es")
        if of == slug and ".md" in link
    }
    assert printed[0] == slug
    assert set(printed) == {slug} | led | set(FOR_EVERYBODY)
    assert len(printed) < len(SLUGS) / 2


@pytest.mark.django_db
def test_only_a_first_day_is_printed_that_way(cast: Cast, client: Client) -> None:
    client.force_login(cast.users["sonia"])
    assert client.get("/help/print/keys/").status_code == 404
    assert "/help/print/keys/" not in client.get("/help/keys/").content.decode()
