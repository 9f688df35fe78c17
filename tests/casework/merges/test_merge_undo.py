"""A merge hides nothing from its readers, and an undo restores every table, whatever rows the two records had."""

import hashlib
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from pghistory.models import Event

from casework.merges.actions import merge_individuals, undo_merge
from casework.merges.doubles import doubles_of
from casework.merges.values import MergeRefused
from casework.register.models.individual import Individual
from casework.register.querysets.absorbed import absorbed_cases
from casework.register.querysets.individual import case_of
from casework.slots.obstacles import obstacles_to_merge
from config.grants import is_append_only
from tests.build import reference
from tests.casework.merges.two_files import (
    KNOWN,
    a_file,
    everything,
    hangs,
    owners,
    readers,
    tie,
    ties,
)
from tests.cast import Cast
from vault.privacy import our_models

# Due items are computed from the other tables.
KEPT = {"worklist.keptdue", "worklist.keptkind", "worklist.toucheddue"}
# Append-only tables record both the merge and the undo.
# The merge and the pair record the act. All other tables must be as before.
NOT_COMPARED = {"casework.merge", "casework.duplicatepair", *KEPT}
# A referral that a merge copied has ended with the undo, and stays on file.
# A task that a merge set for a decision is settled by the undo.
WHICH = {
    "casework_legalreferral": "came_with_merge_id IS NULL OR ended_on IS NULL",
    "casework_casetask": "status <> 'not_needed'",
}


def tables() -> list[str]:
    """Returns every table whose rows an undo must restore."""
    return sorted(
        model._meta.db_table
        for model in our_models()
        if model._meta.managed
        and not is_append_only(model)
        and not issubclass(model, Event)
        and model._meta.label_lower not in NOT_COMPARED
    )


def checksums() -> dict[str, str]:
    """Returns a digest of all rows of each table, with ciphertext unchanged."""
    found = {}
    with connection.cursor() as cursor:
        for table in tables():
            quoted = connection.ops.quote_name(table)
            where = WHICH.get(table, "TRUE")
            cursor.execute(f"SELECT t::text FROM {quoted} t WHERE {where} ORDER BY 1")  # noqa: S608
            rows = "\n".join(row for (row,) in cursor.fetchall())
            found[table] = hashlib.sha256(rows.encode()).hexdigest()
    return found


@pytest.mark.django_db
@settings(
    max_examples=settings().max_examples // 20,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(one=hangs, other=hangs, owner=owners, tied=ties)
def test_merging_loses_nothing_to_anybody_and_undoing_leaves_every_table_as_it_was(
    cast, one, other, owner, tied
):
    reference()
    start = transaction.savepoint()
    try:
        survivor = a_file(cast, one, of("one", owner), "A")
        merged = a_file(cast, other, of("other", owner), "B")
        tie(cast, survivor, merged, tied)
        _merged_and_undone(cast, survivor, merged)
    finally:
        transaction.savepoint_rollback(start)


def of(whom: str, owner: dict[str, str]) -> set[str]:
    """Returns the rows of this record of which a person has only one."""
    return {name for name, each in owner.items() if each == whom} | {owner.get("both", "")}


def _merged_and_undone(cast: Cast, survivor: Individual, merged: Individual) -> None:
    before, read = checksums(), readers(cast, [survivor, merged])
    if foretold := [each.sentence for each in obstacles_to_merge(survivor, merged)]:
        with pytest.raises(MergeRefused) as refusal:
            merge_individuals(survivor, merged=merged, by=cast.sonia)
        assert list(refusal.value.sentences) == foretold
        assert changed(before, checksums()) == [], "a refusal changes nothing"
        return
    merge = merge_individuals(survivor, merged=merged, by=cast.sonia)
    assert changed(before, checksums()) != [], "the test sees what a merge does"
    assert not merged.identity_documents.exists()
    assert lost(cast, survivor, merged, read) == []
    undo_merge(merge, by=cast.sonia)
    assert changed(before, checksums()) == []
    assert readers(cast, [survivor, merged]) == read


def lost(cast: Cast, survivor: Individual, merged: Individual, before: Any) -> list[str]:
    """Returns what readers reached before the merge and do not reach from the survivor's pages after it."""
    after = readers(cast, [survivor, merged])
    here = case_of(survivor, cast.ana.today())
    pages = {
        name: {None, here, *absorbed_cases([survivor], cast.users[name])}
        for name in {name for names in before.values() for name in names}
    }
    missing = []
    # Of double rows the survivor has the fuller one, with the facts of the other.
    told = {each.other.pk for each in doubles_of(survivor, merged)}
    for (model, key), names in before.items():
        if key in told:
            continue
        row = model._default_manager.get(pk=key)
        is_left = getattr(row, "individual", survivor) == merged
        missing += [
            f"{name}: {model._meta.label}"
            for name in sorted(names)
            if is_left
            or name not in after.get((model, key), set())
            or getattr(row, "case", None) not in pages[name]
        ]
    return missing


def changed(before: dict[str, str], after: dict[str, str]) -> list[str]:
    return [table for table in before if before[table] != after[table]]


@pytest.mark.django_db
def test_a_file_with_everything_moves_and_comes_back(cast):
    reference()
    survivor = a_file(cast, everything(relatives=2), {"need", "paper"}, "A")
    merged = a_file(cast, everything(knows=KNOWN), {"placed", "applied", "referral", "exit"}, "B")
    tie(cast, survivor, merged, {"interview", "were_brothers", "third"})
    before, read = checksums(), readers(cast, [survivor, merged])
    merge = merge_individuals(survivor, merged=merged, by=cast.sonia)
    moved = {each.model for each in merge.moved.all()}
    assert moved == {
        "aid.commitment",
        "asylum.asylumapplication",
        "asylum.permit",
        "casework.anonymitywish",
        "casework.casedocument",
        "casework.casetask",
        "casework.consent",
        "casework.exit",
        "casework.familymember",
        "casework.identitydocument",
        "casework.individual",
        "casework.note",
        "casework.plangoal",
        "casework.referral",
        "casework.servicerecord",
        "shelters.placement",
    }
    assert lost(cast, survivor, merged, read) == []
    undo_merge(merge, by=cast.sonia)
    assert changed(before, checksums()) == []
    assert readers(cast, [survivor, merged]) == read
    assert case_of(merged, cast.ana.today()).is_open
