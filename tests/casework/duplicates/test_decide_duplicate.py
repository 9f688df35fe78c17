"""Pairs that may be one person: found by the house, decided by people, seen by who sees both."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.arrivals.actions.arrivals import log_arrival
from casework.arrivals.actions.duplicates import Choice, log_arrival_with_choices
from casework.cases.actions import restrict_case
from casework.duplicates.actions import (
    PairMoveNotAllowed,
    decide_pair,
    find_duplicates,
    move_pair,
    pair_of,
    sweep_duplicates,
)
from casework.duplicates.choices import PAIR_MOVES, Grounds, PairStatus, Reason
from casework.duplicates.models import DuplicatePair, PairDecision
from casework.identity.actions.identity_documents import add_identity_document
from casework.identity.actions.individuals import correct_individual
from casework.register.models.individual import Individual
from tests.asylum.build import undone
from tests.build import ARRIVED_ON, a_row, an_arrival, an_individual
from tests.refusals import refused
from worklist.scheduler.tick import tick


def twice(cast, *, by=None, other=None):
    """Two records of one man."""
    return an_individual(cast, by=by), an_individual(
        cast, by=other or by, given_names="Jorman José"
    )


def test_the_tick_finds_a_pair_once_and_says_which_facts_agree(cast):
    one, other = twice(cast)
    tick()
    [pair] = DuplicatePair.objects.all()
    assert {pair.first, pair.second} == {one, other}
    assert set(pair.reasons) == {Reason.NAME_SOUNDS_ALIKE, Reason.SAME_BIRTH_YEAR}
    assert pair.status == PairStatus.OPEN
    tick()
    assert DuplicatePair.objects.count() == 1
    assert AuditEvent.objects.filter(verb="duplicate.found").count() == 1


def test_the_sweep_goes_on_while_there_is_time(cast):
    for name in ("Ana", "Yorman", "Jorman", "Zulay", "Nayibe"):
        an_individual(cast, given_names=name)
    sweep_duplicates(batch_size=2)
    assert Individual.objects.to_compare().count() == 0


def test_the_sweep_takes_a_bounded_number_and_only_what_changed(cast):
    people = [an_individual(cast, given_names=name) for name in ("Ana", "Yorman", "Jorman")]
    sweep_duplicates(batch_size=2, seconds=0)
    assert Individual.objects.to_compare().count() == 1
    sweep_duplicates(batch_size=2, seconds=0)
    assert Individual.objects.to_compare().count() == 0
    correct_individual(people[0], by=cast.ana, given_names="Yorman")
    add_identity_document(people[1], number="V-7.654.321", type="national_id", by=cast.ana)
    assert set(Individual.objects.to_compare()) == set(people[:2])


@pytest.mark.parametrize("before", PairStatus.values)
def test_only_the_moves_of_the_table_are_possible(cast, before):
    pair = pair_of(*twice(cast))
    DuplicatePair.objects.filter(pk=pair.pk).update(status=before)
    for after in PairStatus.values:
        pair.refresh_from_db()
        if after in PAIR_MOVES[before]:
            with undone():
                move_pair(pair, after, by=cast.ana, reason="Tienen la misma madre.")
                [decision] = PairDecision.objects.all()
                assert (decision.status, decision.reason) == (after, "Tienen la misma madre.")
        else:
            with pytest.raises(PairMoveNotAllowed):
                move_pair(pair, after, by=cast.ana)
            assert not PairDecision.objects.exists()


def test_deciding_never_merges(cast):
    pair = pair_of(*twice(cast))
    decide_pair(pair, status=PairStatus.SAME, by=cast.ana)
    with pytest.raises(PairMoveNotAllowed):
        decide_pair(pair, status=PairStatus.MERGED, by=cast.ana)
    assert not Individual.objects.exclude(merged_into=None).exists()


def test_a_pair_across_teams_is_the_supervisors_alone(cast):
    pair = pair_of(*twice(cast, by=cast.ana, other=cast.bruno))

    def seen(user):
        return list(DuplicatePair.objects.visible_to(user))

    assert [seen(user) for user in (cast.ana, cast.bruno, cast.sonia, cast.mara)] == [
        [],
        [],
        [pair],
        [],
    ]
    with pytest.raises(NotAllowed):
        decide_pair(pair, status=PairStatus.SAME, by=cast.ana)


def test_a_pair_with_somebody_of_a_restricted_case_is_seen_by_the_named_alone(cast):
    one, other = twice(cast)
    pair = pair_of(one, other)
    restrict_case(other.arrival.case, people=[], by=cast.sonia)
    assert list(DuplicatePair.objects.visible_to(cast.ana)) == []
    assert list(DuplicatePair.objects.visible_to(cast.sonia)) == [pair]


def test_what_was_said_at_the_desk_is_kept_with_the_arrival(cast):
    known, namesake = twice(cast)
    logged = log_arrival_with_choices(
        team=cast.norte,
        rows=[a_row("Marleny", "Suárez", born=1994), a_row("Yorman José", born=1991)],
        on=ARRIVED_ON,
        by=cast.ana,
        choices=[Choice(1, known.number, True), Choice(1, namesake.number, False)],
    )
    written = Individual.objects.get(number=f"{logged.case.number}-02")
    assert {
        (frozenset([pair.first, pair.second]), pair.status, pair.decided_by)
        for pair in DuplicatePair.objects.exclude(status=PairStatus.OPEN)
    } == {
        (frozenset([written, known]), PairStatus.SAME, cast.ana),
        (frozenset([written, namesake]), PairStatus.DIFFERENT, cast.ana),
    }
    assert written.merged_into is None


def test_a_choice_about_somebody_out_of_sight_or_about_no_row_is_not_kept(cast):
    theirs = an_individual(cast, by=cast.bruno)
    log_arrival_with_choices(
        team=cast.norte,
        rows=[a_row()],
        on=ARRIVED_ON,
        by=cast.ana,
        choices=[Choice(0, theirs.number, True), Choice(7, theirs.number, True)],
    )
    assert not PairDecision.objects.exists()


def test_an_arrival_that_others_log_is_compared_at_the_next_tick(cast):
    an_individual(cast)
    log_arrival(team=cast.norte, rows=[a_row(born=1991)], on=ARRIVED_ON, by=cast.ana)
    assert DuplicatePair.objects.count() == 0
    tick()
    assert DuplicatePair.objects.count() == 1


def test_nobody_is_their_own_double(cast):
    case = an_arrival(cast)
    keys = list(Individual.objects.filter(arrival__case=case).values_list("pk", flat=True))
    assert find_duplicates(keys) == 0


def _told_apart(cast):
    """Two namesakes, of whom somebody has said that they are two."""
    two = twice(cast)
    words = {"status": PairStatus.DIFFERENT, "grounds": Grounds.NAMESAKES, "by": cast.ana}
    return two, decide_pair(pair_of(*two), **words)


def test_not_the_same_needs_a_reason(cast):
    with refused("Give the reason"):
        decide_pair(pair_of(*twice(cast)), status=PairStatus.DIFFERENT, by=cast.ana)
    assert not PairDecision.objects.exists()


def test_an_undecided_pair_says_which_facts_agree_today(cast):
    two = twice(cast)
    before = pair_of(*two)
    for each in two:
        add_identity_document(each, number="V-20.202.020", type="national_id", by=cast.ana)
    tick()
    after = DuplicatePair.objects.get()
    assert Reason.SAME_DOCUMENT in after.reasons
    assert after.score > before.score
    correct_individual(two[0], by=cast.ana, given_names="Zulay", sex="f")
    tick()
    assert DuplicatePair.objects.get().score < after.score


def test_a_strong_reason_that_nobody_knew_of_opens_a_decided_pair_again(cast):
    two, pair = _told_apart(cast)
    correct_individual(two[0], by=cast.ana, given_names="Yorman José Luis")
    tick()
    assert DuplicatePair.objects.get().status == PairStatus.DIFFERENT
    for each in two:
        add_identity_document(each, number="V-20.202.020", type="national_id", by=cast.ana)
    tick()
    pair = DuplicatePair.objects.get()
    assert (pair.status, pair.decided_by) == (PairStatus.OPEN, None)
    assert Reason.SAME_DOCUMENT in pair.reasons
    assert list(PairDecision.objects.order_by("at").values_list("status", "grounds", "by")) == [
        (PairStatus.DIFFERENT, Grounds.NAMESAKES, cast.ana.pk),
        (PairStatus.OPEN, Grounds.NEW_EVIDENCE, None),
    ]
    assert AuditEvent.objects.filter(verb="duplicate.reopened").count() == 1


def test_what_was_known_when_it_was_decided_opens_nothing_again(cast):
    two = twice(cast)
    pair = pair_of(*two)
    for each in two:
        add_identity_document(each, number="V-20.202.020", type="national_id", by=cast.ana)
    decide_pair(pair, status=PairStatus.DIFFERENT, grounds=Grounds.PAPERS, by=cast.ana)
    tick()
    assert DuplicatePair.objects.get().status == PairStatus.DIFFERENT


def test_weighing_pairs_again_asks_as_often_for_ten_as_for_one(cast):
    def asked(keys) -> int:
        Individual.objects.update(compared_at=None)
        with CaptureQueriesContext(connection) as queries:
            find_duplicates(keys)
        return sum("TABLESAMPLE" not in q["sql"] and "pg_relation" not in q["sql"] for q in queries)

    keys = [each.pk for each in twice(cast)]
    find_duplicates(keys)
    one = asked(keys[:1])
    for _more in range(4):
        keys += [each.pk for each in twice(cast)]
    find_duplicates(keys)
    assert DuplicatePair.objects.count() > 10
    assert asked(keys[:1]) == one
