"""Fills the files of a crowd in bulk: closed cases, stays, and copies of the office's first open files."""

import datetime
import random
import uuid
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from django.db.models import DateTimeField
from django.db.models.functions import Cast
from django.utils import timezone

from accounts.models import User
from aid.models import Commitment
from asylum.papers.models.permit import Permit
from asylum.pathways.choices import ApplicationStatus, DeadlineKind, PermitType
from asylum.procedure.models.application import AsylumApplication
from asylum.procedure.models.deadline import LegalDeadline
from casework.register.choices import EXIT_BY_END_REASON, CaseStatus, Category, EndReason
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case, CaseStatusChange, FamilyMember, LegalReferral
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from reference.models import Municipality
from seeds.clones import COPIED, STAYING_IN_CLOSED_CASES, FileCopy, Original, Rows, originals
from seeds.crowd import LAST_DAY
from shelters.choices import RoomKind, SiteKind
from shelters.models import Bed, Placement, Room, Site, SitePayment
from vault.keys import issue_keys, remembering

CASES_AT_ONCE = 500
BEDS_OF_A_SITE = 100
BEDS_OF_A_ROOM = 4
SHARE_SHELTERED = 0.85
# The largest number of days by which future days are moved.
AHEAD = 60
REASONS = (EndReason.SETTLED, EndReason.ONWARD, EndReason.LOST_CONTACT)


class FileFiller:
    """Fills the files of families in the office of `by`; the same `seed` gives the same result.

    Rows are created in bulk, as copies of files that were created through actions (clones.py)."""

    def __init__(self, by: User, today: datetime.date, seed: int = 1) -> None:
        self.random = random.Random(seed)  # noqa: S311 - invented lives, not secrets
        if by.office is None:
            raise ValueError("Whoever writes this down belongs to an office.")
        self.by, self.office, self.today = by, by.office, today
        with remembering():
            self.originals = originals(self.office)
        self.rooms = self._rooms()
        self.shared: dict[str, list[Bed]] = defaultdict(list)

    def fill(self, cases: Sequence[Case]) -> None:
        """Fills the files of these cases, CASES_AT_ONCE at a time. Raises ValueError for cases of another office."""
        if {case.office_id for case in cases} - {self.office.pk}:
            raise ValueError("Some of the cases are of another office.")
        for first in range(0, len(cases), CASES_AT_ONCE):
            with remembering():
                self._fill(cases[first : first + CASES_AT_ONCE])

    def _fill(self, cases: Sequence[Case]) -> None:
        members = FamilyMember.objects.filter(case__in=cases).select_related("individual")
        people: dict[uuid.UUID, list[Individual]] = {}
        for member in members.order_by("individual__number"):
            people.setdefault(member.case_id, []).append(member.individual)
        families = [(case, people[case.pk]) for case in cases]
        ended = [each for each in families if each[0].opened_on <= LAST_DAY]
        running = [each for each in families if each[0].opened_on > LAST_DAY]
        self._end(ended)
        self._claim(ended)
        self._shelter(running)
        self._copy(families)
        # The bulk insert set the current time; the arrivals should look as if logged on their own days.
        arrivals = Arrival.objects.filter(case__in=cases)
        arrivals.update(logged_at=Cast("on", DateTimeField()))

    def _copy(self, families: Sequence[tuple[Case, list[Individual]]]) -> None:
        """Copies to each family the file of a family of its team that has a similar size and did not arrive before it."""
        arrivals = {
            each.case_id: each for each in Arrival.objects.filter(case__in=[c for c, _ in families])
        }
        written: Rows = defaultdict(list)
        for case, people in families:
            if original := self._original(case, len(people)):
                copying = FileCopy(
                    original=original,
                    case=case,
                    people=people,
                    arrival=arrivals[case.pk],
                    today=self.today,
                    ahead=self.random.randint(0, AHEAD),
                    dice=self.random,
                )
                is_over = case.status == CaseStatus.CLOSED
                for row in copying.rows(STAYING_IN_CLOSED_CASES if is_over else None):
                    written[type(row)].append(row)
        for model in COPIED:
            model._default_manager.bulk_create(written[model], batch_size=2_000)

    def _original(self, case: Case, size: int) -> Original | None:
        fitting = [
            each
            for each in self.originals
            if each.case.team_id == case.team_id and each.case.opened_on >= case.opened_on
        ]
        nearest = min((abs(len(each.people) - size) for each in fitting), default=0)
        alike = [each for each in fitting if abs(len(each.people) - size) == nearest]
        return self.random.choice(alike) if alike else None

    def _day(self, first: int, last: int) -> datetime.date:
        """A day from `first` to `last` days from today."""
        return self.today + datetime.timedelta(days=self.random.randint(first, last))

    def _end(self, families: Sequence[tuple[Case, list[Individual]]]) -> None:
        """Closes the cases, with exits for everybody."""
        closings, exits = [], []
        for case, people in families:
            reason = self.random.choice(REASONS)
            stayed = datetime.timedelta(days=self.random.randint(20, 200))
            case.status, case.end_reason = CaseStatus.CLOSED, reason
            case.closed_on = min(case.opened_on + stayed, self.today)
            closing = CaseStatusChange(
                case=case, status=case.status, reason=reason, on=case.closed_on, by=self.by
            )
            closings.append(closing)
            exits += [
                Exit(
                    key_id=person.key_id,
                    individual=person,
                    case=case,
                    type=EXIT_BY_END_REASON[reason],
                    on=case.closed_on,
                    closing=closing,
                    recorded_by=self.by,
                )
                for person in people
            ]
        Case.objects.bulk_update(
            [case for case, _people in families], ["status", "end_reason", "closed_on"]
        )
        CaseStatusChange.objects.bulk_create(closings)
        Exit.objects.bulk_create(exits)

    def _claim(self, families: Sequence[tuple[Case, list[Individual]]]) -> None:
        """Creates a claim, its legal deadline and a permit for each former member of these families."""
        claims, terms, permits, referrals = [], [], [], []
        for case, people in families:
            referrals.append(
                LegalReferral(
                    case=case, office=case.office, made_on=case.opened_on, made_by=self.by
                )
            )
            lodged_on = case.opened_on + datetime.timedelta(days=self.random.randint(1, 20))
            for person in people:
                if person.category != Category.FORMER_MEMBER:
                    continue
                owner = {"key_id": person.key_id, "individual": person, "case": case}
                claim = AsylumApplication(
                    **owner,
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
                        due_on=lodged_on,
                        ended_on=lodged_on,
                        was_met=True,
                    )
                )
                permits.append(
                    Permit(
                        **owner,
                        type=PermitType.SC2,
                        issued_on=lodged_on,
                        expires_on=lodged_on + datetime.timedelta(days=180),
                        recorded_by=self.by,
                    )
                )
        LegalReferral.objects.bulk_create(referrals)
        AsylumApplication.objects.bulk_create(claims)
        LegalDeadline.objects.bulk_create(terms)
        Permit.objects.bulk_create(permits)

    def _shelter(self, families: Sequence[tuple[Case, list[Individual]]]) -> None:
        """Creates stays for whole families, so that few of them break a rule."""
        now = timezone.now()
        stays = []
        for case, people in families:
            if self.random.random() >= SHARE_SHELTERED:
                continue
            starts_on, ends_on = case.opened_on, self._day(1, 60)
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

    def _beds_for(self, people: Sequence[Individual]) -> list[Bed]:
        """Beds for a family in rooms of its own; for a single person in a room shared with people of the same sex."""
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
        """Yields the beds of one new room after another, without end. Creates sites when they are needed."""
        municipality = Municipality.objects.order_by("code").first()
        if municipality is None:
            raise ValueError("The reference data is not loaded.")
        promises = self._promises()
        number = Site.objects.count()
        while True:
            number += 1
            paid_until = self._day(1, 60)
            site = Site.objects.create(
                office=self.office,
                name=f"Sitio {number}",
                kind=SiteKind.HOTEL,
                municipality=municipality,
                opened_on=datetime.date(2019, 2, 1),
                paid_until=paid_until,
            )
            SitePayment.objects.create(
                site=site, paid_until=paid_until, paid_on=self.today, recorded_by=self.by
            )
            Commitment.objects.bulk_create(
                Commitment(key_id=key_id, site=site, until=site.paid_until, **promise)
                for key_id, promise in zip(issue_keys(len(promises)), promises, strict=True)
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

    def _promises(self) -> list[dict[str, Any]]:
        """The field values of commitments to the office's first site, to be repeated for other sites."""
        names = ("office", "agreement", "kind", "starts_on", "is_firm", "committed_by")
        commitments = Commitment.objects.filter(office=self.office, site__isnull=False)
        first = commitments.order_by("site__name").values_list("site", flat=True)[:1]
        of_first_site = commitments.filter(site__in=list(first)).select_related(
            *names[:2], names[5]
        )
        return [{name: getattr(each, name) for name in names} for each in of_first_site]
