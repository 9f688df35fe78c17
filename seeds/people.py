"""Invents people: names from lists, ages and documents from a seeded generator."""

import csv
import datetime
import random
from collections.abc import Iterator
from pathlib import Path

from casework.identity.actions.individuals import PersonRow
from casework.register.choices import BirthPrecision, Category, Relation, Sex
from casework.register.rules import AGE_OF_MAJORITY, Birth
from reference.models import Force, Rank

DATA = Path(__file__).parent / "data"
WOMEN_AMONG_FORMER_MEMBERS = 0.14
# Forces and ranks in the proportions described by the press: mostly lower and middle ranks.
FORCES = [("gnb", 45), ("ejercito", 30), ("armada", 8), ("pnb", 10), ("aviacion", 4), ("cicpc", 3)]
MILITARY_RANKS = [
    ("soldado", 14),
    ("cabo-2", 10),
    ("cabo-1", 10),
    ("sargento-2", 26),
    ("sargento-1", 18),
    ("sargento-mayor-3", 9),
    ("teniente", 7),
    ("primer-teniente", 4),
    ("capitan", 2),
]
POLICE_RANKS = [("oficial-policia", 80), ("inspector", 20)]
POLICE_BODIES = {"pnb", "cicpc"}


def table(name: str) -> Iterator[dict[str, str]]:
    """Yields the rows of `seeds/data/{name}.csv`."""
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as rows:
        yield from csv.DictReader(rows)


class Inventor:
    """Invents people; the same `seed` gives the same people."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311 - invented people, not secrets
        given = list(table("given_names"))
        self.given = {
            sex: [row["name"] for row in given if row["sex"] == sex]
            for sex in (Sex.FEMALE, Sex.MALE)
        }
        self.family = [row["name"] for row in table("family_names")]
        self.forces = {force.code: force for force in Force.objects.all()}
        self.ranks = {rank.code: rank for rank in Rank.objects.all()}

    def pick(self, weighted: list[tuple[str, int]]) -> str:
        names, weights = zip(*weighted, strict=True)
        text: str = self.random.choices(names, weights)[0]
        return text

    def given_names(self, sex: Sex) -> str:
        first = self.random.choice(self.given[sex])
        if " " in first or self.random.random() < 0.5:
            return first
        return f"{first} {self.random.choice(self.given[sex]).split()[0]}"

    def family_names(self, first: str = "") -> str:
        return f"{first or self.random.choice(self.family)} {self.random.choice(self.family)}"

    def birth(
        self, on: datetime.date, youngest: int, oldest: int, *, earliest: int = datetime.MINYEAR
    ) -> Birth:
        """A birth for an age in this range, not before the year `earliest`; most have a date, some only a year or
        age."""
        year = max(on.year - self.random.randint(youngest, oldest), earliest)
        precision = self.random.choices(
            [BirthPrecision.DAY, BirthPrecision.YEAR, BirthPrecision.AGE], [80, 12, 8]
        )[0]
        if precision != BirthPrecision.DAY:
            return Birth(precision, None, year)
        day = datetime.date(year, self.random.randint(1, 12), self.random.randint(1, 28))
        return Birth(precision, min(day, on), year)

    def document(self) -> str:
        return f"V-{self.random.randint(9_000_000, 31_000_000)}"

    def former_member(self, on: datetime.date) -> PersonRow:
        sex = Sex.FEMALE if self.random.random() < WOMEN_AMONG_FORMER_MEMBERS else Sex.MALE
        force = self.pick(FORCES)
        rank = self.pick(POLICE_RANKS if force in POLICE_BODIES else MILITARY_RANKS)
        return PersonRow(
            is_service_asked=True,
            given_names=self.given_names(sex),
            family_names=self.family_names(),
            sex=sex,
            birth=self.birth(on, 20, 45),
            document=self.document(),
            category=Category.FORMER_MEMBER,
            force=self.forces[force],
            rank=self.ranks[rank],
            unit=f"Unidad {self.random.randint(11, 99)}",
            years_of_service=self.random.randint(1, 20),
        )

    def relatives(self, principal: PersonRow, on: datetime.date, count: int) -> list[PersonRow]:
        """The spouse first, then children, sometimes a sibling."""
        first_name = principal.family_names.split()[0]
        spouse_sex = Sex.FEMALE if principal.sex == Sex.MALE else Sex.MALE
        spouse = PersonRow(
            is_service_asked=True,
            given_names=self.given_names(spouse_sex),
            family_names=self.family_names(),
            sex=spouse_sex,
            birth=self.birth(on, 19, 42),
            document=self.document(),
            relation=Relation.SPOUSE,
            category=Category.RELATIVE,
        )
        # Both parents are adults when their children are born.
        earliest = AGE_OF_MAJORITY + max(each.birth.year or 0 for each in (principal, spouse))
        children = (self._child(first_name, spouse, on, earliest) for _ in range(count - 1))
        return [spouse, *children][:count]

    def _child(
        self, first_name: str, other_parent: PersonRow, on: datetime.date, earliest: int
    ) -> PersonRow:
        sex = self.random.choice([Sex.FEMALE, Sex.MALE])
        return PersonRow(
            is_service_asked=True,
            given_names=self.given_names(sex),
            family_names=f"{first_name} {other_parent.family_names.split()[0]}",
            sex=sex,
            birth=self.birth(on, 0, 15, earliest=earliest),
            relation=Relation.DAUGHTER if sex == Sex.FEMALE else Relation.SON,
            category=Category.RELATIVE,
        )
