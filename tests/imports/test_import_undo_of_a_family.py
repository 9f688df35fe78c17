"""An import of a family that is on file: taken back as long as nobody has built on it, and ended after a day."""

import datetime

import pytest
from django.db import ProgrammingError, connection, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEvent
from casework.cases.actions import restrict_case
from casework.families.actions.family import add_member
from casework.identity.actions.identity_documents import add_identity_document
from casework.identity.actions.individuals import correct_individual
from casework.notes.actions import write_note
from casework.register.models.case import Case, NumberSeries
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual
from imports.actions.endings import end_old_imports
from imports.choices import ImportStatus
from imports.models import ImportBatch, ImportedFamily
from shelters.actions.placements import place
from tests.asylum.exclusion.build import a_screener, a_screening
from tests.build import a_row, an_arrival, people_of
from tests.casework.compartments.build import confide
from tests.cast import as_
from tests.imports.sheets import FAMILY, HEADINGS, as_xlsx, checked, put_on_file
from tests.imports.undoing import checksums, is_on_file_for_a_day, undo
from tests.page import page_of
from tests.shelters.build import a_site
from vault.models import SubjectKey

pytestmark = pytest.mark.usefixtures("house")


@pytest.fixture(scope="module")
def batch_of_the_file(ana_of_the_file, cast_of_the_file):
    rows = as_xlsx([HEADINGS, *FAMILY])
    batch = checked(ana_of_the_file, rows, "a.xlsx", cast_of_the_file.norte)
    return put_on_file(ana_of_the_file, batch).pk


@pytest.fixture
def batch(sent_in, batch_of_the_file) -> ImportBatch:
    return sent_in(batch_of_the_file)


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


def test_the_database_itself_refuses_after_a_day(cast, ana, batch):
    is_on_file_for_a_day(Case.objects.get())
    answer = ana.post(f"/imports/{batch.pk}/undo/")
    assert Case.objects.get().number in str(answer.context["form"].non_field_errors())


def test_the_page_is_gone_after_a_day(cast, ana, batch):
    ImportBatch.objects.filter(pk=batch.pk).update(
        committed_at=timezone.now() - datetime.timedelta(hours=25)
    )
    assert ana.get(f"/imports/{batch.pk}/undo/").status_code == 404


def test_the_applications_role_still_deletes_nothing_that_only_grows(cast, batch):
    for table in ("casework_casestatuschange", "casework_caseteamchange", "accounts_auditevent"):
        with pytest.raises(ProgrammingError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {table}")  # noqa: S608


@pytest.mark.parametrize("is_named", [True, False])
def test_a_case_that_no_import_made_cannot_be_smuggled_into_one(cast, ana, batch, is_named):
    """Who holds the application's database role can write any row into the import's table; the function
    asks whether the arrival was made under that import's submission, and how old the case's history is."""
    old = an_arrival(cast, people=[a_row("Otra", "Persona")])
    family = batch.families.get()
    family.pk, family.case, family.submission = None, old, batch.pk
    family.number = old.number if is_named else "2019-99"
    family.save()
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM public.imports_undo(%s)", [batch.pk])
        assert (family.number, "changed") in cursor.fetchall()
    assert Case.objects.get() == old


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


def test_what_nobody_has_built_on_is_taken_back_and_the_rest_stays_and_says_why(cast, ana):
    rows = [
        ["Nombres", "Apellidos", "Edad"],
        ["Ana", "Rojas", "30"],
        ["Luis", "Mora", "31"],
        ["Eva", "Lugo", "32"],
    ]
    batch = put_on_file(ana, checked(ana, as_xlsx(rows), "a.xlsx", cast.norte))
    kept, *others = (family.case for family in batch.families.select_related("case"))
    write_note(kept, text="Llamó", by=cast.ana)
    page = " ".join(page_of(ana.get(f"/imports/{batch.pk}/")).root.text.split())
    assert "salvo los casos sobre los que ya se trabajó" in page
    page = ana.get(f"/imports/{batch.pk}/families/").content.decode()
    assert page.count("Se queda: alguien ya trabajó sobre él") == 1
    asked = ana.get(f"/imports/{batch.pk}/undo/")
    assert [kept.number in each for each in asked.context["in_the_way"]] == [True]
    assert "Se retiran 2 familias" in " ".join(asked.context["sentences"])
    assert "1 familia sigue registrada" in " ".join(asked.context["sentences"])
    batch = undo(ana, batch)
    assert list(Case.objects.filter(pk__in=[each.pk for each in (kept, *others)])) == [kept]
    assert not Individual.objects.filter(
        memberships__case__in=[each.pk for each in others]
    ).exists()
    assert (batch.status, batch.families_done, batch.rows_done, batch.rows_waiting) == (
        ImportStatus.CHECKED,
        1,
        1,
        2,
    )
    again = put_on_file(ana, batch)
    assert (again.families.on_file().count(), again.rows_done) == (3, 3)
