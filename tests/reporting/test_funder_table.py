"""The funder's monthly table, from the button to the funder's own tool."""

import datetime
import io

import hxl
import pytest
from django.db import IntegrityError, connection, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.access import NotAllowed
from casework.register.choices import Category, Sex
from reporting.actions.tables import TableNotReleasable, make_table, prepare_table, release_table
from reporting.choices import Audience, TableStatus
from reporting.models import FunderTable
from reporting.querysets import LONGEST_MAKING
from reporting.rules.funder_rows import hxl_row
from tests.build import a_row, an_arrival, reference
from tests.cast import Cast, log_in
from tests.refusals import refused
from vault.files import open_file, store_file

pytestmark = pytest.mark.usefixtures("media")

A_MINUTE = datetime.timedelta(minutes=1)
FEBRUARY = datetime.date(2019, 2, 1)


def men(count: int, **facts) -> list:
    return [a_row(f"Hombre {n}", "Prueba", sex=Sex.MALE, born=1990, **facts) for n in range(count)]


def soldiers_arrive(cast: Cast, count: int) -> None:
    reference()
    for person in men(count, category=Category.FORMER_MEMBER):
        an_arrival(cast, people=[person])


def february(cast: Cast, **facts) -> FunderTable:
    return prepare_table(
        office=cast.cucuta, month=FEBRUARY, by=cast.adela, **{"audience": Audience.PARTNER, **facts}
    )


def content(table: FunderTable, name: str) -> bytes:
    return open_file(name, key_id=table.key_id, row_id=table.pk).read()


def test_the_table_counts_arrivals_and_a_funders_tool_reads_it(cast):
    soldiers_arrive(cast, 7)
    table = make_table(february(cast).pk)
    source = hxl.data(io.BytesIO(content(table, table.csv_name)))
    assert source.display_tags == hxl_row()
    row = next(iter(source.with_rows("#loc+code=oriente")))
    assert row.get("#affected+m+age_18_59") == "7"
    assert row.get("#affected+f+age_18_59") == "0"
    assert row.get("#date+start") == "2019-02-01"


def test_the_workbook_holds_the_same_rows(cast, tmp_path):
    soldiers_arrive(cast, 7)
    table = make_table(february(cast).pk)
    path = tmp_path / "table.xlsx"
    path.write_bytes(content(table, table.xlsx_name))
    rows = list(hxl.data(str(path), hxl.InputOptions(allow_local=True)))
    assert [row.get("#affected+m+age_18_59") for row in rows][:1] == [7]


def test_small_numbers_stay_inside(cast):
    soldiers_arrive(cast, 4)
    table = make_table(february(cast).pk)
    text = content(table, table.csv_name).decode("utf-8-sig")
    assert "<5" in text
    assert ",4," not in text
    assert text.rstrip().splitlines()[2].endswith("<5")


def test_the_public_gets_fewer_numbers_than_a_partner(cast):
    soldiers_arrive(cast, 7)
    table = make_table(february(cast, audience=Audience.PUBLIC).pk)
    assert "<10" in content(table, table.csv_name).decode("utf-8-sig")


def test_the_files_on_disk_are_ciphertext(cast, tmp_path):
    soldiers_arrive(cast, 7)
    make_table(february(cast).pk)
    stored = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert len(stored) == 2
    assert not any(b"oriente" in file or b"PK\x03\x04" in file for file in stored)


def test_a_table_is_made_once_however_often_the_task_runs(cast):
    table = february(cast)
    assert make_table(table.pk) is not None
    assert make_table(table.pk) is None


def test_a_table_whose_worker_was_killed_is_made_by_the_next_and_leaves_no_half_files(
    cast, tmp_path
):
    """The worker is ended by force after five minutes, so a row that is silent longer has nobody."""
    table = february(cast)
    began = timezone.now() - LONGEST_MAKING
    left = store_file(b"half", key_id=table.key_id, row_id=table.pk)
    half = tmp_path / f"{left}.part"
    half.write_bytes(b"quarter")
    rows = FunderTable.objects.filter(pk=table.pk)
    rows.update(
        status=TableStatus.RUNNING, started_at=began + A_MINUTE, csv_name=left, steps_done=3
    )
    assert make_table(table.pk) is None
    rows.update(started_at=began - A_MINUTE)
    assert list(FunderTable.objects.queued()) == [table]
    made = make_table(table.pk)
    assert (made.status, made.steps_done) == (TableStatus.READY, made.steps_total)
    files = [
        path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()
    ]
    assert sorted(files) == sorted([made.csv_name, made.xlsx_name])


def test_a_queued_table_of_somebody_who_lost_the_role_is_not_made(cast):
    table = february(cast)
    cast.adela.grants.update(ends_on=datetime.date(2019, 1, 1))
    with pytest.raises(NotAllowed):
        make_table(table.pk)
    table.refresh_from_db()
    assert table.status == TableStatus.FAILED


def test_only_a_second_person_releases(cast):
    table = make_table(february(cast).pk)
    assert release_table(table, by=cast.sonia).released_by == cast.sonia
    with pytest.raises(NotAllowed):
        release_table(table, by=cast.adela)
    with pytest.raises(NotAllowed):
        release_table(table, by=cast.mara)


def test_the_database_refuses_a_release_by_whoever_prepared_it(cast):
    table = make_table(february(cast).pk)
    with (
        pytest.raises(IntegrityError, match="released_by_a_second_person"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(
            "UPDATE reporting_fundertable SET released_by_id = prepared_by_id, released_at = now() WHERE id = %s",
            [table.pk],
        )


def test_a_table_that_is_not_ready_is_not_released(cast):
    with pytest.raises(TableNotReleasable):
        release_table(february(cast), by=cast.sonia)


def test_a_month_that_has_not_begun_is_refused(cast):
    future = cast.cucuta.today() + datetime.timedelta(days=40)
    with refused("This month has not begun"):
        prepare_table(office=cast.cucuta, month=future, audience=Audience.PARTNER, by=cast.adela)


def test_another_offices_table_is_refused(cast):
    with refused("You prepare tables for your own office only"):
        prepare_table(office=cast.arauca, month=FEBRUARY, audience="partner", by=cast.adela)


def test_the_auditor_sees_a_table_only_once_it_is_released(cast, client):
    table = make_table(february(cast).pk)
    client.force_login(cast.aurelio)
    page = reverse("report-detail", args=[table.pk])
    assert client.get(page).status_code == 404
    release_table(table, by=cast.sonia)
    assert client.get(page).status_code == 200


def test_the_file_comes_as_an_attachment_whose_name_tells_nothing(cast):
    table = make_table(february(cast).pk)
    client = log_in(cast.adela)
    answer = client.get(reverse("report-file", args=[table.pk, "csv"]))
    assert answer["Content-Disposition"] == 'attachment; filename="amparo-2019-02-partner.csv"'
    assert b"".join(answer.streaming_content).startswith(b"\xef\xbb\xbf")
    assert client.get(reverse("report-file", args=[table.pk, "exe"])).status_code == 404


def test_the_administrator_prepares_a_table_on_the_page(cast, client):
    client.force_login(cast.adela)
    answer = client.post(
        reverse("report-prepare"),
        {"month": "2019-02-01", "audience": "partner", "office": str(cast.cucuta.pk)},
    )
    table = FunderTable.objects.get()
    assert answer["Location"] == reverse("report-detail", args=[table.pk])
    assert (table.starts_on, table.ends_on) == (FEBRUARY, datetime.date(2019, 3, 1))
    assert client.get(answer["Location"]).status_code == 200


@pytest.mark.parametrize("rows", [1, 30])
def test_the_list_of_tables_asks_the_database_the_same_for_one_row_and_for_thirty(
    cast, client, rows, django_assert_max_num_queries
):
    for _ in range(rows):
        february(cast)
    client.force_login(cast.adela)
    client.get(reverse("report-list"))
    with django_assert_max_num_queries(LIST_QUERIES) as queries:
        assert client.get(reverse("report-list")).status_code == 200
    assert len(queries) == LIST_QUERIES


# Session, user, roles; unread notices; kept views; count, rows: the same however many rows.
LIST_QUERIES = 7


def test_programs_read_which_tables_there_are_within_sight(cast, client):
    make_table(february(cast).pk)
    client.force_login(cast.adela)
    listed = client.get("/api/v1/reports/?status=ready").json()
    assert [row["starts_on"] for row in listed["results"]] == ["2019-02-01"]
    client.force_login(cast.aurelio)
    assert client.get("/api/v1/reports/").json()["count"] == 0
    client.force_login(cast.ana)
    assert client.get("/api/v1/reports/").status_code == 404


def test_a_file_asks_again_who_one_is_when_the_log_in_is_old(cast, client):
    table = make_table(february(cast).pk)
    client.force_login(cast.adela)
    answer = client.get(reverse("report-file", args=[table.pk, "csv"]))
    assert answer["Location"].startswith(reverse("account_reauthenticate"))
