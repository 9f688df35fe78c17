"""The funder's files, and the page that shows them, as the funder's own tools and people read them."""

import csv
import datetime
import io
from itertools import compress
from pathlib import Path

import hxl
import pytest
import time_machine
from django.urls import reverse
from python_calamine import CalamineWorkbook

from accounts.models import AuditEvent, User
from reporting.actions.earlier import counts_of
from reporting.actions.tables import make_table, release_table
from reporting.choices import Audience
from reporting.models import FunderTable
from reporting.rules.funder_rows import COLUMNS, hxl_row
from reporting.rules.suppression import TOTAL
from reporting.writing import Front, PrintedBlock, as_written, fingerprint, from_csv
from tests.aid.build import a_payer
from tests.cast import log_in
from tests.page import page_of
from tests.reporting.build import arrivals_and_nights, content, february, soldiers_arrive

pytestmark = pytest.mark.usefixtures("media")


def test_the_table_counts_arrivals_and_a_funders_tool_reads_it(cast):
    soldiers_arrive(cast, 7)
    table = make_table(february(cast).pk)
    source = hxl.data(io.BytesIO(content(table, table.csv_name)))
    assert source.display_tags == hxl_row()
    row = next(iter(source.with_rows("#loc+code=oriente")))
    assert row.get("#affected+m+age_18_59") == "7"
    assert row.get("#affected+f+age_18_59") == "0"
    assert row.get("#date+start") == "2019-02-01"


def rows_of(table: FunderTable) -> list[list[str]]:
    """Headings, tags and rows of the CSV."""
    return from_csv(content(table, table.csv_name))


def test_the_workbook_holds_the_same_rows(cast, tmp_path):
    soldiers_arrive(cast, 7)
    table = make_table(february(cast).pk)
    path = tmp_path / "table.xlsx"
    path.write_bytes(content(table, table.xlsx_name))
    source = hxl.data(str(path), hxl.InputOptions(allow_local=True))
    assert source.display_tags == hxl_row()
    assert [row.get("#affected+m+age_18_59") for row in source][:1] == [7]


def test_small_numbers_stay_inside(cast):
    soldiers_arrive(cast, 4)
    table = make_table(february(cast).pk)
    _names, _tags, *body = rows_of(table)
    numbers = {cell for row in body for cell in row[hxl_row().index("#beneficiary+type") + 1 :]}
    assert numbers <= {"0", "", "small", "withheld"}
    assert "" in numbers
    assert {"small", "withheld"} & numbers


def test_the_public_gets_fewer_numbers_than_a_partner(cast):
    soldiers_arrive(cast, 7)
    table = make_table(february(cast, audience=Audience.PUBLIC).pk)
    _names, _tags, *body = rows_of(table)
    assert not any("7" in row for row in body)
    assert "de 1 a 9 personas" in content(table, table.csv_name).decode("utf-8-sig")
    page = log_in(cast.adela).get(reverse("report-table", args=[table.pk]))
    shown = {number for block in page.context["blocks"] for number in numbers_of(block)}
    assert shown <= {"0", "<10", "s"}
    assert {"<10", "s"} & shown


@pytest.mark.parametrize(
    ("language", "small", "withheld", "empty", "column", "in_files"),
    [
        (
            "es",
            "de 1 a 4 personas",
            "no se muestra, porque es pequeño",
            "un número que no se muestra es una celda vacía, nunca 0",
            "Marca: Personas",
            "está «small» por <5 y «withheld» por s",
        ),
        (
            "en",
            "from 1 to 4 people",
            "withheld, because it is small",
            "a number that is withheld is an empty cell, never 0",
            "Mark: People",
            "stands “small” for <5 and “withheld” for s",
        ),
    ],
)
def test_the_marks_are_explained_in_both_files_and_on_the_page(
    cast, language, small, withheld, empty, column, in_files
):
    """On paper, too: the page is what is printed."""
    soldiers_arrive(cast, 4)
    User.objects.filter(pk=cast.adela.pk).update(language=language)
    table = make_table(february(cast).pk)
    text = content(table, table.csv_name).decode("utf-8-sig")
    assert f"small,{small}" in text
    assert len({len(row) for row in csv.reader(io.StringIO(text))}) == 1
    assert f'withheld,"{withheld}' in text
    assert empty in text
    assert rows_of(table)[0][-1] == column
    book = CalamineWorkbook.from_filelike(io.BytesIO(content(table, table.xlsx_name)))
    top = [row[:2] for row in book.get_sheet_by_index(0).to_python()[Front.LINES :]]
    assert top[0] == ["small", small]
    assert top[1][0] == "withheld"
    assert top[1][1].startswith(withheld)
    assert (top[2][0], empty in top[2][1]) == ("0", True)
    about = [" ".join(map(str, row)) for row in book.get_sheet_by_index(1).to_python()]
    assert any("small" in row and small in row for row in about)
    adela = log_in(User.objects.get(pk=cast.adela.pk))
    page = page_of(adela.get(reverse("report-table", args=[table.pk])))
    assert page.says(small)
    assert page.says(withheld)
    assert page.says(in_files)
    event = AuditEvent.objects.get(verb="table.read")
    assert (event.about_id, event.details) == (str(table.pk), {"format": "page"})


def test_the_page_shows_the_numbers_of_the_file_with_their_definition(cast):
    soldiers_arrive(cast, 7)
    table = make_table(february(cast).pk)
    page = log_in(cast.sonia).get(reverse("report-table", args=[table.pk]))
    arrivals, sheltered = page.context["blocks"]
    assert (arrivals.code, sheltered.code) == ("I02", "I03")
    assert [(line.place, line.numbers[-1], line.is_total) for line in arrivals.lines] == [
        ("Oriente", "7", False),
        ("total", "7", True),
    ]
    assert page_of(page).says("Personas cuyo día de llegada está en el período")


def numbers_of(block: PrintedBlock) -> list[str]:
    return [number for line in block.lines for number in line.numbers]


def test_the_page_reads_the_marks_to_people_where_the_file_leaves_cells_empty(cast):
    table = arrivals_and_nights(cast)
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


def test_a_funders_tool_adds_up_the_parts_and_finds_the_total(cast):
    """Whoever adds all rows up counts everybody twice; the tag `#meta+row` tells the sums from what they sum."""
    table = arrivals_and_nights(cast)
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


def in_a_tool(table: FunderTable, tmp_path: Path, kind: str) -> hxl.model.Dataset:
    """The file as a funder's tool opens it."""
    path = tmp_path / f"table.{kind}"
    path.write_bytes(content(table, table.csv_name if kind == "csv" else table.xlsx_name))
    return hxl.data(str(path), hxl.InputOptions(allow_local=True))


both_files = pytest.mark.parametrize("kind", ["csv", "xlsx"])


@both_files
def test_a_funders_tool_finds_no_error(cast, tmp_path, kind):
    table = arrivals_and_nights(cast)
    wrong = []
    schema = hxl.schema(None, callback=wrong.append)
    schema.validate(in_a_tool(table, tmp_path, kind))
    assert [each for each in wrong if each.rule.severity == "error"] == []


@both_files
@pytest.mark.parametrize("columns", ["affected", "meta", "#*"])
def test_a_tool_that_cleans_numbers_makes_none_of_a_withheld_cell(cast, tmp_path, kind, columns):
    """It takes every digit that it finds: of `<5` it made five people, where there was one."""
    table = arrivals_and_nights(cast)
    counted = [tag.startswith(("#affected", "#meta")) for tag in hxl_row()]

    def cells(rows: hxl.model.Dataset) -> list[list[str]]:
        return [[str(cell) for cell in compress(row.values, counted)] for row in rows]

    kept = cells(in_a_tool(table, tmp_path, kind))
    assert cells(in_a_tool(table, tmp_path, kind).clean_data(number=columns)) == kept
    assert {"small", "withheld", ""} <= {cell for row in kept for cell in row}


@both_files
def test_a_withheld_number_is_an_empty_cell_with_its_mark_to_the_right_and_nothing_else_is(
    cast, tmp_path, kind
):
    """So nobody takes it for a zero; a zero is written, also where nobody can be."""
    table = arrivals_and_nights(cast)
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


def test_each_mark_has_the_attributes_of_its_number():
    tags = hxl_row()[hxl_row().index("#beneficiary+type") + 1 :]
    assert tags[:2] == ["#affected+ind+f+age_0_4", "#meta+withheld+ind+f+age_0_4"]
    assert tags[-2:] == ["#affected+ind", "#meta+withheld+ind"]
    assert len(set(hxl_row())) == len(hxl_row())
    for number, mark in zip(tags[::2], tags[1::2], strict=True):
        assert mark.removeprefix("#meta+withheld") == number.removeprefix("#affected")


def test_the_workbook_writes_numbers_as_numbers_and_leaves_withheld_ones_empty(cast):
    table = arrivals_and_nights(cast)
    book = CalamineWorkbook.from_filelike(io.BytesIO(content(table, table.xlsx_name)))
    rows = book.get_sheet_by_index(0).to_python()
    body = rows[rows.index(hxl_row()) + 1 :]
    columns = [at for at, tag in enumerate(hxl_row()) if tag.startswith("#affected")]
    cells = [row[at] for row in body for at in columns]
    assert {type(cell) for cell in cells if cell != ""} <= {int, float}
    assert "" in cells
    assert 12 in cells


@both_files
def test_a_funders_tool_sums_the_parts_to_the_numbers_that_are_shown(cast, tmp_path, kind):
    """For each indicator and column: what is withheld adds nothing, and nobody is counted twice."""
    table = arrivals_and_nights(cast)
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
            [summed] = parts.count("#indicator+code", aggregators=f"sum({asked}) as Sum#value")
            shown = [
                each.table.counts[row, column]
                for row in each.table.rows
                if (row, column) not in each.table.hidden
            ]
            assert int(summed.get("#value") or 0) == sum(shown), (code, tag)
            if (TOTAL, column) not in each.table.hidden and len(shown) == len(each.table.rows):
                assert sum(shown) == each.table.counts[TOTAL, column]


def tops(table: FunderTable) -> list[dict[str, str]]:
    """What stands above the marks, in either file; and the second sheet of the workbook."""
    book = CalamineWorkbook.from_filelike(io.BytesIO(content(table, table.xlsx_name)))
    text = content(table, table.csv_name).decode("utf-8-sig")
    pages = [list(csv.reader(io.StringIO(text))), book.get_sheet_by_index(0).to_python()]
    found = [dict(row[:2] for row in rows[: Front.LINES]) for rows in pages]
    return [*found, dict(row[:2] for row in book.get_sheet_by_index(1).to_python())]


def test_both_files_say_whose_they_are_for_whom_and_whether_they_were_released(cast, tmp_path):
    soldiers_arrive(cast, 7)
    table = make_table(february(cast, funder=a_payer("Fundación Orilla")).pk)
    named = {
        "Oficina": cast.cucuta.name,
        "Destinatario": str(Audience.PARTNER.label),
        "Financiador": "Fundación Orilla",
        "Estado": "Sin entregar: no debe pasarse a nadie",
    }
    for top in tops(table):
        assert named.items() <= top.items()
    before = as_written(content(table, table.csv_name))
    with time_machine.travel(datetime.datetime(2031, 5, 2, 3, tzinfo=datetime.UTC), tick=False):
        table.made_at = datetime.datetime(2031, 5, 1, tzinfo=datetime.UTC)
        table.save(update_fields=["made_at"])
        released = release_table(table, by=cast.sonia)
    for top in tops(released):
        assert named | {"Estado": "Entregada el 1 may 2031"} == {name: top[name] for name in named}
        assert "Sonia" not in str(top), "who released it is told inside alone"
    assert as_written(content(released, released.csv_name)) == before
    assert released.manifest["CSV SHA-256"] == fingerprint(content(released, released.csv_name))
    for kind in ("csv", "xlsx"):
        wrong = []
        schema = hxl.schema(None, callback=wrong.append)
        schema.validate(in_a_tool(released, tmp_path, kind))
        assert [each for each in wrong if each.rule.severity == "error"] == []


def test_a_released_workbook_still_has_numbers_as_numbers(cast):
    table = release_table(arrivals_and_nights(cast), by=cast.sonia)
    book = CalamineWorkbook.from_filelike(io.BytesIO(content(table, table.xlsx_name)))
    rows = book.get_sheet_by_index(0).to_python()
    columns = [at for at, tag in enumerate(hxl_row()) if tag.startswith("#affected")]
    body = rows[rows.index(hxl_row()) + 1 :]
    cells = {row[at] for row in body for at in columns} - {""}
    assert {type(cell) for cell in cells} <= {int, float}
    assert 12 in cells


def test_the_files_of_before_a_release_are_taken_away_once_it_is_certain(
    cast, tmp_path, django_capture_on_commit_callbacks
):
    table = make_table(february(cast).pk)
    with django_capture_on_commit_callbacks(execute=True):
        release_table(table, by=cast.sonia)
    table.refresh_from_db()
    files = [
        path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()
    ]
    assert sorted(files) == sorted([table.csv_name, table.xlsx_name, table.counts_name])


@pytest.mark.parametrize(
    ("language", "part", "legend"),
    [("es", "parte", "sume solo las filas con «parte»"), ("en", "part", "rows with “part”")],
)
def test_a_row_says_in_words_whether_it_is_a_part_and_in_code_for_programs(
    cast, language, part, legend
):
    soldiers_arrive(cast, 7)
    User.objects.filter(pk=cast.adela.pk).update(language=language)
    table = make_table(february(cast).pk)
    source = hxl.data(io.BytesIO(content(table, table.csv_name)))
    row = next(iter(source.with_rows("#meta+row-name=part")))
    assert (row.get("#meta+row-name"), row.get("#meta+row+name")) == ("part", part)
    assert legend in content(table, table.csv_name).decode("utf-8-sig")


def test_the_moment_of_counting_is_on_the_clock_of_the_office(cast):
    with time_machine.travel(datetime.datetime(2031, 5, 2, 3, tzinfo=datetime.UTC), tick=False):
        table = make_table(february(cast).pk)
    assert table.manifest["Contado el"] == "1 may 2031 22:00 (UTC-05:00)"
    at = hxl_row().index("#date+reported")
    assert {row[at] for row in rows_of(table)[2:]} == {"2031-05-01T22:00-05:00"}
