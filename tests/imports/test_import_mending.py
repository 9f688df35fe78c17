"""Row by row: mend and go to the next error, drop and fetch back, take as somebody new and doubt again."""

import pytest
from django.test import Client

from accounts.models import AuditEvent
from imports.choices import ImportStatus, RowState
from imports.models import ImportBatch
from tests.cast import log_in
from tests.imports.sheets import as_xlsx, checked, put_on_file

HEAD = ["Nombres", "Apellidos", "Edad", "Cédula"]


pytestmark = pytest.mark.usefixtures("house")


@pytest.fixture(scope="module")
def batch_of_the_file(ana_of_the_file, cast_of_the_file):
    rows = [
        HEAD,
        ["Ana", "Rojas", "30", "12345678"],
        ["Luis", "Mora", "treinta", ""],
        ["Anna", "Rojas", "30", "12345678"],
        ["Eva", "Lugo", "nueve", ""],
        ["Flor", "Gil", "40", ""],
        ["Ana", "Roja", "30", "12345678"],
        ["Anita", "Rojas", "30", "12345678"],
    ]
    return checked(ana_of_the_file, as_xlsx(rows), "a.xlsx", cast_of_the_file.norte).pk


@pytest.fixture
def batch(sent_in, batch_of_the_file) -> ImportBatch:
    """Rows 2 and 6 are good, 3 and 5 wrong, 4, 7 and 8 like row 2."""
    return sent_in(batch_of_the_file)


def states(batch: ImportBatch) -> dict[int, str]:
    return {row["number"]: row["state"] for chunk in batch.chunks.all() for row in chunk.rows}


def mend(client: Client, batch: ImportBatch, row: int, age: str, **more: str) -> str:
    cells = {"cell-0": "Luis", "cell-1": "Mora", "cell-2": age, "cell-3": ""}
    answer = client.post(f"/imports/{batch.pk}/rows/{row}/?rows=wrong", {**cells, **more})
    return answer["Location"]


def test_the_sheet_stands_as_the_tests_below_say(batch):
    assert states(batch) == {
        2: RowState.GOOD,
        3: RowState.WRONG,
        4: RowState.DOUBTFUL,
        5: RowState.WRONG,
        6: RowState.GOOD,
        7: RowState.DOUBTFUL,
        8: RowState.DOUBTFUL,
    }


def test_saving_can_go_on_to_the_next_error_and_round_to_the_first(cast, ana, batch):
    page = ana.get(f"/imports/{batch.pk}/rows/5/?rows=wrong")
    assert page.context["also"]
    assert mend(ana, batch, 5, "40", also="1") == f"/imports/{batch.pk}/rows/3/?rows=wrong"
    assert not ana.get(f"/imports/{batch.pk}/rows/3/?rows=wrong").context["also"]
    assert mend(ana, batch, 3, "ocho", also="1") == f"/imports/{batch.pk}/rows/3/?rows=wrong"
    assert mend(ana, batch, 3, "8", also="1") == f"/imports/{batch.pk}/?rows=good"


def test_saving_leads_back_to_the_tab_it_came_from(cast, ana, batch):
    assert mend(ana, batch, 3, "30") == f"/imports/{batch.pk}/?rows=wrong"
    page = ana.get(f"/imports/{batch.pk}/?rows=wrong").content.decode()
    assert f"/imports/{batch.pk}/rows/5/?rows=wrong" in page


def test_a_dropped_row_can_be_fetched_back_at_once_and_from_its_tab(cast, ana, batch):
    answer = ana.post(f"/imports/{batch.pk}/rows/3/drop/?rows=wrong")
    assert answer["Location"] == f"/imports/{batch.pk}/?rows=wrong&dropped=3"
    page = ana.get(answer["Location"])
    assert page.context["undo"]["url"] == f"/imports/{batch.pk}/rows/3/restore/?rows=wrong"
    tab = ana.get(f"/imports/{batch.pk}/?rows=dropped").content.decode()
    assert f"/imports/{batch.pk}/rows/3/restore/?rows=dropped" in tab
    ana.post(page.context["undo"]["url"])
    assert states(batch)[3] == RowState.WRONG
    batch.refresh_from_db()
    assert (batch.rows_dropped, batch.rows_wrong) == (0, 2)
    assert "rows=dropped" not in ana.get(f"/imports/{batch.pk}/").content.decode()
    assert AuditEvent.objects.filter(verb="import.row_restored", actor=cast.ana).count() == 1


def test_a_row_that_was_not_dropped_is_not_fetched_back(cast, ana, batch):
    answer = ana.post(f"/imports/{batch.pk}/rows/2/restore/", follow=True)
    assert len(answer.context["messages"]) == 1
    put_on_file(ana, batch)
    ana.post(f"/imports/{batch.pk}/rows/2/restore/")
    assert states(batch)[2] == RowState.DONE


def test_what_waited_and_was_dropped_after_a_part_went_on_file_can_be_fetched_back(
    cast, ana, batch
):
    batch = put_on_file(ana, batch)
    asked = " ".join(ana.get(f"/imports/{batch.pk}/drop/").context["sentences"])
    assert "mientras" in asked
    ana.post(f"/imports/{batch.pk}/drop/")
    ana.post(f"/imports/{batch.pk}/rows/5/restore/")
    batch.refresh_from_db()
    assert (batch.status, batch.rows_wrong, batch.rows_dropped) == (ImportStatus.CHECKED, 1, 4)


def test_who_was_taken_as_somebody_new_can_be_doubted_again(cast, ana, batch):
    answer = ana.post(f"/imports/{batch.pk}/rows/4/accept/")
    offer = ana.get(answer["Location"]).context["undo"]
    assert offer["url"] == f"/imports/{batch.pk}/rows/4/doubt/?rows=doubtful"
    good = ana.get(f"/imports/{batch.pk}/?rows=good").content.decode()
    assert good.count("/doubt/") == 1
    ana.post(offer["url"])
    assert states(batch)[4] == RowState.DOUBTFUL


def test_all_that_were_taken_together_are_doubted_together_and_no_other(cast, ana, batch):
    ana.post(f"/imports/{batch.pk}/rows/4/accept/")
    answer = ana.post(f"/imports/{batch.pk}/accept/")
    assert RowState.DOUBTFUL not in states(batch).values()
    ana.post(ana.get(answer["Location"]).context["undo"]["url"])
    found = states(batch)
    assert (found[4], found[7], found[8]) == (
        RowState.GOOD,
        RowState.DOUBTFUL,
        RowState.DOUBTFUL,
    )


def test_a_sheet_of_three_hundred_rows_stays_open_while_it_is_mended(cast, ana):
    rows = [[f"Luis{chr(97 + n % 26)}", f"Mora{chr(97 + n // 26)}", "30", ""] for n in range(300)]
    rows[7][2] = rows[250][2] = "treinta"
    batch = checked(ana, as_xlsx([HEAD, *rows]), "a.xlsx", cast.norte)
    assert mend(ana, batch, 9, "30", also="1") == f"/imports/{batch.pk}/rows/252/?rows=wrong"
    ana.post(f"/imports/{batch.pk}/rows/252/drop/?rows=wrong")
    batch.refresh_from_db()
    assert (batch.status, batch.rows_good, batch.rows_dropped) == (ImportStatus.CHECKED, 299, 1)


@pytest.mark.parametrize("act", ["rows/3/restore/", "rows/4/doubt/", "doubt/"])
def test_others_find_nothing_to_take_back(cast, ana, batch, act):
    assert log_in(cast.bruno).post(f"/imports/{batch.pk}/{act}").status_code == 404
