"""What a crowd went through since it arrived, for measuring: files that ended, stays, claims, terms, papers, aid, tasks.

Written in bulk and not through actions: nobody reads these rows one by one, pages find, count and sort them.
"""

import datetime
import random
import uuid
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain

from django.db.models import DateTimeField
from django.db.models.functions import Cast
from django.utils import timezone

from accounts.models import User
from aid.choices import AidKind
from aid.models import Commitment
from asylum.choices import ApplicationStatus, DeadlineKind, PermitType
from asylum.models import AsylumApplication, LegalDeadline, Permit
from casework.register.choices import CaseStatus, Category, EndReason
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case, FamilyMember, LegalReferral
from casework.register.models.individual import Individual
from casework.tasks.models import CaseTask
from reference.models import Municipality
from shelters.choices import RoomKind, SiteKind
from shelters.models import Bed, Placement, Room, Site
from vault.keys import remembering

CASES_AT_ONCE = 500
BEDS_OF_A_SITE = 100
BEDS_OF_A_ROOM = 4
ENDED = 0.5
SHELTERED = 0.45
HELPED = 0.35
REASONS = (EndReason.SETTLED, EndReason.ONWARD, EndReason.LOST_CONTACT)


class Lives:
    """Gives families of the office of `by` what the pages of every room are about; the same `seed` gives the same."""

    def __init__(self, by: User, today: datetime.date, seed: int = 1) -> None:
        self.random = random.Random(seed)  # noqa: S311 - invented lives, not secrets
        if by.office is None:
            raise ValueError("Whoever writes this down belongs to an office.")
        self.by, self.office, self.today = by, by.office, today
        self.rooms = self._rooms()
        self.shared: dict[str, list[Bed]] = defaultdict(list)

    def live(self, cases: Sequence[Case]) -> None:
        """All of them, some hundreds at once. Raises ValueError for cases of another office."""
        if {case.office_id for case in cases} - {self.office.pk}:
            raise ValueError("Some of the cases are of another office.")
        for first in range(0, len(cases), CASES_AT_ONCE):
            with remembering():
                self._live(cases[first : first + CASES_AT_ONCE])

    def _live(self, cases: Sequence[Case]) -> None:
        members = FamilyMember.objects.filter(case__in=cases).select_related("individual")
        people: dict[uuid.UUID, list[Individual]] = {}
        for member in members:
            people.setdefault(member.case_id, []).append(member.individual)
        ended = [case for case in cases if self.random.random() < ENDED]
        self._end(ended)
        gone = {case.pk for case in ended}
        open_cases = [case for case in cases if case.pk not in gone]
        self._claim([(case, person) for case in cases for person in people[case.pk]], gone)
        self._shelter([(case, people[case.pk]) for case in open_cases])
        self._help(open_cases)
        # Logged on the day itself; the bulk wrote it down just now.
        arrivals = Arrival.objects.filter(case__in=cases)
        arrivals.update(logged_at=Cast("on", DateTimeField()))

    def _day(self, first: int, last: int) -> datetime.date:
        """A day between so many days from today."""
        return self.today + datetime.timedelta(days=self.random.randint(first, last))

    def _end(self, cases: Sequence[Case]) -> None:
        for case in cases:
            case.status, case.end_reason = CaseStatus.CLOSED, self.random.choice(REASONS)
            stayed = datetime.timedelta(days=self.random.randint(20, 200))
            case.closed_on = min(case.opened_on + stayed, self.today)
        Case.objects.bulk_update(cases, ["status", "end_reason", "closed_on"])

    def _claim(self, people: Sequence[tuple[Case, Individual]], gone: set[uuid.UUID]) -> None:
        """A claim, its running term and a permit for everybody who served."""
        served = [each for each in people if each[1].category == Category.FORMER_MEMBER]
        claims, terms, permits, referrals = [], [], [], []
        for case, person in served:
            is_over = case.pk in gone
            referrals.append(
                LegalReferral(
                    case=case, office=case.office, made_on=case.opened_on, made_by=self.by
                )
            )
            lodged_on = case.opened_on + datetime.timedelta(days=self.random.randint(1, 20))
            whose = {"key_id": person.key_id, "individual": person, "case": case}
            claim = AsylumApplication(
                **whose,
                status=ApplicationStatus.LODGED,
                status_on=lodged_on,
                lodged_on=lodged_on,
                recorded_by=self.by,
            )
            claims.append(claim)
            terms.append(
                LegalDeadline(
                    application=claim,
                    kind=DeadlineKind.RATIFY,
                    starts_on=lodged_on,
                    due_on=lodged_on if is_over else self._day(-20, 200),
                    ended_on=lodged_on if is_over else None,
                    was_met=True if is_over else None,
                )
            )
            permits.append(
                Permit(
                    **whose,
                    type=PermitType.SC2,
                    issued_on=lodged_on,
                    expires_on=lodged_on + datetime.timedelta(days=180)
                    if is_over
                    else self._day(-60, 120),
                    recorded_by=self.by,
                )
            )
        LegalReferral.objects.bulk_create(referrals)
        AsylumApplication.objects.bulk_create(claims)
        LegalDeadline.objects.bulk_create(terms)
        Permit.objects.bulk_create(permits)

    def _shelter(self, families: Sequence[tuple[Case, list[Individual]]]) -> None:
        """Whole families, so that few sleep against a rule: nobody would place them otherwise."""
        now = timezone.now()
        stays = []
        for case, people in families:
            if self.random.random() >= SHELTERED:
                continue
            starts_on, ends_on = self._day(-60, -1), self._day(1, 60)
            for person, bed in zip(people, self._beds_for(people), strict=False):
                stays.append(
                    Placement(
                        individual=person,
                        case=case,
                        site=bed.room.site,
                        bed=bed,
                        starts_on=starts_on,
                        planned_end_on=ends_on,
                        checked_in_at=now,
                        placed_by=self.by,
                    )
                )
        Placement.objects.bulk_create(stays)

    def _help(self, cases: Sequence[Case]) -> None:
        promises, tasks = [], []
        for case in cases:
            if self.random.random() < HELPED:
                promises.append(
                    Commitment(
                        key_id=case.key_id,
                        office=case.office,
                        case=case,
                        kind=self.random.choice([AidKind.MEALS, AidKind.HEALTH, AidKind.CASH]),
                        starts_on=self._day(-90, -1),
                        until=self._day(1, 90),
                        is_firm=True,
                        committed_by=self.by,
                    )
                )
            tasks.append(
                CaseTask(
                    key_id=case.key_id,
                    case=case,
                    title="Acompañar a la cita",
                    due_on=self._day(-10, 60),
                    assigned_to=self.by,
                    set_by=self.by,
                )
            )
        Commitment.objects.bulk_create(promises)
        CaseTask.objects.bulk_create(tasks)

    def _beds_for(self, people: Sequence[Individual]) -> list[Bed]:
        """A family has rooms of its own; whoever is alone shares one with others of the same sex."""
        if len(people) == 1:
            free = self.shared[people[0].sex]
            if not free:
                free += next(self.rooms)
            return [free.pop()]
        beds: list[Bed] = []
        while len(beds) < len(people):
            beds += next(self.rooms)
        return beds

    def _rooms(self) -> Iterator[list[Bed]]:
        """The beds of one room after another without end, site by site."""
        municipality = Municipality.objects.order_by("code").first()
        if municipality is None:
            raise ValueError("The reference data is not loaded.")
        number = Site.objects.count()
        while True:
            number += 1
            site = Site.objects.create(
                office=self.office,
                name=f"Sitio {number}",
                kind=SiteKind.HOTEL,
                municipality=municipality,
                opened_on=datetime.date(2019, 2, 1),
                paid_until=self._day(1, 60),
            )
            rooms = [
                Room(site=site, name=f"{101 + each}", kind=RoomKind.ROOM)
                for each in range(BEDS_OF_A_SITE // BEDS_OF_A_ROOM)
            ]
            Room.objects.bulk_create(rooms)
            beds = [
                [
                    Bed(room=room, name=str(each), position=each, opened_on=site.opened_on)
                    for each in range(1, BEDS_OF_A_ROOM + 1)
                ]
                for room in rooms
            ]
            Bed.objects.bulk_create(chain.from_iterable(beds))
            yield from beds
