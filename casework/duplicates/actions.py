"""Finds pairs of records that may be one person, and decides about them. `casework.merges` merges records."""

import datetime
import time
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for, require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_move
from casework.duplicates.choices import ONE_NUMBER, PAIR_MOVES, STRONG, Grounds, PairStatus, Reason
from casework.duplicates.models import DuplicatePair, PairDecision
from casework.duplicates.querysets import CHUNK, PeopleOnFile, pairs_among_all
from casework.duplicates.rules.matching import Likeness, likeness
from casework.register.models.individual import Individual
from pages.questions import PLACEHOLDER, cached_rows
from pages.refusals import ActionRefused


class PairMoveNotAllowed(ActionRefused):
    """The pair's status cannot change this way."""


@transaction.atomic
def find_duplicates(keys: Sequence[Any]) -> int:
    """Compares these people with everybody on file and stores new pairs; returns their number.

    Existing pairs get their present reasons. Runs without a user and ignores visibility; only users who see both people
    will see the pair."""
    if not keys:
        return 0
    started, today = timezone.now(), timezone.localdate()
    existing = cached_rows(_pairs_of_people, values={PLACEHOLDER: list(keys)})
    if existing:
        _update_reasons_of_all(existing, today)
    existing_keys = {(pair.first_id, pair.second_id) for pair in existing}
    likely_pairs = [
        _unsaved_pair(key, other.pk, similarity)
        for key, other, similarity in pairs_among_all(keys, today=today)
    ]
    new_pairs = {
        (pair.first_id, pair.second_id): pair
        for pair in likely_pairs
        if (pair.first_id, pair.second_id) not in existing_keys
    }
    before = DuplicatePair.objects.count() if new_pairs else 0
    DuplicatePair.objects.bulk_create(new_pairs.values(), ignore_conflicts=True)
    Individual.objects.filter(pk__in=keys).update(compared_at=started)
    new_count = DuplicatePair.objects.count() - before if new_pairs else 0
    if new_count:
        record("duplicate.found", by=None, details={"pairs": new_count})
    return new_count


def _pairs_of_people() -> Any:
    pairs = DuplicatePair.objects.with_any_of([PLACEHOLDER])
    return pairs.select_for_update(of=("self",))


def _update_reasons_of_all(pairs: Sequence[DuplicatePair], today: datetime.date) -> None:
    on_file = PeopleOnFile.of(
        {key for pair in pairs for key in (pair.first_id, pair.second_id)}, today
    )
    for pair in pairs:
        if any(on_file.people[key].erased_on for key in (pair.first_id, pair.second_id)):
            continue
        first, second = on_file.candidate_of(pair.first_id), on_file.candidate_of(pair.second_id)
        _update_reasons(pair, likeness(first, second))


def _update_reasons(pair: DuplicatePair, similarity: Likeness) -> None:
    """Stores the current score and reasons. A pair decided to be two people keeps those of its decision.

    But a new reason of STRONG reopens that decision. Merged pairs never change."""
    if pair.status == PairStatus.MERGED:
        return
    if pair.status == PairStatus.DIFFERENT:
        known_reasons = {
            *pair.reasons,
            *(ONE_NUMBER if Reason.SAME_DOCUMENT in pair.reasons else ()),
        }
        if not STRONG & (set(similarity.reasons) - known_reasons):
            return
        move_pair(pair, PairStatus.OPEN, by=None, grounds=Grounds.NEW_EVIDENCE)
        record("duplicate.reopened", by=None, about=pair)
    if (similarity.score, list(similarity.reasons)) != (pair.score, pair.reasons):
        pair.score, pair.reasons = similarity.score, [str(reason) for reason in similarity.reasons]
        pair.save(update_fields=["score", "reasons"])


# In seconds: a sweep starts no batch after this time, so that it ends before the next tick.
SECONDS_OF_A_SWEEP = 45.0


def sweep_duplicates(batch_size: int = CHUNK, *, seconds: float = SECONDS_OF_A_SWEEP) -> int:
    """Compares new and changed records until none is left or `seconds` have passed; returns the number of new pairs.

    Each transaction compares one batch, so that nobody waits for all of them. At least one batch is compared."""
    began, new_pairs = time.monotonic(), 0
    while True:
        keys = list(Individual.objects.to_compare().values_list("pk", flat=True)[:batch_size])
        new_pairs += find_duplicates(keys)
        if not keys or time.monotonic() - began >= seconds:
            return new_pairs


def _unsaved_pair(one: Any, other: Any, similarity: Likeness) -> DuplicatePair:
    first, second = sorted((one, other))
    return DuplicatePair(
        first_id=first, second_id=second, score=similarity.score, reasons=list(similarity.reasons)
    )


@transaction.atomic
def pair_of(one: Individual, other: Individual) -> DuplicatePair:
    """Returns the pair's row, updated and locked until the end of the transaction; creates it if it is new."""
    first, second = sorted((one.pk, other.pk))
    on_file = PeopleOnFile.of([first, second], timezone.localdate())
    new_pair = _unsaved_pair(
        first, second, likeness(on_file.candidate_of(first), on_file.candidate_of(second))
    )
    DuplicatePair.objects.bulk_create([new_pair], ignore_conflicts=True)
    pair: DuplicatePair = DuplicatePair.objects.select_for_update().get(first=first, second=second)
    _update_reasons(pair, likeness(on_file.candidate_of(first), on_file.candidate_of(second)))
    return pair


@transaction.atomic
def point_out_pair(individual: Individual, *, other: Individual, by: User) -> DuplicatePair:
    """Stores a pair that a user names, whatever the likeness of the two records, and returns it."""
    for each in (individual, other):
        require(by, Permission.DUPLICATE_DECIDE, about=each)
    if individual.pk == other.pk:
        raise ActionRefused(_("These are one record."), field="other")
    if individual.erased_on or other.erased_on:
        raise ActionRefused(_("One of the two was erased."), field="other")
    pair = pair_of(individual, other)
    record("duplicate.pointed_out", by=by, about=pair)
    return pair


@transaction.atomic
def decide_pair(
    pair: DuplicatePair,
    *,
    status: PairStatus | str,
    by: User,
    grounds: Grounds | str = "",
    reason: str = "",
) -> DuplicatePair:
    """Decides whether two records are one person, or reopens the decision. Merging is a separate action.

    The decision "two people" needs grounds, because it removes the pair from everybody's queue."""
    pair = lock_for(pair, Permission.DUPLICATE_DECIDE, by=by)
    if status == PairStatus.DIFFERENT and not grounds:
        raise ActionRefused(_("Give the reason."), field="grounds")
    if pair.status != PairStatus.DIFFERENT:
        # The present reasons are stored with the decision, so that they do not count as new evidence afterwards.
        _update_reasons_of_all([pair], by.today())
    if status == PairStatus.MERGED:
        raise PairMoveNotAllowed(_("Records are merged on a page of their own."))
    move_pair(pair, status, by=by, grounds=grounds, reason=reason)
    record("duplicate.decided", by=by, about=pair, details={"status": pair.status})
    return pair


def move_pair(
    pair: DuplicatePair, status: str, *, by: User | None, grounds: str = "", reason: str = ""
) -> None:
    """Moves the status along PAIR_MOVES and adds a PairDecision. Raises PairMoveNotAllowed."""
    if status not in PAIR_MOVES[pair.status]:
        moves = pair.decisions
        refuse_move(pair, PairStatus(status), moves, field="status", kind=PairMoveNotAllowed)
    pair.status = PairStatus(status)
    pair.decided_by = None if pair.status == PairStatus.OPEN else by
    pair.save(update_fields=["status", "decided_by"])
    PairDecision.objects.create(
        key_id=pair.first.key_id,
        pair=pair,
        status=pair.status,
        grounds=grounds,
        reason=reason.strip(),
        by=by,
    )
