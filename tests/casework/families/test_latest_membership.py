"""The mark on a person's latest membership is always on the one that `latest_on` computes."""

import datetime
import random

import pytest
from django.db import IntegrityError, connection, transaction

from casework.register.choices import Relation
from casework.register.models.case import FamilyMember
from casework.register.models.individual import Individual
from tests.build import a_case, people_of

FIRST = datetime.date(2019, 3, 1)
# A day after all days of these histories.
AFTERWARDS = datetime.date(2020, 1, 1)
STEPS = 25


def marked() -> set:
    return set(FamilyMember.objects.marked_latest().values_list("pk", flat=True))


def worked_out() -> set:
    return set(FamilyMember.objects.latest_on(AFTERWARDS).values_list("pk", flat=True))


def _one_step(dice: random.Random, people: list, cases: list) -> None:
    """Changes a membership at random: a new one, an end, another day, another person, or a deletion; by raw SQL too."""
    person, case = dice.choice(people), dice.choice(cases)
    joined = FIRST + datetime.timedelta(days=dice.randrange(200))
    left = dice.choice([None, joined, joined + datetime.timedelta(days=dice.randrange(1, 40))])
    there = list(FamilyMember.objects.order_by("pk"))
    row = dice.choice(there) if there else None
    act = dice.choice(["joins", "joins", "days", "person", "raw", "gone"])
    if act == "joins" or row is None:
        FamilyMember.objects.create(
            case=case,
            individual=person,
            relation_to_principal=Relation.OTHER,
            joined_on=joined,
            left_on=left,
        )
    elif act == "days":
        row.joined_on, row.left_on = joined, left
        row.save()
    elif act == "person":
        FamilyMember.objects.filter(pk=row.pk).update(individual=person)
    elif act == "raw":
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE casework_familymember SET left_on = joined_on, is_latest = NOT is_latest WHERE case_id = %s",
                [case.pk],
            )
    else:
        row.delete()


@pytest.mark.parametrize("seed", range(12))
def test_the_mark_is_what_the_days_say_whatever_changes_them(cast, seed):
    cases = [a_case(cast, name=name) for name in ("Yerson", "Maite", "Wilmer")]
    people = [person for case in cases for person in people_of(case)]
    assert marked() == worked_out() != set()
    dice, done = random.Random(seed), 0  # noqa: S311
    while done < STEPS:
        try:
            with transaction.atomic():
                _one_step(dice, people, cases)
        except IntegrityError:
            continue  # The database refuses two cases on one day and a membership without days; nothing has changed then.
        done += 1
        assert marked() == worked_out()


def test_an_old_row_that_is_saved_again_does_not_bring_its_mark_back(cast):
    case, other = a_case(cast, name="Yerson"), a_case(cast, name="Maite")
    before = FamilyMember.objects.get(case=case)
    FamilyMember.objects.filter(pk=before.pk).update(left_on=before.joined_on)
    later = FamilyMember.objects.create(
        case=other,
        individual=before.individual,
        relation_to_principal=Relation.OTHER,
        joined_on=before.joined_on,
    )
    assert before.is_latest
    before.left_on = before.joined_on
    before.save()
    assert marked() & {before.pk, later.pk} == {later.pk}


def test_what_was_known_of_a_family_holds_no_row_for_the_mark_alone(cast):
    case, other = a_case(cast, name="Yerson"), a_case(cast, name="Maite")
    member = FamilyMember.objects.get(case=case)
    known = member.as_known.count()
    FamilyMember.objects.filter(pk=member.pk).update(left_on=member.joined_on)
    FamilyMember.objects.create(
        case=other,
        individual=member.individual,
        relation_to_principal=Relation.OTHER,
        joined_on=member.joined_on,
    )
    member.refresh_from_db()
    assert not member.is_latest
    assert member.as_known.count() == known + 1


@pytest.mark.django_db
def test_the_team_of_a_case_that_somebody_left_for_another_sees_the_person_no_more(cast):
    case, elsewhere = a_case(cast), a_case(cast, by=cast.bruno)
    [person] = people_of(case)
    assert Individual.objects.visible_to(cast.ana).contains(person)
    today = cast.ana.today()
    person.memberships.update(left_on=today)
    FamilyMember.objects.create(
        case=elsewhere, individual=person, relation_to_principal=Relation.OTHER, joined_on=today
    )
    seen = {
        user.full_name: Individual.objects.visible_to(user).contains(person)
        for user in (cast.ana, cast.bruno)
    }
    assert seen == {"Ana": False, "Bruno": True}
