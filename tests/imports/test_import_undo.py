"""An import can be taken back within a day and leaves nothing behind."""

import datetime
import re
from typing import get_args, get_type_hints

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import AuditEvent
from casework.arrivals.actions.intake import Intake
from casework.contact.models import Phone
from casework.duplicates.actions import decide_pair
from casework.duplicates.choices import PairStatus
from casework.duplicates.models import DuplicatePair
from casework.identity.models import AnonymityWish
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.work.models import InformationGiven
from imports.actions.endings import end_old_imports
from imports.choices import ImportStatus
from imports.models import ImportBatch
from tests.build import an_arrival, people_of
from tests.imports.sheets import FAMILY, HEADINGS, as_xlsx, checked, put_on_file
from tests.imports.undoing import batch_key_left_out, checksums, is_on_file_for_a_day, undo
from vault.models import SubjectKey

pytestmark = pytest.mark.usefixtures("house")


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


def test_the_function_runs_as_the_owner_and_for_the_application_alone(db):
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT prosecdef, proconfig::text, proacl::text FROM pg_proc WHERE proname = 'imports_undo'"
        )
        runs_as_owner, settings, rights = cursor.fetchone()
    assert (runs_as_owner, "search_path=pg_catalog, pg_temp" in settings) == (True, True)
    assert "{=X" not in rights
    assert ",=X" not in rights


def test_rows_that_wait_keep_an_import_open_for_a_fortnight(cast, ana):
    rows = [["Nombres", "Apellidos", "Edad"], ["Ana", "Rojas", "30"], ["Luis", "Mora", "treinta"]]
    batch = put_on_file(ana, checked(ana, as_xlsx(rows), "a.xlsx", cast.norte))
    now = timezone.now()
    assert end_old_imports(now + datetime.timedelta(hours=25)) == 0
    assert ImportBatch.objects.get(pk=batch.pk).stored_name == ""
    assert ana.get(f"/imports/{batch.pk}/?rows=wrong").status_code == 200
    assert end_old_imports(now + datetime.timedelta(days=15)) == 1


def test_a_pair_that_its_sheet_decided_goes_with_the_import_and_one_decided_since_keeps_it(
    cast, ana
):
    [known, *_rest] = people_of(an_arrival(cast))
    for decided in (False, True):
        batch = put_on_file(ana, checked(ana, as_xlsx([HEADINGS, *FAMILY]), "a.xlsx", cast.norte))
        if batch.rows_doubtful:
            ana.post(f"/imports/{batch.pk}/accept/")
            batch = put_on_file(ana, ImportBatch.objects.get(pk=batch.pk))
        imported = Individual.objects.exclude(arrival=known.arrival).first()
        pair = DuplicatePair.objects.with_any_of([imported.pk]).get()
        assert (pair.status, pair.decided_by) == (PairStatus.DIFFERENT, cast.ana)
        assert AuditEvent.objects.filter(verb="duplicate.decided", about_id=pair.pk).count() == 1
        if decided:
            decide_pair(pair, status=PairStatus.SAME, grounds="papers", by=cast.ana)
        assert (undo(ana, batch).status == ImportStatus.UNDONE) is not decided
        assert DuplicatePair.objects.filter(pk=pair.pk).exists() is decided
