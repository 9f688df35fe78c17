"""Rows that both records have: which one counts, which ones stay, and which must be settled before."""

import datetime
from types import SimpleNamespace

import pytest
from django.db import IntegrityError, models
from django.urls import reverse

from casework.asking.sharing import may_share, who_may_be_shared
from casework.bonds.actions import end_relationship, relate
from casework.bonds.choices import Bond
from casework.consents.actions import record_consent
from casework.consents.choices import ConsentStatus, Purpose
from casework.duplicates.actions import pair_of
from casework.exits.actions import record_exit
from casework.identity.actions.exposure import wish_anonymity
from casework.interviews.actions import log_interview
from casework.interviews.choices import Visitor
from casework.merges.actions import merge_individuals, undo_merge
from casework.merges.rules import conflict_message, foreign_keys_to_person
from casework.merges.values import MergeRefused
from casework.needs.actions import record_need
from casework.referrals.actions import write_referral
from casework.referrals.choices import OutsideService
from casework.register.choices import ExitType
from casework.register.models.case import Case, FamilyMember, LegalReferral
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.service.actions import record_service
from casework.slots.obstacles import obstacles_to_merge
from tests.aid.build import a_payer
from tests.build import an_individual
from tests.casework.identity.fill_person import a_code
from tests.cast import log_in
from tests.page import page_of

D = datetime.date
EARLY, LATE = D(2019, 3, 1), D(2019, 4, 1)
GIVEN, REFUSED, ASKED = ConsentStatus.GIVEN, ConsentStatus.REFUSED, ConsentStatus.ASKED


@pytest.fixture
def two(cast):
    return an_individual(cast), an_individual(cast, given_names="Jorman José")


def answer(person, status, on, by, **more):
    return record_consent(person, purpose=Purpose.LEGAL_AID, status=status, on=on, by=by, **more)


def has_everything_once(cast, person) -> None:
    """Gives the record an open need, a valid exit and an open referral."""
    case, today = case_of(person, cast.ana.today()), cast.ana.today()
    record_need(person, code=a_code("DS-PM"), starts_on=today, source="observed", by=cast.ana)
    told = {"reason": "No duerme.", "by": cast.ana, "organisation": a_payer()}
    write_referral(case, people=[person], service=OutsideService.HEALTH, **told)
    record_exit(person, type=ExitType.OWN_MEANS, on=today, by=cast.ana)


def refused_by(constraint: str) -> IntegrityError:
    """Returns the driver's error for a violation of this constraint."""
    cause = Exception()
    cause.diag = SimpleNamespace(constraint_name=constraint)  # type: ignore[attr-defined]
    error = IntegrityError()
    error.__cause__ = cause
    return error


def shared(person, on) -> tuple[bool, bool]:
    """Returns whether sharing is allowed by the rule, and by exports and lists."""
    people = Individual.objects.filter(pk=person.pk)
    return (
        may_share(person, Purpose.LEGAL_AID, on),
        who_may_be_shared(people, Purpose.LEGAL_AID, on).exists(),
    )


@pytest.mark.parametrize(
    ("mine", "theirs", "counts"),
    [
        ((GIVEN, EARLY), (REFUSED, LATE), REFUSED),
        ((REFUSED, LATE), (GIVEN, EARLY), REFUSED),
        ((REFUSED, EARLY), (GIVEN, LATE), GIVEN),
        ((GIVEN, EARLY), (REFUSED, EARLY), REFUSED),
        ((REFUSED, EARLY), (GIVEN, EARLY), REFUSED),
        ((REFUSED, EARLY), (ASKED, LATE), REFUSED),
        ((GIVEN, EARLY), (ASKED, LATE), GIVEN),
    ],
)
def test_of_two_answers_the_later_counts_and_of_one_day_the_one_that_protects(
    cast, two, mine, theirs, counts
):
    survivor, merged = two
    for person, (status, on) in zip(two, (mine, theirs), strict=True):
        answer(person, status, on, cast.ana)
    merge = merge_individuals(survivor, merged=merged, by=cast.sonia)
    [standing] = survivor.consents.counting()
    assert standing.status == counts
    assert survivor.consents.count() == 2
    assert shared(survivor, cast.ana.today()) == (counts == GIVEN,) * 2
    undo_merge(merge, by=cast.sonia)
    assert [
        [each.status for each in person.consents.counting()] for person in (survivor, merged)
    ] == [[mine[0]], [theirs[0]]]


def test_an_answer_after_the_merge_counts_for_the_person(cast, two):
    survivor, merged = two
    answer(survivor, GIVEN, EARLY, cast.ana)
    answer(merged, REFUSED, LATE, cast.ana)
    merge_individuals(survivor, merged=merged, by=cast.sonia)
    assert shared(survivor, cast.ana.today()) == (False, False)
    answer(survivor, GIVEN, LATE, cast.ana)
    assert shared(survivor, cast.ana.today()) == (True, True)
    page = log_in(cast.ana).get(reverse("case-part", args=[survivor.number[:13], "papers"]))
    assert page.status_code == 200
    shown = {
        str(each.pk): str(each.pk) in page.content.decode() for each in survivor.consents.all()
    }
    assert sorted(shown.values()) == [False, True]


def test_an_answer_that_yields_shows_the_one_that_counts_and_is_not_answered_again(cast, two):
    survivor, merged = two
    own = answer(survivor, GIVEN, EARLY, cast.ana)
    theirs = answer(merged, REFUSED, LATE, cast.ana)
    merge_individuals(survivor, merged=merged, by=cast.sonia)
    client = log_in(cast.ana)
    yielding = client.get(own.get_absolute_url()).content.decode()
    assert theirs.get_absolute_url() in yielding
    assert reverse("consent-answer", args=[own.pk]) not in yielding
    counting = client.get(theirs.get_absolute_url()).content.decode()
    assert own.get_absolute_url() in counting
    assert reverse("consent-answer", args=[theirs.pk]) in counting


def test_an_ended_relation_between_the_two_stays_where_it_was_said(cast, two):
    survivor, merged = two
    bond = relate(survivor, other=merged, kind=Bond.SIBLING, by=cast.ana)
    with pytest.raises(MergeRefused) as refusal:
        merge_individuals(survivor, merged=merged, by=cast.sonia)
    assert len(refusal.value.sentences) == 1
    [obstacle] = obstacles_to_merge(survivor, merged)
    assert obstacle.address == reverse("relationship-end", args=[bond.pk])
    end_relationship(bond, ends_on=cast.ana.today(), by=cast.ana)
    merge = merge_individuals(survivor, merged=merged, by=cast.sonia)
    bond.refresh_from_db()
    assert {bond.individual_a, bond.individual_b} == set(two)
    undo_merge(merge, by=cast.sonia)


def test_the_same_relation_of_both_to_a_third_person_is_kept_once_in_use(cast, two):
    survivor, merged = two
    brother, other = an_individual(cast, given_names="Wilmer"), an_individual(cast)
    for person in two:
        relate(person, other=brother, kind=Bond.SIBLING, by=cast.ana)
    relate(merged, other=other, kind=Bond.APART, reason="Se amenazan.", by=cast.ana)
    merge = merge_individuals(survivor, merged=merged, by=cast.sonia)
    assert sorted(
        (bond.kind, bond.individual_b)
        for bond in survivor.relationships_as_first.select_related("individual_b")
    ) == sorted([(Bond.SIBLING, brother), (Bond.APART, other)], key=lambda each: each[0])
    undo_merge(merge, by=cast.sonia)
    assert merged.relationships_as_first.count() == 2


def test_of_two_parts_in_one_interview_one_is_shown_and_a_contact_given_is_known(cast, two):
    survivor, merged = two
    told = {"visitor": Visitor.JOURNALIST, "on": EARLY, "by": cast.ana}
    log_interview(list(two), visitor_name="Diario", purpose="Una nota.", **told)
    merged.outside_interviews.update(contact_shared_on=LATE, contact_shared_by=cast.ana)
    merge = merge_individuals(survivor, merged=merged, by=cast.sonia)
    [part] = survivor.outside_interviews.all()
    assert (part.contact_shared_on, part.contact_shared_by) == (LATE, cast.ana)
    undo_merge(merge, by=cast.sonia)
    part.refresh_from_db()
    assert part.contact_shared_on is None


def test_both_wishes_for_anonymity_hold_and_nobody_has_to_lift_one(cast, two):
    survivor, merged = two
    for person in two:
        wish_anonymity(person, wished_on=EARLY, alias="Lucero", by=cast.ana)
    merge = merge_individuals(survivor, merged=merged, by=cast.sonia)
    survivor.refresh_from_db()
    assert survivor.is_anonymous
    assert survivor.anonymity_wishes.filter(ended_on=None).count() == 1
    undo_merge(merge, by=cast.sonia)


def test_what_people_can_settle_is_said_on_the_page_with_the_way_there(cast, two):
    survivor, merged = two
    for person in two:
        has_everything_once(cast, person)
    found = obstacles_to_merge(survivor, merged)
    assert [each.address for each in found] == [
        reverse("need-end", args=[merged.number, merged.needs.get().pk]),
        merged.exits.get().get_absolute_url(),
        merged.referrals.get().get_absolute_url(),
    ]
    page = log_in(cast.sonia).get(reverse("individual-merge", args=[pair_of(*two).pk]))
    for each in found:
        assert each.sentence in page.content.decode()
        assert each.address in page.content.decode()
    assert 'name="survivor"' not in page.content.decode(), "no button that is refused anyway"
    with pytest.raises(MergeRefused) as refusal:
        merge_individuals(survivor, merged=merged, by=cast.sonia)
    assert list(refusal.value.sentences) == [each.sentence for each in found]


def test_rank_force_and_unit_of_both_are_named_where_they_differ(cast, two):
    page = reverse("individual-merge", args=[pair_of(*two).pk])
    record_service(two[0], unit="Comando 1", by=cast.ana)
    assert "dice del servicio" not in log_in(cast.sonia).get(page).content.decode()
    record_service(two[1], unit="Fuerte Tiuna", by=cast.ana)
    said = page_of(log_in(cast.sonia).get(page))
    assert said.says(f"{two[0].number} dice del servicio: Comando 1")
    assert said.says(f"{two[1].number} dice del servicio: Fuerte Tiuna")
    merge_individuals(two[0], merged=two[1], by=cast.sonia)
    assert two[0].service_records.current().count() == 2


def test_what_refuses_names_every_table_in_the_readers_language():
    """No refusal shows a placeholder, also for a constraint without a message."""
    moving = {field.model for field in foreign_keys_to_person()} | {
        FamilyMember,
        Case,
        LegalReferral,
    }
    assert [
        model._meta.label
        for model in moving
        if not {"verbose_name", "verbose_name_plural"} <= set(model._meta.original_attrs)
    ] == []
    for model in moving:
        for constraint in model._meta.constraints:
            assert "%(" not in str(conflict_message(model, refused_by(constraint.name))), (
                constraint.name
            )


def test_every_rule_that_a_person_has_something_once_is_met_before_a_merge():
    """For each such constraint, this test names how two records with one row each are merged."""
    met = {
        "one_consent_per_person_and_purpose": "the weightier counts",
        "one_disarmament_per_arrival": "stays",
        "one_open_wish_for_anonymity": "stays",
        "interviewed_once_per_interview": "stays",
        "one_open_relationship_of_a_kind": "stays",
        "away_once_at_a_time": "double_exits",
        "one_open_need_per_code": "double_needs",
        "one_open_loss_report_per_person": "double_losses",
        "one_guardian_signs_for_a_child": "double_guardians",
        "one_open_referral_per_person_and_service": "double_referrals",
        "one_stay_per_individual_and_night": "overlapping_stays",
        "one_checked_in_stay_per_individual": "overlapping_stays",
        "one_open_application_per_person": "two_open_applications",
        "one_open_review_of_a_person": "two_open_reviews",
        "one_running_observation_of_a_person": "two_open_reviews",
    }
    people = {(field.model, field.name) for field in foreign_keys_to_person()}
    found = {
        constraint.name
        for model, name in people
        for constraint in model._meta.constraints
        if not isinstance(constraint, models.CheckConstraint)
        and f"'{name}'" in repr(constraint.deconstruct())
    }
    assert found == set(met)
