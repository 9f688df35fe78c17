"""A table says each heading once, and shows it over the column and, on a phone, before each cell."""

from collections.abc import Callable
from typing import Any

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.utils.safestring import mark_safe
from django.utils.translation import override

from accounts.models import Office
from pages import catalogs


def rendered(source: str, **context: Any) -> str:
    with override("en"):
        return Template("{% load pages %}" + source).render(Context(context))


def test_one_heading_stands_over_the_column_and_before_each_cell() -> None:
    page = rendered(
        '{% table name, beds in sites caption="Sites" %}'
        '{% column _("Name") scope="row" %}<b>{{ name }}</b>{% endcolumn %}\n'
        '{% column _("Beds") class="number" cell_class="soft" %}\n  {{ beds }}\n{% endcolumn %}'
        "{% endtable %}",
        sites=[("A", 1), ("B", 2)],
    )
    assert page == (
        '<table class="cards"><caption class="hidden">Sites</caption>'
        '<thead><tr><th scope="col">Name</th><th scope="col" class="number">Beds</th></tr></thead>'
        "<tbody>"
        '<tr><th scope="row"><b>A</b></th><td class="number soft" data-label="Beds">1</td></tr>'
        '<tr><th scope="row"><b>B</b></th><td class="number soft" data-label="Beds">2</td></tr>'
        "</tbody></table>"
    )


def test_a_hidden_heading_is_heard_and_is_no_label() -> None:
    page = rendered(
        '{% table each in rows %}{% column _("Actions") hidden %}x{% endcolumn %}{% endtable %}',
        rows=[1],
    )
    assert '<th scope="col"><span class="hidden">Actions</span></th>' in page
    assert "<td>x</td>" in page


def test_a_cell_that_says_itself_what_it_holds_has_no_label() -> None:
    page = rendered(
        '{% table each in rows %}{% column _("Note") unlabelled %}x{% endcolumn %}{% endtable %}',
        rows=[1],
    )
    assert '<th scope="col">Note</th>' in page
    assert "<td>x</td>" in page


def test_a_note_is_a_caption_to_see() -> None:
    page = rendered("{% table each in rows note=typed %}{% endtable %}", rows=[1], typed="<b>All")
    assert page.startswith('<table class="cards"><caption>&lt;b&gt;All</caption>')


@pytest.mark.parametrize(
    ("arguments", "opening"),
    [
        ('class=""', "<table><thead>"),
        ('head="hidden"', '<table class="cards"><thead class="hidden">'),
    ],
)
def test_only_cards_with_headings_to_see_have_labels(arguments: str, opening: str) -> None:
    page = rendered(
        "{% table each in rows " + arguments + ' %}{% column "A" %}{% endcolumn %}{% endtable %}',
        rows=[1],
    )
    assert page.startswith(opening)
    assert "<td></td>" in page


def test_a_table_without_rows_has_its_headings_and_no_row() -> None:
    source = '{% table each in rows %}{% column "A" %}{{ each }}{% endcolumn %}{% endtable %}'
    expected = (
        '<table class="cards"><thead><tr><th scope="col">A</th></tr></thead><tbody></tbody></table>'
    )
    assert rendered(source, rows=[]) == rendered(source) == expected


def test_what_people_typed_is_escaped_everywhere() -> None:
    page = rendered(
        "{% table each in rows caption=typed row_class=typed %}"
        "{% column typed class=typed %}{{ each }}{% endcolumn %}{% endtable %}",
        rows=['<b>"'],
        typed='<i>"',
    )
    assert "<b>" not in page
    assert "<i>" not in page
    assert page.count("&lt;i&gt;&quot;") == 6


def test_words_that_count_as_safe_cannot_end_an_attribute() -> None:
    page = rendered(
        "{% table each in rows %}{% column heading %}{% endcolumn %}{% endtable %}",
        rows=[1],
        heading=mark_safe('<abbr title="x">A</abbr>'),
    )
    assert '<th scope="col"><abbr title="x">A</abbr></th>' in page
    assert 'data-label="&lt;abbr title=&quot;x&quot;>A&lt;/abbr>"' in page


def test_conditions_loops_and_names_around_columns_work_in_headings_and_rows() -> None:
    page = rendered(
        "{% table row in rows row_class=row.look %}"
        '{% if shown %}{% column "A" %}{{ forloop.counter }}{% endcolumn %}{% endif %}'
        '{% if not shown %}{% column "B" %}{% endcolumn %}{% endif %}'
        "{% for kind in kinds %}{% column kind %}{{ row.name }} {{ outer }}{% endcolumn %}{% endfor %}"
        '{% with inner=row.name %}{% column "W" %}'
        "{% table each in row.parts %}{% column inner %}{{ each }}{% endcolumn %}{% endtable %}"
        "{% endcolumn %}{% endwith %}{% endtable %}",
        rows=[{"name": "n", "look": "free", "parts": "p"}],
        kinds=["K", "L"],
        shown=True,
        outer="o",
    )
    assert ">A<" in page
    assert ">B<" not in page
    assert '<tr class="free"><td data-label="A">1</td>' in page
    assert '<td data-label="K">n o</td><td data-label="L">n o</td>' in page
    assert '<td data-label="W"><table class="cards"><thead><tr><th scope="col">n</th>' in page
    assert page.endswith('<td data-label="n">p</td></tr></tbody></table></td></tr></tbody></table>')


def test_the_foot_of_a_table() -> None:
    page = rendered(
        '{% table n in rows %}{% column "A" %}{{ n }}{% foot scope="row" colspan=2 %}All{% endcolumn %}'
        '{% column "B" %}{{ n }}{% endcolumn %}'
        '{% column "C" class="number" %}{{ n }}{% foot %}{{ total }}{% endcolumn %}{% endtable %}',
        rows=[1],
        total=9,
    )
    assert page.endswith(
        '<tfoot><tr><th scope="row" colspan="2">All</th>'
        '<td class="number" data-label="C">9</td></tr></tfoot></table>'
    )


@pytest.mark.parametrize(
    "source",
    [
        "{% table rows %}{% endtable %}",
        "{% table each in rows colour=1 %}{% endtable %}",
        "{% table each in rows %}words{% endtable %}",
        "{% table each in rows %}{% if x %}{{ each }}{% endif %}{% endtable %}",
        "{% table each in rows %}{% column %}{% endcolumn %}{% endtable %}",
        '{% table each in rows %}{% column "A" bold %}{% endcolumn %}{% endtable %}',
    ],
)
def test_a_table_that_cannot_be_meant_is_refused_before_it_is_shown(source: str) -> None:
    with pytest.raises(TemplateSyntaxError):
        rendered(source)


@pytest.mark.django_db
def test_rows_are_asked_for_once(django_assert_num_queries: Callable[..., Any]) -> None:
    with django_assert_num_queries(1):
        rendered(
            '{% table each in rows %}{% column "A" %}{{ each.name }}{% endcolumn %}{% endtable %}',
            rows=Office.objects.all(),
        )


def test_headings_and_captions_are_found_for_translation(tmp_path: Any) -> None:
    path = tmp_path / "a.html"
    path.write_text(
        '{% table each in rows caption=_("Sites") %}{% column _("Name") scope="row" %}{% endcolumn %}'
        '{% translate "Free" context "beds" as free %}{% column free %}{% foot %}{% endcolumn %}{% endtable %}'
    )
    found = [(each.context, each.singular) for each in catalogs._from_template(path, "a.html")]
    assert sorted(found) == [("", "Name"), ("", "Sites"), ("beds", "Free")]


def test_what_shows_nothing_is_empty_for_a_style_too() -> None:
    element = (
        '{% tight %}\n  <p class="a">\n {% if x %}\n a <b> c</b>{% endif %}\n</p>\n{% endtight %}'
    )
    assert rendered(element) == '<p class="a"></p>'
    assert rendered(element, x=1) == '<p class="a">a <b> c</b></p>'
