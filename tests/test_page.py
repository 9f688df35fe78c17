"""The page object reads what a reader reads, and nothing of the markup."""

import pytest

from tests.page import page_of

PAGE = """<!doctype html><html><head><title>Unseen</title></head><body>
<main><div role="status" class="messages"><p class="message ok"><svg aria-hidden="true">x</svg>Saved.</p></div>
<h1>Cases <span class="count">2</span></h1>
<div data-error-summary><ul><li><a href="#id_on">On: too late</a></li></ul></div>
<table><thead><tr><th>Name</th><th>Beds</th><th>Until</th></tr></thead><tbody>
<tr><th><a href="/cases/1/">Luz</a></th><td><span aria-hidden="true">–</span><span class="hidden">withheld</span></td>
<td>today</td></tr>
<tr><td colspan="2">nobody</td><td>never</td></tr></tbody></table>
<dl><div><dt>Rank</dt><dd>one</dd></div><div><dt>Rank</dt><dd>two</dd></div></dl>
<form action="/send/"><input name="given" value="Ma&ntilde;ana" title="secret"><input type="checkbox" name="no">
<input type="radio" name="kind" value="a"><input type="radio" name="kind" value="b" checked>
<textarea name="text">
two
lines</textarea><select name="sex"><option value="">–</option><option value="f" selected>F</option></select>
<button name="run" value="7" formaction="/run/">Go</button></form>
<div class="notice warn"><p>Mind it</p></div><img src="/a.png">
<section id="part"><p>Inside<br>it</p></section><p hidden>Nowhere</p><script>var a = "script";</script>
</main></body></html>"""


def test_heading_messages_refusals_and_links() -> None:
    page = page_of(PAGE)
    assert page.heading == "Cases 2"
    assert page.messages == ["Saved."]
    assert page.refusals == ["On: too late"]
    assert page.sends_to == ["/send/", "/run/"]
    assert (page.warnings, page.pictures) == (["Mind it"], ["/a.png"])
    assert page.links == {"#id_on": "On: too late", "/cases/1/": "Luz"}


def test_rows_stand_by_the_headings_of_their_columns() -> None:
    page = page_of(PAGE)
    assert page.rows == [
        {"Name": "Luz", "Beds": "withheld", "Until": "today"},
        {"Name": "nobody", "Beds": "nobody", "Until": "never"},
    ]
    assert page.column("Until") == ["today", "never"]
    assert page.every_fact("Rank") == ["one", "two"]


def test_fields_are_what_a_browser_would_send() -> None:
    page = page_of(PAGE)
    assert page.fields == {"given": "Mañana", "kind": "b", "text": "two\nlines", "sex": "f"}
    assert (page.offered("kind"), page.offered("sex"), page.offered("run")) == (
        ["a", "b"],
        ["", "f"],
        ["7"],
    )


@pytest.mark.parametrize("unseen", ["Unseen", "script", "Nowhere", "secret", "x", "Inside<br>it"])
def test_a_page_says_nothing_that_nobody_reads_but_holds_it(unseen: str) -> None:
    page = page_of(PAGE)
    assert not page.says(unseen)
    assert page.holds(unseen)


def test_a_page_says_what_is_read_across_lines_and_marks() -> None:
    page = page_of(PAGE)
    assert page.says("Inside  it", "Cases\n2")
    assert not page.says("Inside it", "Outside")
    part = page.part("part")
    assert (part.text, part.says("Luz")) == ("Inside it", False)
    with pytest.raises(LookupError):
        page.part("none")
