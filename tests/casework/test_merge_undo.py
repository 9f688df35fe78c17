"""Merging and undoing leaves every table as it was, whatever hung on the two."""

import datetime
import hashlib
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pghistory.models import Event

from asylum.actions.applications import lodge_application
from asylum.actions.permits import record_permit
from asylum.choices import PermitType
from casework.actions.identity_documents import add_identity_document
from casework.actions.merges import MergeRefused, merge_individuals, undo_merge
from casework.actions.notes import write_note
from casework.actions.referrals import refer_to_legal
from casework.actions.service_records import record_service
from casework.choices import BirthPrecision, Sex
from casework.models import Individual
from casework.querysets.individual import case_of
from casework.rules.birth import Birth
from config.grants import is_append_only
from shelters.actions.placements import place
from tests.build import a_row, an_arrival, people_of, reference
from tests.cast import Cast
from tests.shelters.build import a_site
from vault.privacy import our_models

# What only grows tells that something was done and undone; it must not look as if nothing had been.
# The merge itself and the pair are the record of the act. Everything else must be as it was.
NOT_COMPARED = {"casework.merge", "casework.duplicatepair"}

# What a record may know or lack: the other one fills it.
KNOWN = {
    "birth": {"birth": Birth(BirthPrecision.DAY, datetime.date(1991, 4, 12), 1991)},
    "sex": {"sex": Sex.MALE},
    "alias": {"alias": "Lucero", "is_anonymous": True},
}
hangs = st.fixed_dictionaries(
    {
        "notes": st.integers(0, 2),
        "documents": st.integers(0, 2),
        "placed": st.booleans(),
        "applied": st.booleans(),
        "permits": st.integers(0, 1),
        "services": st.integers(0, 1),
        "relatives": st.integers(0, 2),
        "knows": st.sets(st.sampled_from(sorted(KNOWN))),
    }
)


def tables() -> list[str]:
    """Every table of ours whose rows an undo must leave as they were."""
    return sorted(
        model._meta.db_table
        for model in our_models()
        if model._meta.managed
        and not is_append_only(model)
        and not issubclass(model, Event)
        and model._meta.label_lower not in NOT_COMPARED
    )


def checksums() -> dict[str, str]:
    """A digest of all rows of each table, ciphertext as it stands."""
    found = {}
    with connection.cursor() as cursor:
        for table in tables():
            quoted = connection.ops.quote_name(table)
            cursor.execute(f"SELECT t::text FROM {quoted} t ORDER BY 1")  # noqa: S608
            rows = "\n".join(row for (row,) in cursor.fetchall())
            found[table] = hashlib.sha256(rows.encode()).hexdigest()
    return found


def a_file(cast: Cast, what: dict[str, Any], mark: str) -> Individual:
    """A person on file with what the example asks for."""
    facts = {name: fact for known in what["knows"] for name, fact in KNOWN[known].items()}
    family = [a_row("Yorman", f"Rodríguez {mark}", **facts)]
    family += [a_row(f"Pariente {at}", "Rodríguez") for at in range(what["relatives"])]
    case = an_arrival(cast, people=family)
    person, today = people_of(case)[0], cast.ana.today()
    for at in range(what["notes"]):
        write_note(case, text=f"Nota {at}", individual=person, by=cast.ana)
    for at in range(what["documents"]):
        add_identity_document(person, number=f"P-{mark}{at}5555", by=cast.ana)
    for _at in range(what["services"]):
        record_service(person, unit="Comando", by=cast.ana)
    if what["placed"]:
        place(person, site=a_site(cast.cucuta, beds=(2,)), starts_on=today, by=cast.sonia)
    if what["applied"] or what["permits"]:
        refer_to_legal(case, by=cast.ana)
    if what["applied"]:
        lodge_application(person, on=today, statement="Pide protección.", by=cast.lucia)
    for _at in range(what["permits"]):
        record_permit(person, type=PermitType.SC2, issued_on=today, number=mark, by=cast.lucia)
    return person


@pytest.mark.django_db
@settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(one=hangs, other=hangs)
def test_merging_and_undoing_leaves_every_table_as_it_was(cast, one, other):
    reference()
    start = transaction.savepoint()
    try:
        _merged_and_undone(cast, one, other)
    finally:
        transaction.savepoint_rollback(start)


def _merged_and_undone(cast: Cast, one: dict[str, Any], other: dict[str, Any]) -> None:
    survivor, merged = a_file(cast, one, "A"), a_file(cast, other, "B")
    before = checksums()
    try:
        merge = merge_individuals(survivor, merged=merged, by=cast.sonia)
    except MergeRefused:
        assert changed(before, checksums()) == [], "a refusal changes nothing"
        return
    assert changed(before, checksums()) != [], "the test sees what a merge does"
    assert not merged.identity_documents.exists()
    undo_merge(merge, by=cast.sonia)
    assert changed(before, checksums()) == []


def changed(before: dict[str, str], after: dict[str, str]) -> list[str]:
    return [table for table in before if before[table] != after[table]]


@pytest.mark.django_db
def test_a_file_with_everything_moves_and_comes_back(cast):
    reference()
    full: dict[str, Any] = dict.fromkeys(("notes", "documents", "permits", "services"), 1)
    survivor = a_file(
        cast, full | {"placed": False, "applied": False, "relatives": 2, "knows": []}, "A"
    )
    merged = a_file(
        cast, full | {"placed": True, "applied": True, "relatives": 0, "knows": KNOWN}, "B"
    )
    before = checksums()
    merge = merge_individuals(survivor, merged=merged, by=cast.sonia)
    moved = {each.model for each in merge.moved.all()}
    assert {
        "casework.note",
        "casework.identitydocument",
        "casework.servicerecord",
        "casework.familymember",
        "casework.individual",
        "shelters.placement",
        "asylum.asylumapplication",
        "asylum.permit",
    } <= moved
    undo_merge(merge, by=cast.sonia)
    assert changed(before, checksums()) == []
    assert case_of(merged, cast.ana.today()).is_open
