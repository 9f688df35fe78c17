"""What holds for every template of ours."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from pages import catalogs

TEMPLATES = sorted((Path(settings.BASE_DIR) / "templates").rglob("*.html"))
INLINE = re.compile(
    r"<script(?![^>]*\bsrc=)|<style|\sstyle\s*=|\son[a-z]+\s*=\s*[\"']|javascript:|\shx-on",
    re.IGNORECASE,
)
# A word between tags that no translation tag wraps.
COMMENTS = re.compile(r"{#.*?#}|{% comment.*?{% endcomment %}|<!--.*?-->", re.DOTALL)
SPOKEN = re.compile(r"{% blocktrans.*?{% endblocktrans(late)? %}", re.DOTALL)
TIGHT = re.compile(r"{% tight %}.*?{% endtight %}", re.DOTALL)
MARKUP = re.compile(r"{%.*?%}|{{.*?}}|<[^>]*>|&\w+;", re.DOTALL)
LONGEST_LINE = 120
# A line break after words for who listens: a button makes a gap of it, a link underlines it.
LOOSE = re.compile(
    r'<span class="hidden">(?:(?!</span>).)*</span>(?:{% endif %})?\s+</(?:a|button)>', re.DOTALL
)
# Numbers or ticks by two things, columns that a chart brings, a grid of fields, and beds under no heading: no rows
# under named columns.
TABLES_BY_HAND = {
    "accounts/roles.html",
    "aid/provider_table.html",
    "casework/arrivals/arrival_log.html",
    "casework/asking/family_ask.html",
    "casework/asking/family_ask_print.html",
    "pages/_chart.html",
    "partners/who_does_what.html",
    "reporting/_crosstab.html",
    "reporting/_table.html",
    "shelters/_night.html",
    "shelters/board/_sheet.html",
}
LANGUAGE_NAMES = {"Amparo", "English", "Español"}


def test_no_template_carries_script_or_style() -> None:
    assert [
        str(path) for path in TEMPLATES if INLINE.search(path.read_text(encoding="utf-8"))
    ] == []


@pytest.mark.parametrize(
    "line", ['<p style="x">', "<script>", '<a onclick="x">', "<b hx-on:click='x'>"]
)
def test_the_search_for_inline_script_would_find_it(line: str) -> None:
    assert INLINE.search(line)


def bare_words(source: str) -> set[str]:
    text = SPOKEN.sub(" ", COMMENTS.sub(" ", source))
    # A tag inside an attribute would end the attribute's element too early: template tags go first.
    text = re.sub(r"{%.*?%}|{{.*?}}", " ", text, flags=re.DOTALL)
    return set(re.findall(r"[^\W\d_]{3,}", MARKUP.sub(" ", text))) - LANGUAGE_NAMES


def test_every_word_of_every_template_can_be_translated() -> None:
    bare = {
        path.as_posix().partition("templates/")[2]: bare_words(path.read_text())
        for path in TEMPLATES
    }
    assert {path: words for path, words in bare.items() if words} == {}


def test_a_bare_word_would_be_found() -> None:
    assert bare_words('<p class="x">{% translate "Good" %} Nobody translates this</p>') == {
        "Nobody",
        "translates",
        "this",
    }


def long_lines(source: str) -> list[int]:
    """The numbers of the lines that no screen shows whole; the formatter leaves them as long as they are."""
    lines = enumerate(source.splitlines(), start=1)
    return [number for number, line in lines if len(line) > LONGEST_LINE]


def test_no_line_of_a_template_is_too_long_to_read() -> None:
    found = {
        path.as_posix().partition("templates/")[2]: long_lines(path.read_text(encoding="utf-8"))
        for path in TEMPLATES
    }
    assert {path: numbers for path, numbers in found.items() if numbers} == {}


def test_a_long_line_would_be_noticed() -> None:
    assert long_lines(f"short\n{'x' * 120}\n{'x' * 121}\n") == [3]


def test_no_link_or_button_ends_in_a_blank_after_words_for_who_listens() -> None:
    loose = {
        path.as_posix().partition("templates/")[2]
        for path in TEMPLATES
        if LOOSE.search(TIGHT.sub("", path.read_text()))
    }
    assert loose == set()


def test_such_a_blank_would_be_found() -> None:
    words = '<a href="/">Done<span class="hidden">: {{ who }}</span>'
    assert LOOSE.search(f"{words}\n</a>")
    assert not LOOSE.search(f"{words}</a> <a href='/'>More\n</a>")


def test_a_table_of_rows_says_each_heading_once() -> None:
    """Written with `{% table %}`, of `pages/tables.py`."""
    by_hand = {
        path.as_posix().partition("templates/")[2]
        for path in TEMPLATES
        if "<table" in path.read_text(encoding="utf-8")
    }
    assert by_hand == TABLES_BY_HAND


def test_compiled_catalogs_speak_spanish(translations: None) -> None:
    assert all(
        catalogs.catalog_path(app).with_suffix(".mo").exists() for app in ("pages", "accounts")
    )
