"""A sheet of arrivals goes through its pages and lands on file, family by family."""

import datetime

import pytest

from casework.register.choices import BirthPrecision, Category, Relation, Sex
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from imports.choices import ImportStatus
from imports.models import ImportBatch, ImportChunk
from tests.build import people_of
from tests.cast import log_in
from tests.imports.sheets import (
    FAMILY,
    HEADINGS,
    as_csv,
    as_xlsx,
    batch_of,
    checked,
    press,
    put_on_file,
    upload,
)
from tests.page import page_of
from vault.models import SubjectKey

pytestmark = pytest.mark.usefixtures("house")


def test_a_family_in_a_sheet_becomes_a_case(cast, ana):
    batch = checked(ana, as_xlsx([HEADINGS, *FAMILY]), "llegadas.xlsx", cast.norte)
    assert (batch.status, batch.rows_good, batch.rows_wrong) == (ImportStatus.CHECKED, 3, 0)
    assert Case.objects.count() == 0
    batch = put_on_file(ana, batch)
    assert (batch.status, batch.rows_done, batch.families_done) == (ImportStatus.DONE, 3, 1)
    case = Case.objects.get()
    head, wife, son = people_of(case)
    arrival = Arrival.objects.get()
    assert (case.team, arrival.on, arrival.logged_by) == (
        cast.norte,
        datetime.date(2019, 2, 23),
        cast.ana,
    )
    assert (head.full_name, head.sex, head.born_on) == (
        "Yorman José Rodríguez Peña",
        Sex.MALE,
        datetime.date(1991, 4, 12),
    )
    service = head.service_records.get()
    assert (service.force_id, service.rank, head.category) == (
        "gnb",
        "sargento-2",
        Category.FORMER_MEMBER,
    )
    assert head.identity_documents.get().number == "V-19.345.678"
    assert (wife.birth_precision, wife.birth_year) == (BirthPrecision.AGE, 1995)
    assert [member.relation_to_principal for member in case.members.order_by("pk")] == [
        Relation.PRINCIPAL,
        Relation.SPOUSE,
        Relation.SON,
    ]
    assert son.category == Category.RELATIVE


@pytest.mark.parametrize("delimiter", [";", ",", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le"])
def test_csv_of_any_delimiter_and_encoding_is_read(cast, ana, delimiter, encoding):
    content = as_csv([HEADINGS, *FAMILY], delimiter=delimiter, encoding=encoding)
    batch = batch_of(upload(ana, content, "llegadas.csv", cast.norte))
    rows = batch.chunks.get().rows
    assert (batch.headings, [row["cells"][1] for row in rows]) == (
        HEADINGS,
        ["Yorman José", "Marleny", "Ángel David"],
    )


def test_words_are_confirmed_once_in_an_office(cast, ana):
    content = as_xlsx([HEADINGS, *FAMILY[:2]])
    first = batch_of(upload(ana, content, "uno.xlsx", cast.norte))
    answer = press(ana, f"/imports/{first.pk}/columns/")
    assert answer["Location"] == f"/imports/{first.pk}/words/"
    press(ana, answer["Location"])
    second = batch_of(upload(log_in(cast.bruno), content, "dos.xlsx", cast.sur))
    answer = press(log_in(cast.bruno), f"/imports/{second.pk}/columns/")
    assert answer["Location"] == f"/imports/{second.pk}/"


def test_a_word_means_what_somebody_said_it_means(cast, ana):
    rows = [["Nombre", "Grado"], ["Luis Paredes", "chopo"]]
    batch = batch_of(upload(ana, as_xlsx(rows), "a.xlsx", cast.norte))
    press(ana, f"/imports/{batch.pk}/columns/")
    page = ana.get(f"/imports/{batch.pk}/words/").content.decode()
    assert "chopo" in page
    ana.post(f"/imports/{batch.pk}/words/", {"word-0": "sargento-1"})
    batch.refresh_from_db()
    put_on_file(ana, batch)
    assert Individual.objects.get().service_records.get().rank == "sargento-1"


def test_words_written_as_what_they_mean_stand_folded_below_those_that_ask(cast, ana):
    rows = [["Nombre", "Grado", "Fuerza"], ["Luis Paredes", "chopo", "Guardia Nacional"]]
    batch = batch_of(upload(ana, as_xlsx(rows), "a.xlsx", cast.norte))
    press(ana, f"/imports/{batch.pk}/columns/")
    page = page_of(ana.get(f"/imports/{batch.pk}/words/"))
    [folded] = [each for each in page.root.all("details") if "palabra" in each.text]
    assert next(folded.all("summary")).text == "1 palabra escrita igual que su significado"
    assert [row["En la hoja"] for row in page.rows] == ["chopo", "Guardia Nacional"]
    assert "chopo" not in folded.text
    [place] = [name for name, said in page.fields.items() if name.startswith("word-") and not said]
    ana.post(f"/imports/{batch.pk}/words/", page.fields | {place: "sargento-1"})
    batch.refresh_from_db()
    put_on_file(ana, batch)
    record = Individual.objects.get().service_records.get()
    assert (record.force_id, record.rank) == ("gnb", "sargento-1")


def test_columns_are_remembered_for_the_same_headings(cast, ana):
    rows = [["Procedencia", "Nombre"], ["Táriba", "Luis Paredes"]]
    batch = batch_of(upload(ana, as_xlsx(rows), "a.xlsx", cast.norte))
    assert batch.column_fields == {1: "full_name"}
    ana.post(
        f"/imports/{batch.pk}/columns/", {"column-0": "circumstances", "column-1": "full_name"}
    )
    again = batch_of(upload(ana, as_xlsx(rows), "a.xlsx", cast.norte))
    assert again.column_fields == {0: "circumstances", 1: "full_name"}


def test_rows_with_errors_stay_until_they_are_mended_and_block_nobody(cast, ana):
    rows = [["Nombres", "Apellidos", "Edad"], ["Ana", "Rojas", "30"], ["Luis", "Mora", "treinta"]]
    batch = checked(ana, as_xlsx(rows), "a.xlsx", cast.norte)
    assert (batch.rows_good, batch.rows_wrong) == (1, 1)
    batch = put_on_file(ana, batch)
    assert (batch.rows_done, batch.rows_wrong, Case.objects.count()) == (1, 1, 1)
    page = ana.get(f"/imports/{batch.pk}/?rows=wrong").content.decode()
    assert "treinta" in page
    cells = {"cell-0": "Luis", "cell-1": "Mora", "cell-2": "30"}
    ana.post(f"/imports/{batch.pk}/rows/3/", cells)
    batch.refresh_from_db()
    assert (batch.rows_good, batch.rows_wrong) == (1, 0)
    batch = put_on_file(ana, batch)
    assert (batch.rows_done, Case.objects.count(), batch.status) == (2, 2, ImportStatus.DONE)


def test_a_relative_waits_for_the_head_of_the_family(cast, ana):
    broken = [row[:] for row in FAMILY]
    broken[0][4] = "31/02/1991"
    batch = checked(ana, as_xlsx([HEADINGS, *broken]), "a.xlsx", cast.norte)
    assert (batch.rows_good, batch.rows_wrong, batch.rows_held) == (0, 1, 2)
    ana.post(f"/imports/{batch.pk}/commit/")
    batch.refresh_from_db()
    assert (batch.status, Case.objects.count()) == (ImportStatus.CHECKED, 0)


def test_dropping_a_row_frees_the_rest_of_its_family(cast, ana):
    broken = [row[:] for row in FAMILY]
    broken[2][5] = "ocho"
    batch = checked(ana, as_xlsx([HEADINGS, *broken]), "a.xlsx", cast.norte)
    ana.post(f"/imports/{batch.pk}/rows/4/drop/")
    batch.refresh_from_db()
    assert (batch.rows_good, batch.rows_wrong, batch.rows_dropped) == (2, 0, 1)
    assert put_on_file(ana, batch).rows_done == 2


def test_somebody_on_file_is_a_possible_duplicate_until_somebody_says_no(cast, ana):
    content = as_xlsx([HEADINGS, *FAMILY])
    put_on_file(ana, checked(ana, content, "a.xlsx", cast.norte))
    batch = checked(ana, content, "b.xlsx", cast.norte)
    assert (batch.rows_good, batch.rows_doubtful) == (0, 3)
    page = ana.get(f"/imports/{batch.pk}/").content.decode()
    assert Individual.objects.first().number in page
    for number in (2, 3, 4):
        ana.post(f"/imports/{batch.pk}/rows/{number}/accept/")
    batch.refresh_from_db()
    assert (batch.rows_good, batch.rows_doubtful) == (3, 0)


def test_the_same_document_twice_in_a_sheet_is_doubtful(cast, ana):
    rows = [
        ["Nombres", "Apellidos", "Cédula"],
        ["Ana", "Rojas", "12345678"],
        ["Berta", "Lugo", "V-12.345.678"],
    ]
    batch = checked(ana, as_xlsx(rows), "a.xlsx", cast.norte)
    assert (batch.rows_good, batch.rows_doubtful) == (1, 1)


def test_working_twice_puts_nobody_on_file_twice(cast, ana):
    batch = put_on_file(ana, checked(ana, as_xlsx([HEADINGS, *FAMILY]), "a.xlsx", cast.norte))
    ImportBatch.objects.filter(pk=batch.pk).update(status=ImportStatus.RUNNING)
    chunk = batch.chunks.get()
    for row in chunk.rows:
        row["state"] = "good"
    chunk.good = 3
    chunk.save()
    assert put_on_file(ana, batch).status == ImportStatus.DONE
    assert Case.objects.count() == 1


def test_others_find_no_import_and_the_supervisor_does(cast, ana):
    batch = checked(ana, as_xlsx([HEADINGS, *FAMILY]), "a.xlsx", cast.norte)
    pages = ["", "columns/", "words/", "drop/", "families/", "rows/2/", "errors.xlsx"]
    bruno, mara, adela = (log_in(other) for other in (cast.bruno, cast.mara, cast.adela))
    sonia = log_in(cast.sonia)
    for page in pages:
        address = f"/imports/{batch.pk}/{page}"
        for other in (bruno, mara, adela):
            assert other.get(address).status_code == 404, page
        assert sonia.get(address).status_code in {200, 302}, page
    for page in ("commit/", "check/", "accept/", "drop/", "rows/2/drop/", "rows/2/accept/"):
        assert bruno.post(f"/imports/{batch.pk}/{page}").status_code == 404
    assert bruno.get("/imports/").context["total"] == 0


def test_the_download_holds_the_rows_that_wait_and_runs_nothing(cast, ana):
    rows = [["Nombres", "Apellidos", "Edad"], ["=cmd|x", "Rojas", "30"], ["Luis", "Mora", "30"]]
    batch = checked(ana, as_xlsx(rows), "a.xlsx", cast.norte)
    content = ana.get(f"/imports/{batch.pk}/errors.xlsx").content
    again = batch_of(upload(ana, content, "b.xlsx", cast.norte))
    assert again.rows_total == 1
    assert again.chunks.get().rows[0]["cells"][0] == "=cmd|x"


def test_dropping_a_sheet_destroys_it(cast, ana, settings):
    batch = checked(ana, as_xlsx([HEADINGS, *FAMILY]), "a.xlsx", cast.norte)
    ana.post(f"/imports/{batch.pk}/drop/")
    batch = ImportBatch.objects.get(pk=batch.pk)
    assert (batch.status, batch.chunks.count(), batch.headings) == (ImportStatus.DROPPED, 0, None)
    assert SubjectKey.objects.filter(pk=batch.key_id, wrapped=None).exists()
    assert ana.get(f"/imports/{batch.pk}/").status_code == 200
    assert ana.get("/imports/").status_code == 200


def test_nothing_of_a_sheet_lies_in_clear(cast, ana, settings):
    batch = checked(ana, as_xlsx([HEADINGS, *FAMILY]), "Yorman.xlsx", cast.norte)
    stored = b"".join(
        path.read_bytes() for path in settings.MEDIA_ROOT.rglob("*") if path.is_file()
    )
    assert stored
    assert b"Yorman" not in stored
    assert SubjectKey.objects.filter(pk=batch.key_id, wrapped__isnull=False).exists()
    assert (
        ImportChunk.objects.filter(batch=batch).values_list("key_id", flat=True)[0] == batch.key_id
    )


def test_mending_a_row_compares_that_row_alone_with_the_people_on_file(cast, ana):
    put_on_file(ana, checked(ana, as_xlsx([HEADINGS, *FAMILY]), "a.xlsx", cast.norte))
    rows = [["Nombres", "Apellidos", "Cédula", "Edad"], ["Eulalio", "Bracho", "", "30"]]
    rows.append(["Luis", "Mora", "V-19.345.678", "treinta"])
    batch = checked(ana, as_xlsx(rows), "b.xlsx", cast.norte)
    chunk = batch.chunks.get()
    chunk.rows[0]["like"] = ["A-2019-000001-09"]
    chunk.save()
    ana.post(
        f"/imports/{batch.pk}/rows/3/",
        {
            "cell-0": "Yorman José",
            "cell-1": "Rodríguez Peña",
            "cell-2": "V-19.345.678",
            "cell-3": "",
        },
    )
    found = {row["number"]: row["like"] for row in batch.chunks.get().rows}
    assert found == {
        2: ["A-2019-000001-09"],
        3: [Individual.objects.get(number__endswith="-01").number],
    }
