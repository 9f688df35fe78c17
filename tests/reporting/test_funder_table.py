"""The funder's monthly table, from the button to the funder's own tool."""

import csv
import datetime
import io

import hxl
import pytest
import time_machine
from django.db import IntegrityError, connection, transaction
from django.urls import reverse
from django.utils import timezone
from python_calamine import CalamineWorkbook

from accounts.access import NotAllowed
from accounts.models import AuditEvent, User
from casework.register.choices import Category, Sex
from reporting.actions.tables import TableNotReleasable, make_table, prepare_table, release_table
from reporting.choices import Audience, TableStatus
from reporting.models import FunderTable
from reporting.querysets import LONGEST_MAKING
from reporting.rules.funder_rows import hxl_row
from reporting.writing import from_csv, legend
from shelters.models import Placement
from tests.build import a_row, an_arrival, reference
from tests.cast import Cast, log_in
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import a_family, a_site
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
    assert numbers <= {"0", "<5", "s"}
    assert {"<5", "s"} & numbers


def test_the_public_gets_fewer_numbers_than_a_partner(cast):
    soldiers_arrive(cast, 7)
    table = make_table(february(cast, audience=Audience.PUBLIC).pk)
    _names, _tags, *body = rows_of(table)
    assert not any("7" in row for row in body)
    assert legend(10)[0][0] == "<10"


@pytest.mark.parametrize(
    ("language", "small", "withheld"),
    [
        ("es", "de 1 a 4 personas", "no se muestra, porque es pequeño"),
        ("en", "from 1 to 4 people", "withheld, because it is small"),
    ],
)
def test_the_marks_are_explained_in_both_files_and_on_the_page(cast, language, small, withheld):
    """On paper, too: the page is what is printed."""
    soldiers_arrive(cast, 4)
    User.objects.filter(pk=cast.adela.pk).update(language=language)
    table = make_table(february(cast).pk)
    text = content(table, table.csv_name).decode("utf-8-sig")
    assert f"<5,{small}" in text
    assert len({len(row) for row in csv.reader(io.StringIO(text))}) == 1
    assert withheld in text
    book = CalamineWorkbook.from_filelike(io.BytesIO(content(table, table.xlsx_name)))
    top = [row[:2] for row in book.get_sheet_by_index(0).to_python()]
    assert top[0] == ["<5", small]
    assert top[1][1].startswith(withheld)
    adela = log_in(User.objects.get(pk=cast.adela.pk))
    page = page_of(adela.get(reverse("report-table", args=[table.pk])))
    assert page.says(small)
    assert page.says(withheld)
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


def arrivals_and_nights(cast: Cast) -> FunderTable:
    """Men who arrived and women who sleep at a site, many enough to be shown, and few children."""
    soldiers_arrive(cast, 12)
    site = a_site(cast.cucuta, run_by=cast.carla)
    case = a_family(cast.norte, 9, since=FEBRUARY)
    for member in case.members.all():
        Placement.objects.create(
            individual=member.individual,
            case=case,
            site=site,
            starts_on=FEBRUARY,
            placed_by=cast.carla,
        )
    an_arrival(cast, people=[a_row("Hija", sex=Sex.FEMALE, born=2016)])
    return make_table(february(cast).pk)


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
        shown = [row.get("#affected+ind-f-m-i") for row in parts]
        assert sum(int(number) for number in shown if number.isdecimal()) <= count + 1
        assert max(int(number) for number in shown if number.isdecimal()) == count
    night = next(row for row in rows if row.get("#meta+row") == "part")
    assert (night.get("#adm2+code"), night.get("#adm2+name")) == ("54001", "Cúcuta")
    assert not night.get("#loc+code")


def test_a_funders_tool_finds_nothing_wrong_but_text_where_a_number_is_withheld(cast):
    table = arrivals_and_nights(cast)
    wrong = []
    schema = hxl.schema(None, callback=wrong.append)
    schema.validate(hxl.data(io.BytesIO(content(table, table.csv_name))))
    errors = [each for each in wrong if each.rule.severity == "error"]
    assert {each.value for each in errors} <= {"<5", "s"}
    assert {each.column.display_tag.split("+")[0] for each in errors} == {"#affected"}


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
    FunderTable.objects.filter(pk=table.pk).update(made_at=early + 14 * 60 * A_MINUTE)
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
