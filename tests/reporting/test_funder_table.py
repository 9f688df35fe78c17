"""The funder's monthly table, from the button to the download."""

import datetime
from dataclasses import replace

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.access import NotAllowed
from accounts.models import AuditEvent, User
from accounts.permissions import Permission
from accounts.roles import ROLES, Role
from reporting.actions.tables import TableNotReleasable, make_table, prepare_table, release_table
from reporting.choices import Audience, TableStatus
from reporting.models import FunderTable
from reporting.querysets import LONGEST_MAKING
from tests.aid.build import a_payer
from tests.cast import log_in
from tests.page import page_of
from tests.refusals import refused
from tests.reporting.build import FEBRUARY, february, soldiers_arrive
from vault.files import store_file

pytestmark = pytest.mark.usefixtures("media")

A_MINUTE = datetime.timedelta(minutes=1)


def test_the_tables_page_wants_a_fresh_log_in_and_somebody_who_may_read_it(cast, client):
    table = make_table(february(cast).pk)
    address = reverse("report-table", args=[table.pk])
    client.force_login(cast.adela)
    assert client.get(address)["Location"].startswith(reverse("account_reauthenticate"))
    assert log_in(cast.aurelio).get(address).status_code == 404
    assert log_in(cast.ana).get(address).status_code == 404
    assert (
        log_in(cast.adela).get(reverse("report-table", args=[february(cast).pk])).status_code == 404
    )


def test_the_files_on_disk_are_ciphertext(cast, tmp_path):
    soldiers_arrive(cast, 7)
    make_table(february(cast).pk)
    stored = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert len(stored) == 3
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
    assert sorted(files) == sorted([made.csv_name, made.xlsx_name, made.counts_name])


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


@pytest.mark.parametrize(("day", "months"), [(1, 1), (28, 1), (31, 1), (31, 3)])
def test_a_period_that_is_not_over_is_refused_at_its_field(cast, client, day, months):
    """On the last day people still arrive."""
    with time_machine.travel(datetime.datetime(2019, 3, day, 15, tzinfo=datetime.UTC), tick=False):
        march = FEBRUARY.replace(month=3)
        first = march if months == 1 else FEBRUARY
        with refused("This period is not over", field="month" if months == 1 else "months"):
            prepare_table(
                office=cast.cucuta,
                month=first,
                months=months,
                audience=Audience.PARTNER,
                by=cast.adela,
            )
        assert february(cast).ends_on == march
        client.force_login(cast.adela)
        form = client.get(reverse("report-prepare")).context["form"]
        assert form.fields["month"].choices[0][0] == "2019-02-01"


def test_a_month_its_quarter_and_its_year_are_prepared_and_released_on_the_pages(cast):
    """Each is made and released before the next is asked for, the shortest first."""
    soldiers_arrive(cast, 12)
    adela, sonia = log_in(cast.adela), log_in(cast.sonia)
    given = {"month": "2019-02-01", "audience": "partner", "office": str(cast.cucuta.pk)}
    for months in ("1", "3", "12"):
        asked = adela.post(reverse("report-prepare"), given | {"months": months})
        [table] = FunderTable.objects.queued()
        assert asked["Location"] == reverse("report-detail", args=[table.pk])
        make_table(table.pk)
        address = reverse("report-release", args=[table.pk])
        assert page_of(sonia.get(address)).says("Oriente")
        assert sonia.post(address, {"pressed": "yes"}).status_code == 302
    released = FunderTable.objects.filter(released_at__isnull=False).order_by("released_at")
    assert [table.ends_on.isoformat() for table in released] == [
        "2019-03-01",
        "2019-05-01",
        "2020-02-01",
    ]


def test_three_months_are_asked_for_on_the_page_and_say_so(cast, client):
    client.force_login(cast.adela)
    given = {"month": "2019-02-01", "audience": "partner", "office": str(cast.cucuta.pk)}
    client.post(reverse("report-prepare"), given | {"months": "3"})
    table = FunderTable.objects.get()
    assert (table.ends_on, table.file_stem) == (
        datetime.date(2019, 5, 1),
        "amparo-2019-02-2019-04-partner",
    )
    assert page_of(client.get(reverse("report-list"))).says("febrero 2019 – abril 2019")


def test_a_table_that_was_made_before_its_month_was_over_is_not_released_afterwards(cast):
    table = make_table(february(cast).pk)
    early = datetime.datetime(2019, 2, 28, 15, tzinfo=datetime.UTC)
    FunderTable.objects.filter(pk=table.pk).update(made_at=early)
    with refused("This table was made before its period was over"):
        release_table(table, by=cast.sonia)
    in_time = early + 14 * 60 * A_MINUTE
    FunderTable.objects.filter(pk=table.pk).update(made_at=in_time)
    with time_machine.travel(in_time + A_MINUTE, tick=False):
        assert release_table(table, by=cast.sonia).released_at


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
    asked = {"month": "2019-02-01", "office": str(cast.cucuta.pk)}
    silent = client.post(reverse("report-prepare"), asked)
    assert silent.context["form"].errors.keys() == {"audience"}, "nobody said who will read it"
    answer = client.post(reverse("report-prepare"), asked | {"audience": "partner"})
    table = FunderTable.objects.get()
    assert answer["Location"] == reverse("report-detail", args=[table.pk])
    assert (table.starts_on, table.ends_on) == (FEBRUARY, datetime.date(2019, 3, 1))
    assert client.get(answer["Location"]).status_code == 200


@pytest.mark.parametrize("rows", [1, 4])
def test_the_list_of_tables_asks_the_database_the_same_for_one_row_and_for_four(
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


def test_the_page_that_releases_shows_whose_table_it_is_for_whom_and_the_table(cast):
    soldiers_arrive(cast, 12)
    table = make_table(february(cast, funder=a_payer("Fundación Orilla")).pk)
    address = reverse("report-release", args=[table.pk])
    sonia = log_in(cast.sonia)
    page = sonia.get(address)
    assert page_of(page).says("febrero 2019", "Fundación Orilla", cast.cucuta.name)
    assert page_of(page).says(str(Audience.PARTNER.label), "Nuevas llegadas", "Oriente", "12")
    assert page_of(page).says("Personas cuyo día de llegada está en el período")
    read = sonia.get(reverse("report-table", args=[table.pk]))
    assert page.context["blocks"] == read.context["blocks"]
    looks = AuditEvent.objects.filter(verb="table.read", actor=cast.sonia)
    assert [event.details for event in looks.order_by("at")] == [
        {"format": "release"},
        {"format": "page"},
    ]
    sonia.post(address, {"pressed": "yes"})
    detail = page_of(sonia.get(reverse("report-detail", args=[table.pk])))
    assert detail.heading.endswith("Entregada")
    assert page_of(sonia.get(reverse("report-list"))).says("Entregada")


def test_what_cannot_be_read_any_more_is_not_released(cast):
    table = make_table(february(cast).pk)
    kept = FunderTable.expires_after()
    assert kept >= datetime.timedelta(days=3650), "a funder audits years later"
    then = timezone.now() - kept - A_MINUTE
    long_over = {"starts_on": datetime.date(2010, 2, 1), "ends_on": datetime.date(2010, 3, 1)}
    FunderTable.objects.update(made_at=then, **long_over)
    assert log_in(cast.sonia).get(reverse("report-release", args=[table.pk])).status_code == 404
    with refused("The files have expired", kind=TableNotReleasable):
        release_table(table, by=cast.sonia)


def test_nobody_releases_what_they_may_not_read(cast, monkeypatch):
    table = make_table(february(cast).pk)
    described = ROLES[Role.SUPERVISOR]
    blind = replace(
        described, permissions=described.permissions - {Permission.REPORT_RELEASED_READ}
    )
    monkeypatch.setitem(ROLES, Role.SUPERVISOR, blind)
    with pytest.raises(NotAllowed):
        release_table(table, by=User.objects.get(pk=cast.sonia.pk))


def test_the_page_that_releases_wants_a_fresh_log_in(cast, client):
    table = make_table(february(cast).pk)
    client.force_login(cast.sonia)
    answer = client.get(reverse("report-release", args=[table.pk]))
    assert answer["Location"].startswith(reverse("account_reauthenticate"))
