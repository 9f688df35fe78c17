"""A file without an adult's authorisation is restricted, however its people joined or were split."""

import datetime
import random
from dataclasses import replace

import pytest
import time_machine
from django.urls import reverse

from accounts.models import AuditEvent
from accounts.roles import Role
from casework.cases.actions import restrict_case
from casework.claims.choices import SubjectRequestKind
from casework.claims.models import SubjectRequest
from casework.consents.actions import record_consent, withdraw_consent
from casework.exits.actions import record_exit, settle_exit
from casework.families.actions.builder import bring_back, join_family, split_family
from casework.families.actions.family import add_member
from casework.families.actions.moves import undo_family_change
from casework.families.models import FamilyChange
from casework.merges.actions import merge_individuals, undo_merge
from casework.register.choices import AfterExit, BirthPrecision, ExitType, Relation
from casework.register.models.case import Case, FamilyMember
from casework.register.models.exit import Exit
from casework.register.querysets.individual import case_of
from casework.register.rules import Birth
from casework.rights.actions import (
    answer_subject_request,
    correct_subject_request,
    record_subject_request,
)
from pages.refusals import ActionRefused
from tests.build import a_case, a_row, an_arrival, people_of
from tests.cast import as_, hire
from worklist.scheduler.tick import tick

D = datetime.date
TODAY = D(2019, 7, 2)


@pytest.fixture(autouse=True)
def july(law_of_the_file, db, english):
    with time_machine.travel(datetime.datetime(2019, 7, 2, 15, tzinfo=datetime.UTC), tick=True):
        yield


def withdraws(cast, person) -> SubjectRequest:
    told = {"purpose": "storing", "status": "given", "on": TODAY, "by": cast.ana}
    withdraw_consent(record_consent(person, **told), on=TODAY, by=cast.ana)
    return SubjectRequest.objects.open().get(individual=person)


def is_restricted(case) -> bool:
    return Case.objects.get(pk=case.pk).is_restricted


@pytest.fixture
def family(cast) -> Case:
    return an_arrival(cast)


def split_by_the_form(cast, family, person) -> Case:
    member = family.members.get(individual=person)
    typed = {f"goes_{member.pk}": "on", "on": "2/7/2019", "sure": "yes"}
    answer = as_(cast.ana).post(reverse("family-split", args=[family.number]), typed)
    assert answer.status_code == 302
    return FamilyChange.objects.get().other_case


def test_whoever_took_the_word_back_and_gets_a_case_of_their_own_is_seen_by_few(cast, family):
    wilmer = people_of(family)[3]
    withdraws(cast, wilmer)
    new = split_by_the_form(cast, family, wilmer)
    assert (is_restricted(family), is_restricted(new)) == (False, True)
    sees = {user for user in cast.users.values() if Case.objects.visible_to(user).contains(new)}
    assert sees == {cast.ana, cast.sonia}
    claim = SubjectRequest.objects.get()
    said = {"result": "refused", "kept_because": "duty", "answer": "Ley."}
    answer_subject_request(claim, answered_on=TODAY, **said, by=cast.sonia)
    assert not is_restricted(new)


def test_the_same_when_whoever_agreed_leaves_and_the_exit_was_a_mistake(cast, family):
    head, wife, _child, brother = people_of(family)
    for person in (head, wife):
        withdraws(cast, person)
    told = {"type": ExitType.ONWARD, "on": "2/7/2019", "is_voluntary": "yes", "sure": "on"}
    as_(cast.ana).post(reverse("exit-record", args=[brother.number]), told)
    leaving = Exit.objects.get()
    assert is_restricted(family)
    back = {"what": "mistake", "reason": "Era otra persona"}
    as_(cast.ana).post(reverse("exit-back", args=[leaving.pk]), back)
    assert not is_restricted(family)


def test_somebody_who_agrees_joins_and_the_step_is_undone(cast):
    case = a_case(cast)
    withdraws(cast, people_of(case)[0])
    assert is_restricted(case)
    add_member(case, row=a_row("Petra", born=1980), joined_on=TODAY, by=cast.ana)
    assert not is_restricted(case)
    undo_family_change(FamilyChange.objects.get(), by=cast.ana)
    assert is_restricted(case)


def test_a_merge_takes_away_whoever_agreed_and_its_undo_brings_them_back(cast, family):
    head, wife, _child, brother = people_of(family)
    for person in (head, wife):
        withdraws(cast, person)
    other = a_case(cast, name="Wilmer")
    twin = people_of(other)[0]
    merge = merge_individuals(twin, merged=brother, by=cast.sonia, grounds="one card")
    assert is_restricted(family)
    undo_merge(merge, by=cast.sonia)
    assert not is_restricted(family)


def test_who_comes_into_a_case_restricted_by_hand_does_not_open_it_by_their_claim(cast, family):
    restrict_case(family, people=[cast.ana], by=cast.sonia)
    single = a_case(cast, name="Jonder")
    jonder = people_of(single)[0]
    claim = withdraws(cast, jonder)
    assert is_restricted(single)
    join_family(family, other=single, relations={jonder: Relation.OTHER}, on=TODAY, by=cast.ana)
    assert is_restricted(family)
    said = {"result": "refused", "kept_because": "duty", "answer": "Ley."}
    answer_subject_request(claim, answered_on=TODAY, **said, by=cast.sonia)
    assert is_restricted(family)


def grows_up():
    """A person who comes of age on 5 July."""
    return replace(a_row("Petra"), birth=Birth(BirthPrecision.DAY, D(2001, 7, 5), 2001))


def test_a_child_who_comes_of_age_opens_the_file_on_the_day_and_once(cast):
    case = a_case(cast, name="Wilmer")
    add_member(case, row=grows_up(), joined_on=TODAY, by=cast.ana)
    colleague = hire("Berta", Role.CASEWORKER, cast.cucuta, cast.norte)
    withdraws(cast, people_of(case)[0])
    assert is_restricted(case)
    for day, is_closed in ((4, True), (5, False), (6, False)):
        with time_machine.travel(datetime.datetime(2019, 7, day, 15, tzinfo=datetime.UTC)):
            tick()
            tick()
        assert is_restricted(case) == is_closed
        assert Case.objects.visible_to(colleague).contains(case) != is_closed
        told = AuditEvent.objects.filter(verb="case.opened_of_age")
        assert list(told.values_list("case_id", "actor")) == [(case.pk, None)] * (not is_closed)
    assert not SubjectRequest.objects.filter(has_closed_sight=True).exists()
    history = as_(cast.sonia).get(reverse("case-history", args=[case.number])).content.decode()
    assert "mayoría de edad" in history


def test_nobody_decides_for_a_file_by_being_born_today(cast):
    case = a_case(cast, name="Wilmer")
    newborn = replace(a_row("Petra"), birth=Birth(BirthPrecision.DAY, TODAY, TODAY.year))
    add_member(case, row=newborn, joined_on=TODAY, by=cast.ana)
    withdraws(cast, people_of(case)[0])
    assert is_restricted(case)


def test_who_came_of_age_opens_nothing_that_somebody_closed_by_hand_or_that_they_ended(cast):
    case, other = a_case(cast, name="Wilmer"), a_case(cast, name="Jonder")
    grown = [
        add_member(each, row=grows_up(), joined_on=TODAY, by=cast.ana).individual
        for each in (case, other)
    ]
    restrict_case(case, people=[cast.ana], by=cast.sonia)
    told = {"kind": SubjectRequestKind.ERASURE, "received_on": TODAY}
    record_subject_request(grown[1], **told, by=cast.ana)
    withdraws(cast, people_of(other)[0])
    with time_machine.travel(datetime.datetime(2019, 7, 6, 15, tzinfo=datetime.UTC)):
        tick()
    assert is_restricted(case)
    assert is_restricted(other)


class History:
    """Random actions; refused ones change nothing."""

    def __init__(self, cast, seed):
        self.cast, self.dice, self.done = cast, random.Random(seed), []  # noqa: S311
        an_arrival(cast)
        an_arrival(cast, people=[a_row("Jonder", born=1980), a_row("Luz", born=1982)])

    def any(self, rows):
        return self.dice.choice(list(rows.order_by("pk")))

    def member(self):
        return self.any(FamilyMember.objects.filter(left_on=None, case__closed_on=None))

    def says_no(self):
        withdraws(self.cast, self.member().individual)

    def takes_it_back(self):
        claim = self.any(SubjectRequest.objects.open())
        correct_subject_request(claim, is_mistake=True, reason="x", by=self.cast.sonia)

    def splits(self):
        member = self.member()
        relations = {member.individual: Relation.PRINCIPAL}
        split_family(member.case, relations=relations, on=TODAY, by=self.cast.ana)

    def joins(self):
        here, there = self.member(), self.member()
        relations = {there.individual: Relation.OTHER}
        join_family(here.case, other=there.case, relations=relations, on=TODAY, by=self.cast.ana)

    def leaves(self):
        record_exit(self.member().individual, type=ExitType.ONWARD, on=TODAY, by=self.cast.ana)

    def did_not_leave(self):
        leaving = self.any(Exit.objects.away())
        settle_exit(leaving, what=AfterExit.MISTAKE, reason="x", by=self.cast.ana)

    def comes_back(self):
        leaving = self.any(Exit.objects.away())
        said = {"what": AfterExit.BACK, "reason": "x", "back_on": TODAY}
        settle_exit(leaving, **said, by=self.cast.ana)
        case = case_of(leaving.individual, TODAY)
        bring_back(case, individual=leaving.individual, joined_on=TODAY, by=self.cast.ana)

    def is_added(self):
        row = a_row("Petra", born=self.dice.choice((1980, 2015)))
        add_member(self.member().case, row=row, joined_on=TODAY, by=self.cast.ana)

    def is_undone(self):
        undo_family_change(self.any(FamilyChange.objects.filter(undone_at=None)), by=self.cast.ana)

    def goes_on(self):
        acts = [name for name in vars(History) if name[0] != "_" and name not in NO_ACTS]
        act = self.dice.choice(acts)
        try:
            getattr(self, act)()
        except (ActionRefused, IndexError):
            return
        self.done.append(act)


NO_ACTS = ("any", "member", "goes_on")


@pytest.mark.parametrize("seed", range(8))
def test_after_any_history_a_case_is_restricted_where_no_adult_of_it_agrees(cast, seed):
    history = History(cast, seed)
    for _step in range(14):
        history.goes_on()
        for case in Case.objects.filter(closed_on=None):
            present = case.members.on(TODAY).select_related("individual")
            adults = [each.individual for each in present if each.individual.age_on(TODAY) > 17]
            said_no = {claim.individual_id for claim in SubjectRequest.objects.open()}
            if adults:
                agrees = any(adult.pk not in said_no for adult in adults)
                assert case.is_restricted is not agrees, history.done
