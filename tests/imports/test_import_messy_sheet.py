"""300 arrivals in a messy sheet: every planted fault is named by row and column, nobody good is lost."""

import pytest

from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from imports.choices import ImportStatus, RowState
from imports.models import ImportBatch
from imports.rows import rows_in
from tests.cast import log_in
from tests.imports.messy_sheet import COLUMN, HEADING_ROW, messy_sheet
from tests.imports.sheets import as_xlsx, checked, put_on_file
from tests.imports.undoing import batch_key_left_out, checksums, undo

pytestmark = pytest.mark.usefixtures("house")


def named(batch: ImportBatch) -> set[tuple[int, str, str]]:
    """Row, column and fault of everything that the check found, but for those who only wait."""
    return {
        (row["number"], where, fault)
        for row in rows_in(batch, RowState.values)
        for where, fault, *_ in row["faults"]
    }


def test_every_planted_fault_is_named_and_no_good_row_is_lost_and_undo_leaves_nothing(cast):
    sheet = messy_sheet()
    assert len(sheet.planted) + len(sheet.doubts) == 25
    assert len({planted.fault for planted in [*sheet.planted, *sheet.doubts]}) >= 15
    ana = log_in(cast.ana)
    batch = checked(ana, as_xlsx(sheet.cells), "llegadas.xlsx", cast.norte)
    assert (batch.status, batch.heading_row, batch.rows_total) == (
        ImportStatus.CHECKED,
        HEADING_ROW,
        300,
    )
    assert named(batch) == {(each.row, each.column, each.fault) for each in sheet.planted}
    assert {
        (row["number"], doubt)
        for row in rows_in(batch, [RowState.DOUBTFUL])
        for doubt, about in row["doubts"]
        if about
    } == {(each.row, each.fault) for each in sheet.doubts}
    at_fault = {each.row for each in [*sheet.planted, *sheet.doubts]}
    good = {row["number"] for row in rows_in(batch, [RowState.GOOD])}
    everybody = {HEADING_ROW + 1 + place for place in range(300)}
    assert good == everybody - at_fault - sheet.waiting

    page = ana.get(f"/imports/{batch.pk}/?rows=wrong").content.decode()
    first = min(sheet.planted, key=lambda each: each.row)
    assert f">{first.row}<" in page
    before = checksums()
    batch = put_on_file(ana, ImportBatch.objects.get(pk=batch.pk))
    assert (batch.rows_done, Individual.objects.count()) == (len(good), len(good))
    assert FamilyMember.objects.count() == len(good)
    families = {sheet.rows[number - HEADING_ROW - 1][COLUMN["family"]] for number in good}
    assert Case.objects.count() == len(families)
    assert batch.rows_wrong + batch.rows_doubtful + batch.rows_held == 300 - len(good)
    undo(ana, batch)
    assert batch_key_left_out(checksums()) == batch_key_left_out(before)
