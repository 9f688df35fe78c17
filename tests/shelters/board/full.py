"""A board as a full house has it: 1,000 beds, of which nine in ten are taken every night, for weeks."""

import datetime
import random
from collections.abc import Iterator
from itertools import count

from django.utils import timezone

from accounts.models import Team, User
from casework.register.choices import Category, Relation, Sex
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from shelters.models import Placement, Site
from tests.shelters.build import SINCE, a_site, beds_of
from vault.keys import issue_keys

SITES, ROOMS, BEDS = 10, 25, 4
DAY = datetime.timedelta(days=1)
NAMES = ["Belkis", "Yorman", "Luz", "Eider", "Zulay", "Héctor", "Maryuri", "Franklin"]
NAMES_MORE = ["Pernía", "Rangel", "Mora", "Salcedo", "Rivas", "Camacho", "Andrade", "Torrealba"]
SIZES = (1, 4, 3, 2, 5, 1, 2)
numbers = count(1)


def a_full_board(team: Team, *, by: User, nights: int = 30) -> list[Site]:
    """Sites of the team's office, run by `by`. Families of one to five have stays of four to eight weeks with two to
    seven free nights between, until `nights` from today: nine in ten beds are taken every night."""
    dice = random.Random(7)  # noqa: S311
    sites = [a_site(team.office, beds=[BEDS] * ROOMS, run_by=by) for _ in range(SITES)]
    beds = [bed for site in sites for bed in beds_of(site)]
    today, stays = by.today(), list[Placement]()
    nights_of: dict[Case, list[tuple[datetime.date, datetime.date]]] = {}
    for bed, (person, case) in zip(beds, _families(team, len(beds), dice), strict=True):
        if case not in nights_of:
            nights_of[case] = list(_nights(dice, today, today + nights * DAY))
        for starts_on, leaves_on in nights_of[case]:
            stays.append(
                Placement(
                    individual=person,
                    case=case,
                    site=bed.room.site,
                    bed=bed,
                    starts_on=starts_on,
                    planned_end_on=leaves_on,
                    ends_on=leaves_on if leaves_on <= today else None,
                    checked_in_at=timezone.now() if starts_on < today else None,
                    placed_by=by,
                )
            )
    Placement.objects.bulk_create(stays)
    return sites


def _nights(
    dice: random.Random, today: datetime.date, end: datetime.date
) -> Iterator[tuple[datetime.date, datetime.date]]:
    starts_on = today - dice.randint(1, 56) * DAY
    while starts_on < end:
        leaves_on = starts_on + dice.randint(28, 56) * DAY
        yield starts_on, leaves_on
        starts_on = leaves_on + dice.randint(2, 7) * DAY


def _families(team: Team, wanted: int, dice: random.Random) -> list[tuple[Individual, Case]]:
    keys = iter(issue_keys(2 * wanted))
    people, members, cases = list[Individual](), list[FamilyMember](), list[Case]()
    while len(people) < wanted:
        number = next(numbers)
        case = Case(
            key_id=next(keys),
            number=f"A-2026-{number:06}",
            office=team.office,
            team=team,
            opened_on=SINCE,
        )
        cases.append(case)
        family = dice.choice(NAMES_MORE)
        for place in range(min(SIZES[number % len(SIZES)], wanted - len(people))):
            person = Individual(
                key_id=next(keys),
                number=f"A-2026-{len(people) + 500_000:06}",
                office=team.office,
                given_names=dice.choice(NAMES),
                family_names=family,
                category=Category.RELATIVE,
                sex=Sex.FEMALE,
                birth_year=1990,
            )
            relation = Relation.OTHER if place else Relation.PRINCIPAL
            members.append(
                FamilyMember(
                    case=case,
                    individual=person,
                    relation_to_principal=relation,
                    joined_on=SINCE,
                )
            )
            people.append(person)
    Case.objects.bulk_create(cases)
    Individual.objects.bulk_create(people)
    FamilyMember.objects.bulk_create(members)
    return [(member.individual, member.case) for member in members]
