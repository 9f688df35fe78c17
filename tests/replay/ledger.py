"""Who has no bed on a night, and who was told of it before: counted by a plain loop, without the forecast's code."""

import datetime
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from aid.choices import AidKind
from aid.models import Commitment
from casework.register.models.case import FamilyMember
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from shelters.choices import LeftTo
from shelters.models import Placement, SiteNotice
from worklist.notices.models import Notice

Day = datetime.date


@dataclass(frozen=True)
class Promise:
    """A firm promise of a rent: of lodging elsewhere than at a site, or of cash to somebody who left for a rent of their own."""

    pk: Any
    agreement: Any
    case: Any
    individual: Any
    starts_on: Day
    until: Day | None


@dataclass(frozen=True)
class Ledger:
    """The rows on file as plain values: by person days, families and stays that were slept (site, first and end);
    by site the first night on which nobody may stay; by subject the notices (when, and the day that they speak of)."""

    arrived: dict[Any, Day]
    left: dict[Any, Day]
    case_of: dict[Any, Any]
    stays: dict[Any, list[tuple[Any, Day, Day | None]]]
    put_out: dict[Any, Day]
    promises: list[Promise]
    notices: dict[str, list[tuple[Day, Day]]]

    def with_nothing(self, night: Day) -> set[Any]:
        """The people who came by that day, did not leave, and have no bed and no rent on that night."""
        nobody = set()
        for person, on in self.arrived.items():
            if on > night or (person in self.left and self.left[person] <= night):
                continue
            if not self.has_bed(person, night) and not self.has_rent(person, night):
                nobody.add(person)
        return nobody

    def has_bed(self, person: Any, night: Day) -> bool:
        for site, starts_on, ends_on in self.stays.get(person, ()):
            is_open = site not in self.put_out or night < self.put_out[site]
            if starts_on <= night and (ends_on is None or night < ends_on) and is_open:
                return True
        return False

    def has_rent(self, person: Any, night: Day) -> bool:
        return any(
            each.starts_on <= night and (each.until is None or night < each.until)
            for each in self.promises_to(person)
        )

    def promises_to(self, person: Any) -> list[Promise]:
        case = self.case_of.get(person)
        return [
            each
            for each in self.promises
            if each.individual == person or (each.case and each.case == case)
        ]

    def was_told(self, person: Any, night: Day) -> bool:
        """Whether somebody was told before that night that a site or a promise of the person ends by then."""
        subjects = {site for site, _starts_on, _ends_on in self.stays.get(person, ())}
        for each in self.promises_to(person):
            subjects |= {each.pk, each.agreement}
        told = [each for subject in subjects for each in self.notices.get(str(subject), ())]
        return any(at < night and due_on <= night for at, due_on in told)


def ledger_on_file() -> Ledger:
    """What is on file now."""
    stays, notices = defaultdict(list), defaultdict(list)
    # A night counts if somebody slept it.
    slept = Placement.objects.filter(cancelled_at=None).exclude(checked_in_at=None)
    for person, *stay in slept.values_list("individual", "site", "starts_on", "ends_on"):
        stays[person].append(tuple(stay))
    for about, at, due_on in Notice.objects.values_list("about_id", "created_at", "due_on"):
        notices[about].append((at.date(), due_on))
    people = Individual.objects.exclude(arrival=None)
    renting = Placement.objects.filter(left_to=LeftTo.OWN_RENT).values("case")
    paid = Q(kind=AidKind.LODGING) | Q(kind=AidKind.CASH, case__in=renting)
    promised = Commitment.objects.filter(paid, is_firm=True, site=None)
    columns = ("pk", "agreement", "case", "individual", "starts_on", "until")
    return Ledger(
        arrived=dict(people.values_list("pk", "arrival__on")),
        left=dict(Exit.objects.values_list("individual", "on")),
        case_of=dict(FamilyMember.objects.values_list("individual", "case")),
        stays=stays,
        put_out=dict(SiteNotice.objects.filter(withdrawn_on=None).values_list("site", "leaves_on")),
        promises=[Promise(*row) for row in promised.values_list(*columns)],
        notices=notices,
    )
