"""The funder's files, and the page that shows them, as the funder's own tools and people read them."""

import csv
import datetime
import io

import hxl
import pytest
import time_machine
from django.urls import reverse
from python_calamine import CalamineWorkbook

from accounts.models import AuditEvent, User
from pages.sheets import as_csv
from reporting.actions.tables import make_table, release_table
from reporting.choices import Audience
from reporting.models import FunderTable
from reporting.rules.funder_rows import hxl_row
from reporting.writing import FileHeader, fingerprint, from_csv, rows_of_csv
from tests.aid.build import a_payer
from tests.cast import log_in
from tests.page import page_of
from tests.reporting.build import (
    content,
    february,
    in_a_tool,
    numbers_of,
    soldiers_arrive,
)

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


def test_a_table_keeps_its_numbers_below_their_headings_when_a_column_comes(cast):
    """A table that is made today may be released, and looked at, by the version after this one."""
    soldiers_arrive(cast, 7)
    table = make_table(february(cast).pk)
    written = content(table, table.csv_name)
    place = hxl_row().index("#beneficiary+type")
    older = as_csv(
        [
            [*row[:place], *row[place + 1 :]]
            for row in csv.reader(io.StringIO(written.decode("utf-8-sig")))
        ]
    )
    assert from_csv(older) == [[*row[:place], "", *row[place + 1 :]] for row in from_csv(written)]
    assert [len(row) for row in rows_of_csv(older)] == [len(row) for row in rows_of_csv(written)]


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
    top = [row[:2] for row in book.get_sheet_by_index(0).to_python()[FileHeader.LINES :]]
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


def test_each_mark_has_the_attributes_of_its_number():
    tags = hxl_row()[hxl_row().index("#beneficiary+type") + 1 :]
    assert tags[:2] == ["#affected+ind+f+age_0_4", "#meta+withheld+ind+f+age_0_4"]
    assert tags[-2:] == ["#affected+ind", "#meta+withheld+ind"]
    assert len(set(hxl_row())) == len(hxl_row())
    for number, mark in zip(tags[::2], tags[1::2], strict=True):
        assert mark.removeprefix("#meta+withheld") == number.removeprefix("#affected")


def tops(table: FunderTable) -> list[dict[str, str]]:
    """What stands above the marks, in either file; and the second sheet of the workbook."""
    book = CalamineWorkbook.from_filelike(io.BytesIO(content(table, table.xlsx_name)))
    text = content(table, table.csv_name).decode("utf-8-sig")
    pages = [list(csv.reader(io.StringIO(text))), book.get_sheet_by_index(0).to_python()]
    found = [dict(row[:2] for row in rows[: FileHeader.LINES]) for rows in pages]
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
    before = rows_of_csv(content(table, table.csv_name))
    with time_machine.travel(datetime.datetime(2031, 5, 2, 3, tzinfo=datetime.UTC), tick=False):
        table.made_at = datetime.datetime(2031, 5, 1, tzinfo=datetime.UTC)
        table.save(update_fields=["made_at"])
        released = release_table(table, by=cast.sonia)
    for top in tops(released):
        assert named | {"Estado": "Entregada el 1 may 2031"} == {name: top[name] for name in named}
        assert "Sonia" not in str(top), "who released it is told inside alone"
    assert rows_of_csv(content(released, released.csv_name)) == before
    assert released.manifest["CSV SHA-256"] == fingerprint(content(released, released.csv_name))
    for kind in ("csv", "xlsx"):
        wrong = []
        schema = hxl.schema(None, callback=wrong.append)
        schema.validate(in_a_tool(released, tmp_path, kind))
        assert [each for each in wrong if each.rule.severity == "error"] == []


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
