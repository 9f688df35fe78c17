"""What the funder's own tools make of its files, where some numbers are withheld."""

import io
from itertools import compress

import hxl
import pytest
from django.test import override_settings
from django.urls import reverse
from python_calamine import CalamineWorkbook

from reporting.actions.earlier import counts_of
from reporting.actions.tables import release_table
from reporting.models import FunderTable
from reporting.rules.funder_rows import COLUMNS, hxl_row
from reporting.rules.suppression import TOTAL
from tests.cast import log_in
from tests.page import page_of
from tests.reporting.build import arrivals_and_nights, content, in_a_tool, numbers_of

both_files = pytest.mark.parametrize("kind", ["csv", "xlsx"])


@pytest.fixture(scope="module")
def table_of_the_file(cast_of_the_file, tmp_path_factory):
    with override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("media")):
        yield arrivals_and_nights(cast_of_the_file.anew())


@pytest.fixture
def table(cast, table_of_the_file):
    """The table of men who arrived and women who sleep at a site, and its files."""
    return FunderTable.objects.get(pk=table_of_the_file.pk)


def test_the_page_reads_the_marks_to_people_where_the_file_leaves_cells_empty(cast, table):
    page = log_in(cast.adela).get(reverse("report-table", args=[table.pk]))
    shown = [number for block in page.context["blocks"] for number in numbers_of(block)]
    told = counts_of(table)
    assert shown == [
        str(each.table.shown(row, column))
        for each in told
        for row in (*each.table.rows, TOTAL)
        for column in (*COLUMNS, TOTAL)
    ]
    assert {"0", "12", "<5", "s"} <= set(shown)
    assert page_of(page).says("<5")


def test_a_funders_tool_adds_up_the_parts_and_finds_the_total(table):
    """Whoever adds all rows up counts everybody twice; the tag `#meta+row` tells the sums from what they sum."""
    for indicator, count in (("I02", 12), ("I03", 9)):
        source = hxl.data(io.BytesIO(content(table, table.csv_name)))
        rows = list(source.with_rows(f"#indicator+code={indicator}"))
        parts = [row for row in rows if row.get("#meta+row") == "part"]
        totals = [row for row in rows if row.get("#meta+row") == "total"]
        assert len(totals) == 1
        assert len(parts) == len(rows) - 1
        shown = [int(row.get("#affected+ind-f-m-i", default="0")) for row in parts]
        assert sum(shown) <= count + 1
        assert max(shown) == count
    night = next(row for row in rows if row.get("#meta+row") == "part")
    assert (night.get("#adm2+code"), night.get("#adm2+name")) == ("54001", "Cúcuta")
    assert not night.get("#loc+code")


@both_files
def test_a_funders_tool_finds_no_error(table, tmp_path, kind):
    wrong = []
    schema = hxl.schema(None, callback=wrong.append)
    schema.validate(in_a_tool(table, tmp_path, kind))
    assert [each for each in wrong if each.rule.severity == "error"] == []


@both_files
@pytest.mark.parametrize("columns", ["affected", "meta", "#*"])
def test_a_tool_that_cleans_numbers_makes_none_of_a_withheld_cell(table, tmp_path, kind, columns):
    """It takes every digit that it finds: of `<5` it made five people, where there was one."""
    counted = [tag.startswith(("#affected", "#meta")) for tag in hxl_row()]

    def cells(rows: hxl.model.Dataset) -> list[list[str]]:
        return [[str(cell) for cell in compress(row.values, counted)] for row in rows]

    kept = cells(in_a_tool(table, tmp_path, kind))
    assert cells(in_a_tool(table, tmp_path, kind).clean_data(number=columns)) == kept
    assert {"small", "withheld", ""} <= {cell for row in kept for cell in row}


@both_files
def test_a_withheld_number_is_an_empty_cell_with_its_mark_to_the_right_and_nothing_else_is(
    table, tmp_path, kind
):
    """So nobody takes it for a zero; a zero is written, also where nobody can be."""
    rows = iter(in_a_tool(table, tmp_path, kind))
    first = hxl_row().index("#beneficiary+type") + 1
    withheld = 0
    for each in counts_of(table):
        for name in (*each.table.rows, TOTAL):
            cells = next(rows).values[first:]
            pairs = zip(cells[::2], cells[1::2], (*COLUMNS, TOTAL), strict=True)
            for number, mark, column in pairs:
                key = (name, column)
                if key in each.table.hidden:
                    says = "small" if key in each.table.small else "withheld"
                    assert (number or "", mark) == ("", says)
                    withheld += 1
                else:
                    assert (str(number), mark or "") == (str(each.table.counts[key]), "")
    assert withheld > 3
    assert next(rows, None) is None


def test_the_workbook_writes_numbers_as_numbers_and_leaves_withheld_ones_empty(table):
    book = CalamineWorkbook.from_filelike(io.BytesIO(content(table, table.xlsx_name)))
    rows = book.get_sheet_by_index(0).to_python()
    body = rows[rows.index(hxl_row()) + 1 :]
    columns = [at for at, tag in enumerate(hxl_row()) if tag.startswith("#affected")]
    cells = [row[at] for row in body for at in columns]
    assert {type(cell) for cell in cells if cell != ""} <= {int, float}
    assert "" in cells
    assert 12 in cells


@both_files
def test_a_funders_tool_sums_the_parts_to_the_numbers_that_are_shown(table, tmp_path, kind):
    """For each indicator and column: what is withheld adds nothing, and nobody is counted twice."""
    tags = [tag for tag in hxl_row() if tag.startswith("#affected")]
    whole = "#affected+ind-f-m-i"
    for each in counts_of(table):
        code = each.counted
        for tag, column in zip(tags, (*COLUMNS, TOTAL), strict=True):
            asked = whole if column == TOTAL else tag
            parts = (
                in_a_tool(table, tmp_path, kind)
                .with_rows([f"#indicator+code={code}"])
                .with_rows(["#meta+row=part"])
            )
            [counts_of_rows] = parts.count(
                "#indicator+code", aggregators=f"sum({asked}) as Sum#value"
            )
            shown = [
                each.table.counts[row, column]
                for row in each.table.rows
                if (row, column) not in each.table.hidden
            ]
            assert int(counts_of_rows.get("#value") or 0) == sum(shown), (code, tag)
            if (TOTAL, column) not in each.table.hidden and len(shown) == len(each.table.rows):
                assert sum(shown) == each.table.counts[TOTAL, column]


def test_a_released_workbook_still_has_numbers_as_numbers(cast, table):
    table = release_table(table, by=cast.sonia)
    book = CalamineWorkbook.from_filelike(io.BytesIO(content(table, table.xlsx_name)))
    rows = book.get_sheet_by_index(0).to_python()
    columns = [at for at, tag in enumerate(hxl_row()) if tag.startswith("#affected")]
    body = rows[rows.index(hxl_row()) + 1 :]
    cells = {row[at] for row in body for at in columns} - {""}
    assert {type(cell) for cell in cells} <= {int, float}
    assert 12 in cells
