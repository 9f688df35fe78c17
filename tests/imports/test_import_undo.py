"""An import can be taken back within a day, as long as nobody has built on it, and leaves nothing behind."""

import datetime
import re
from typing import get_args, get_type_hints

import pytest
from django.db import ProgrammingError, connection, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEvent
from casework.arrivals.actions.intake import Intake
from casework.cases.actions import restrict_case
from casework.contact.models import Phone
from casework.duplicates.actions import decide_pair, pair_of
from casework.duplicates.choices import PairStatus
from casework.duplicates.models import DuplicatePair
from casework.families.actions.family import add_member
from casework.identity.actions.identity_documents import add_identity_document
from casework.identity.actions.individuals import correct_individual
from casework.identity.models import AnonymityWish
from casework.notes.actions import write_note
from casework.register.models.case import Case, NumberSeries
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual
from casework.work.models import InformationGiven
from imports.actions.endings import end_old_imports
from imports.choices import ImportStatus
from imports.models import ImportBatch, ImportedFamily
from shelters.actions.placements import place
from tests.asylum.exclusion.build import a_screener, a_screening
from tests.build import a_row, an_arrival, people_of
from tests.casework.compartments.build import confide
from tests.cast import as_
from tests.database import tables
from tests.imports.sheets import FAMILY, HEADINGS, as_xlsx, checked, put_on_file
from tests.shelters.build import a_site
from vault.models import SubjectKey

# What remembers on purpose: the audit, the histories, numbers given, the import itself, log-ins.
REMEMBERS = (
    "accounts_auditevent", "casework_caseevent", "casework_familymemberevent", "casework_numberseries",
    "imports_importbatch", "imports_importchunk", "imports_importedfamily", "imports_columnmemory",
    "imports_wordmemory", "accounts_session", "cache", "worklist_kept", "worklist_touched",
)  # fmt: skip


pytestmark = pytest.mark.usefixtures("house")


@pytest.fixture
def batch(cast, ana) -> ImportBatch:
    return put_on_file(ana, checked(ana, as_xlsx([HEADINGS, *FAMILY]), "a.xlsx", cast.norte))


def checksums() -> dict[str, str]:
    """Each table's rows as one number, but for the tables that remember."""
    found = {}
    with connection.cursor() as cursor:
        for table in tables():
            name = table.as_string(None)
            if any(kept in name for kept in REMEMBERS):
                continue
            cursor.execute(
                f"SELECT coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') FROM {name} t"  # noqa: S608
            )
            found[name] = cursor.fetchone()[0]
    return found


def batch_key_left_out(sums: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in sums.items() if "subject_key" not in name}


def undo(client, batch) -> ImportBatch:
    client.post(f"/imports/{batch.pk}/undo/")
    return ImportBatch.objects.get(pk=batch.pk)


def test_undo_leaves_the_database_as_it_was(cast, ana):
    an_arrival(cast)
    rows = [[*row, "no"] for row in FAMILY]
    rows[0][10] = "0414-1234567 / 0424-7654321"
    headings = [*HEADINGS, "Conocía su derecho a trabajar"]
    batch = checked(ana, as_xlsx([headings, *rows]), "a.xlsx", cast.norte)
    before = checksums()
    keys = set(SubjectKey.objects.values_list("pk", flat=True))
    batch.refresh_from_db()
    batch = put_on_file(ana, batch)
    if batch.rows_doubtful:
        ana.post(f"/imports/{batch.pk}/accept/")
        batch = put_on_file(ana, ImportBatch.objects.get(pk=batch.pk))
    assert (Case.objects.count(), Phone.objects.count()) == (2, 2)
    assert InformationGiven.objects.count() == len(FAMILY)
    assert checksums() != before
    batch = undo(ana, batch)
    assert (batch.status, batch.rows_done) == (ImportStatus.UNDONE, 0)
    assert batch_key_left_out(checksums()) == batch_key_left_out(before)
    assert set(SubjectKey.objects.values_list("pk", flat=True)) == keys
    assert SubjectKey.objects.filter(pk=batch.key_id, wrapped=None).exists()


def test_every_table_that_new_people_bring_is_known_to_both_functions(db):
    # No column of a sheet holds a wish; the undo is refused where there is one.
    kept = {SubjectKey, AuditEvent, AnonymityWish}
    written = {get_args(hint)[0] for name, hint in get_type_hints(Intake).items() if name != "by"}
    names = {model._meta.db_table for model in written - kept}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT proname, prosrc FROM pg_proc"
            " WHERE proname IN ('imports_refusals', 'imports_undo')"
        )
        source = dict(cursor.fetchall())
    own = source["imports_refusals"].partition("own CONSTANT text[] := ARRAY[")[2].partition("]")[0]
    asked = set(re.findall(r"'(\w+)'", own))
    taken_back = set(re.findall(r"DELETE FROM public\.(\w+)", source["imports_undo"]))
    assert (names - {"casework_case"} - asked, names - taken_back) == (set(), set())


def test_numbers_of_an_undone_import_are_not_given_again(cast, ana, batch):
    number = Case.objects.get().number
    undo(ana, batch)
    assert Case.objects.count() == 0
    assert NumberSeries.objects.get(year=2019).last == 1
    assert an_arrival(cast).number != number


@pytest.mark.parametrize(
    "built", ["note", "correction", "document", "placement", "restricted", "member"]
)
def test_undo_is_refused_once_somebody_has_built_on_it(cast, ana, batch, built):
    case = Case.objects.get()
    person = people_of(case)[0]
    match built:
        case "note":
            write_note(case, text="Llamó", by=cast.ana)
        case "correction":
            correct_individual(person, given_names="Otro", by=cast.ana)
        case "document":
            add_identity_document(person, number="P-1", type="passport", by=cast.ana)
        case "placement":
            place(
                person,
                site=a_site(cast.cucuta),
                bed=None,
                starts_on=cast.cucuta.today(),
                by=cast.sonia,
            )
        case "restricted":
            restrict_case(case, people=[cast.ana, cast.sonia], by=cast.sonia)
        case "member":
            add_member(case, row=a_row(), joined_on=cast.cucuta.today(), by=cast.ana)
    before = checksums()
    page = ana.get(f"/imports/{batch.pk}/undo/").content.decode()
    assert case.number in page
    ana.post(f"/imports/{batch.pk}/undo/")
    assert ImportBatch.objects.get(pk=batch.pk).status == ImportStatus.DONE
    assert checksums() == before


def is_on_file_for_a_day(case: Case) -> None:
    """Adds an older line to the case's history: the oldest counts, and the application can only add lines."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT string_agg(quote_ident(column_name), ', ') FROM information_schema.columns"
            " WHERE table_name = 'casework_caseevent'"
            " AND column_name NOT IN ('pgh_id', 'pgh_created_at')"
        )
        columns = cursor.fetchone()[0]
        cursor.execute(
            f"INSERT INTO casework_caseevent (pgh_created_at, {columns})"  # noqa: S608
            f" SELECT now() - interval '25 hours', {columns} FROM casework_caseevent WHERE pgh_obj_id = %s LIMIT 1",
            [case.pk],
        )
    made_at = timezone.now() - datetime.timedelta(hours=25)
    ImportedFamily.objects.filter(case=case).update(made_at=made_at)


def test_the_database_itself_refuses_after_a_day(cast, ana, batch):
    is_on_file_for_a_day(Case.objects.get())
    answer = ana.post(f"/imports/{batch.pk}/undo/")
    assert Case.objects.get().number in str(answer.context["form"].non_field_errors())


@pytest.fixture
def mended_later(cast, ana) -> ImportBatch:
    """Ana Rojas is on file for more than a day, Luis Mora was mended and is there for a moment, Eva waits."""
    rows = [
        ["Nombres", "Apellidos", "Edad"],
        ["Ana", "Rojas", "30"],
        ["Luis", "Mora", "treinta"],
        ["Eva", "Lugo", "nueve"],
    ]
    batch = put_on_file(ana, checked(ana, as_xlsx(rows), "a.xlsx", cast.norte))
    is_on_file_for_a_day(Case.objects.get())
    yesterday = timezone.now() - datetime.timedelta(hours=25)
    ImportBatch.objects.filter(pk=batch.pk).update(committed_at=yesterday)
    cells = {"cell-0": "Luis", "cell-1": "Mora", "cell-2": "30"}
    ana.post(f"/imports/{batch.pk}/rows/3/", cells)
    return put_on_file(ana, ImportBatch.objects.get(pk=batch.pk))


def on_file() -> set[str]:
    return {person.given_names for person in Individual.objects.all()}


def test_a_family_that_was_mended_later_has_a_day_of_its_own(cast, ana, mended_later):
    assert on_file() == {"Ana", "Luis"}
    page = ana.get(f"/imports/{mended_later.pk}/").content.decode()
    assert "Una familia de 2" in page
    families = ana.get(f"/imports/{mended_later.pk}/families/")
    since = families.context["undoable_since"]
    assert [family.made_at > since for family in mended_later.families.all()] == [False, True]
    asked = " ".join(ana.get(f"/imports/{mended_later.pk}/undo/").context["sentences"])
    assert asked.count("1 familia") == 2
    batch = undo(ana, mended_later)
    assert on_file() == {"Ana"}
    assert (batch.status, batch.families_done, batch.rows_done) == (ImportStatus.CHECKED, 1, 1)
    assert (batch.rows_good, batch.rows_wrong) == (1, 1)


def test_what_was_taken_back_can_go_on_file_again_and_be_taken_back_again(cast, ana, mended_later):
    for _time in range(2):
        batch = undo(ana, mended_later)
        batch = put_on_file(ana, batch)
        assert on_file() == {"Ana", "Luis"}
        assert (batch.families_done, batch.families.on_file().count()) == (2, 2)
    assert Case.objects.count() == 2


def test_an_import_is_over_a_day_after_its_last_family(cast, ana, mended_later):
    ana.post(f"/imports/{mended_later.pk}/rows/4/drop/")
    assert end_old_imports(timezone.now() + datetime.timedelta(hours=23)) == 0
    assert ImportBatch.objects.get(pk=mended_later.pk).stored_name
    assert end_old_imports(timezone.now() + datetime.timedelta(hours=25)) == 1


def test_the_page_is_gone_after_a_day(cast, ana, batch):
    ImportBatch.objects.filter(pk=batch.pk).update(
        committed_at=timezone.now() - datetime.timedelta(hours=25)
    )
    assert ana.get(f"/imports/{batch.pk}/undo/").status_code == 404


def test_the_applications_role_still_deletes_nothing_that_only_grows(cast, batch):
    for table in ("casework_casestatuschange", "casework_caseteamchange", "accounts_auditevent"):
        with pytest.raises(ProgrammingError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {table}")  # noqa: S608


def test_a_case_that_no_import_made_cannot_be_smuggled_into_one(cast, ana, batch):
    """Who holds the application's database role can write any row into the import's table; the function
    asks whether the arrival was made under that import's submission, and how old the case's history is."""
    old = an_arrival(cast, people=[a_row("Otra", "Persona")])
    family = batch.families.get()
    family.pk, family.case, family.submission = None, old, batch.pk
    family.number = old.number
    family.save()
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM public.imports_undo(%s)", [batch.pk])
        assert (old.number, "changed") in cursor.fetchall()
    assert Case.objects.count() == 2


def test_the_function_runs_as_the_owner_and_for_the_application_alone(db):
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT prosecdef, proconfig::text, proacl::text FROM pg_proc WHERE proname = 'imports_undo'"
        )
        runs_as_owner, settings, rights = cursor.fetchone()
    assert (runs_as_owner, "search_path=pg_catalog, pg_temp" in settings) == (True, True)
    assert "{=X" not in rights
    assert ",=X" not in rights


def test_the_sheet_is_destroyed_after_a_day_and_the_families_stay(cast, ana, batch, settings):
    later = timezone.now() + datetime.timedelta(hours=25)
    assert end_old_imports(later) == 1
    batch = ImportBatch.objects.get(pk=batch.pk)
    assert (batch.status, batch.chunks.count(), batch.families.count()) == (
        ImportStatus.ENDED,
        0,
        1,
    )
    assert SubjectKey.objects.filter(pk=batch.key_id, wrapped=None).exists()
    assert Individual.objects.count() == 3
    assert IdentityDocument.objects.count() == 2


def test_rows_that_wait_keep_an_import_open_for_a_fortnight(cast, ana):
    rows = [["Nombres", "Apellidos", "Edad"], ["Ana", "Rojas", "30"], ["Luis", "Mora", "treinta"]]
    batch = put_on_file(ana, checked(ana, as_xlsx(rows), "a.xlsx", cast.norte))
    now = timezone.now()
    assert end_old_imports(now + datetime.timedelta(hours=25)) == 0
    assert ImportBatch.objects.get(pk=batch.pk).stored_name == ""
    assert ana.get(f"/imports/{batch.pk}/?rows=wrong").status_code == 200
    assert end_old_imports(now + datetime.timedelta(days=15)) == 1


def test_a_pair_that_the_house_found_goes_with_the_import_and_a_decided_one_keeps_it(cast, ana):
    [known, *_rest] = people_of(an_arrival(cast))
    for decided in (False, True):
        batch = put_on_file(ana, checked(ana, as_xlsx([HEADINGS, *FAMILY]), "a.xlsx", cast.norte))
        if batch.rows_doubtful:
            ana.post(f"/imports/{batch.pk}/accept/")
            batch = put_on_file(ana, ImportBatch.objects.get(pk=batch.pk))
        imported = Individual.objects.exclude(arrival=known.arrival).first()
        pair = pair_of(known, imported)
        if decided:
            decide_pair(
                pair,
                status=PairStatus.DIFFERENT,
                grounds="namesakes",
                reason="Otra edad",
                by=cast.ana,
            )
        assert (undo(ana, batch).status == ImportStatus.UNDONE) is not decided
        assert DuplicatePair.objects.filter(pk=pair.pk).exists() is decided


def test_f26_what_was_handed_in_of_somebody_does_not_keep_their_sheet_and_goes_with_them(
    cast, ana, batch
):
    elvira = a_screener(cast)
    person = ImportedFamily.objects.exclude(case=None).first().case.members.first().individual
    account = confide(person, cast.ana, "concern")
    screening = a_screening(person, elvira, account=account)
    assert undo(ana, batch).status == ImportStatus.UNDONE
    assert not Case.objects.exists()
    client, before = as_(elvira), AuditEvent.objects.count()
    assert client.get(reverse("screening-list")).status_code == 200
    for name, row in (("screening-read", screening), ("concern-read", account)):
        assert client.get(reverse(name, args=[row.pk])).status_code == 404
    assert AuditEvent.objects.count() == before
