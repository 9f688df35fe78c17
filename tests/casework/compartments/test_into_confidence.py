"""What stood among the needs and is none moves into the compartment of exclusion, and is told where it belongs since."""

import datetime
from importlib import import_module

import pytest
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.urls import reverse

from accounts.models import AuditEvent, Grant
from casework.compartments.choices import Compartment
from casework.compartments.models import AccountReader, SealedAccount
from casework.merges.actions import merge_individuals, undo_merge
from casework.needs.actions import record_need
from casework.needs.models import SpecificNeed
from reference.models import NeedCode
from tests.asylum.exclusion.build import a_screener
from tests.build import an_individual
from tests.casework.identity.fill_person import a_code
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
SINCE = datetime.date(2019, 3, 1)
NOTE = "Lo condenaron en 2011"
moving = import_module("casework.migrations.0003_into_confidence")


def migrate(step) -> None:
    """Runs one step as the owner does, on the tables as they were when it was written."""
    owner = connections["owner"]
    tables = MigrationLoader(owner).project_state(("casework", "0003_into_confidence")).apps
    with owner.schema_editor() as editor:
        step(tables, editor)


def an_old_need(person, by, code="LP-CR", **facts) -> SpecificNeed:
    """As an older installation holds it."""
    told = {"starts_on": SINCE, "source": "paper", "note": NOTE} | facts
    return record_need(person, code=a_code(code, is_restricted=False), by=by, **told)


def test_f26_needs_that_are_none_move_into_the_compartment_with_all_they_said(cast):
    elvira = a_screener(cast)
    person = an_individual(cast)
    need = an_old_need(person, cast.ana)
    an_old_need(person, cast.ana, code="LP-ST", note="", source="own_account")
    stays = an_old_need(person, cast.ana, code="LP-RR", note="")
    migrate(moving.move_needs)
    assert list(SpecificNeed.objects.all()) == [stays]
    assert not NeedCode.objects.filter(pk__in=moving.CODES).exists()
    moved = {
        account.text: account
        for account in SealedAccount.objects.visible_to(elvira, "screening_read")
    }
    assert sorted(text[:5] for text in moved) == ["LP-CR", "LP-ST"]
    [text] = [text for text in moved if NOTE in text]
    account = moved[text]
    assert (account.individual, account.recorded_by, account.recorded_at, account.kind) == (
        person,
        cast.ana,
        need.recorded_at,
        "concern",
    )
    assert "2019-03-01" in text
    assert page_of(as_(elvira).get(reverse("concern-read", args=[account.pk]))).holds(NOTE)
    for user in (cast.ana, cast.lucia, cast.sonia):
        page = as_(user).get(reverse("individual-detail", args=[person.number]))
        assert not page_of(page, whatever_status=True).holds(NOTE)


def test_f26_of_who_was_erased_nothing_moves(cast):
    person = an_individual(cast)
    an_old_need(person, cast.ana)
    person.__class__.objects.filter(pk=person.pk).update(erased_on=cast.ana.today())
    migrate(moving.move_needs)
    assert not SpecificNeed.objects.exists()
    assert not SealedAccount.objects.exists()


def test_what_moved_names_the_record_it_was_written_about_and_the_merge_is_undone_as_before(cast):
    kept, merged = an_individual(cast), an_individual(cast)
    an_old_need(merged, cast.ana)
    merge = merge_individuals(kept, merged=merged, by=cast.ana)
    assert merge.moved.filter(model="casework.specificneed").exists()
    migrate(moving.move_needs)
    assert SealedAccount.objects.get().individual == merged
    undo_merge(merge, by=cast.ana)
    merged.refresh_from_db()
    assert merged.merged_into is None


def test_who_was_named_to_read_of_exclusion_holds_the_role_for_half_a_year(cast):
    today = cast.cucuta.today()
    for reader, until in ((cast.luis, None), (cast.ana, None), (cast.lucia, SINCE)):
        AccountReader.objects.create(
            office=cast.cucuta,
            compartment=Compartment.EXCLUSION,
            reader=reader,
            starts_on=min(today, SINCE - datetime.timedelta(days=9)),
            ends_on=until,
            named_by=cast.sonia,
        )
    migrate(moving.give_roles)
    [grant] = Grant.objects.filter(role="screener")
    assert (grant.user, grant.granted_by, grant.ends_on) == (
        cast.luis,
        cast.sonia,
        today + moving.HALF_A_YEAR,
    )
    assert not AccountReader.objects.in_force(today).exists()
    event = AuditEvent.objects.get(verb="grant.given")
    assert event.details["role"] == "screener"


@pytest.mark.parametrize("code", ["LP-AP", "LP-CR", "LP-ST", "lp-cr"])
def test_f26_a_form_and_the_api_say_where_it_belongs_and_not_whether_there_is_one(cast, code):
    person = an_individual(cast)
    address = reverse("need-record", args=[person.number])
    a_code("LP-RR", is_restricted=False)
    told = {"starts_on": SINCE.isoformat(), "source": "paper", "code": code}
    page = page_of(as_(cast.ana).post(address, told))
    assert page.says("Esto no se registra aquí como necesidad")
    assert not SpecificNeed.objects.exists()
    answer = as_(cast.ana).get(f"/api/v1/needs/?code={code}")
    assert (answer.status_code, list(answer.json())) == (400, ["code"])
    assert "en confianza" in answer.json()["code"][0]
