"""Place, check in, check out, move, cancel."""

import datetime
from collections.abc import Mapping, Sequence
from typing import cast

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.access import locked, require
from accounts.audit import changed, record
from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from pages.dates import short_date
from shelters.actions.clashes import (
    insert_stay,
    refuse_a_taken_bed,
    refuse_unless_in_service,
)
from shelters.beds_for_family import assign
from shelters.choices import HERE, TO_COME, CancelReason, StayStatus
from shelters.models import Bed, Placement, Site
from shelters.refusals import NoCaseOpen, StayNotOpen

MAY_CHANGE = Permission.PLACEMENT_CHANGE


@transaction.atomic
def place(
    individual: Individual,
    *,
    site: Site,
    bed: Bed | None = None,
    starts_on: datetime.date,
    planned_end_on: datetime.date | None = None,
    by: User,
) -> Placement:
    """A stay that begins on `starts_on` and runs until somebody ends it.

    Raises BedTaken, PersonHasPlace, BedNotInService or NoCaseOpen. Two who ask for one bed at one moment: the
    database lets one through, the other is told what is free instead.
    """
    require(by, MAY_CHANGE, about=individual)
    require(by, MAY_CHANGE, about=site)
    case = _open_case_of(individual, by.today())
    placement = Placement(
        individual=individual,
        case=case,
        site=site,
        bed=bed,
        starts_on=starts_on,
        planned_end_on=planned_end_on,
        placed_by=by,
    )
    _write(placement, by=by)
    record("placement.placed", by=by, about=placement, details=_summary(placement))
    return placement


@transaction.atomic
def place_family(
    case: Case,
    *,
    site: Site,
    assignments: Mapping[Individual, Bed] | None = None,
    starts_on: datetime.date,
    planned_end_on: datetime.date | None = None,
    by: User,
) -> list[Placement]:
    """Everybody of `assignments` into their beds, or nobody. Whoever is at a site without a bed moves from there.

    Without `assignments`, all members who have no bed that night go into the best row of free beds at the site;
    raises NotEnoughBeds where there is none.
    """
    Case.objects.lock(case)
    chosen = assignments or assign(case, site=site, night=starts_on, until=planned_end_on)
    bedless = Placement.objects.sleeping_on(starts_on).filter(individual__in=chosen, bed=None)
    waits_at = {stay.individual_id: stay for stay in bedless}
    stays = []
    for individual, bed in _in_lock_order(chosen):
        if stay := waits_at.get(individual.pk):
            stays.append(move(stay, site=site, bed=bed, on=starts_on, by=by))
            continue
        stays.append(
            place(
                individual,
                site=site,
                bed=bed,
                starts_on=starts_on,
                planned_end_on=planned_end_on,
                by=by,
            )
        )
    return stays


@transaction.atomic
def place_at_site(
    case: Case,
    *,
    people: Sequence[Individual],
    site: Site,
    starts_on: datetime.date,
    planned_end_on: datetime.date | None = None,
    by: User,
) -> list[Placement]:
    """These people of the family stay at the site; their beds come later."""
    Case.objects.lock(case)
    return [
        place(person, site=site, starts_on=starts_on, planned_end_on=planned_end_on, by=by)
        for person in people
    ]


@transaction.atomic
def check_in(placement: Placement, *, by: User) -> Placement:
    """They are here."""
    placement = locked(placement, MAY_CHANGE, by=by)
    today = by.today()
    _refuse_unless(
        placement.status_on(today), {StayStatus.ARRIVES, StayStatus.NOT_ARRIVED}, placement
    )
    placement.checked_in_at = timezone.now()
    return changed(placement, "checked_in_at", verb="placement.checked_in", by=by)


@transaction.atomic
def check_out(placement: Placement, *, on: datetime.date, by: User) -> Placement:
    """They left on that day, which is the first night without them."""
    placement = locked(placement, MAY_CHANGE, by=by)
    _refuse_unless(placement.status_on(by.today()), HERE, placement)
    if not placement.starts_on <= on <= by.today():
        raise StayNotOpen(
            _("The day of leaving lies between %(first)s and today.")
            % {"first": short_date(placement.starts_on)},
            field="on",
        )
    placement.ends_on = on
    placement.checked_out_at = timezone.now()
    fields, said = Placement.ENDING_FIELDS, {"on": on.isoformat()}
    return changed(placement, *fields, verb="placement.checked_out", by=by, details=said)


@transaction.atomic
def extend(placement: Placement, *, planned_end_on: datetime.date | None, by: User) -> Placement:
    """Another day until which the stay is planned; none for as long as it takes."""
    placement = locked(placement, MAY_CHANGE, by=by)
    _refuse_unless(placement.status_on(by.today()), HERE | TO_COME, placement)
    if planned_end_on and planned_end_on <= placement.starts_on:
        raise StayNotOpen(
            _("The planned end is not after the first night."), field="planned_end_on"
        )
    placement.planned_end_on = planned_end_on
    said = _summary(placement)
    return changed(placement, "planned_end_on", verb="placement.extended", by=by, details=said)


@transaction.atomic
def move(
    placement: Placement,
    *,
    site: Site | None = None,
    bed: Bed | None = None,
    on: datetime.date,
    by: User,
) -> Placement:
    """Ends this stay on that day and starts the next from the same night, in another bed or at another site.

    Whoever was here stays checked in. Raises what `place` raises; then nothing has changed.
    """
    placement = locked(placement, MAY_CHANGE, by=by)
    site = site or placement.site
    require(by, MAY_CHANGE, about=site)
    today = by.today()
    _refuse_unless(placement.status_on(today), HERE | TO_COME, placement)
    if on < placement.starts_on:
        raise StayNotOpen(_("The stay had not begun on that day."), field="on")
    was_here, happened = placement.checked_in_at is not None, on <= today
    placement.ends_on = on
    if was_here and happened:
        placement.checked_out_at = timezone.now()
    placement.save(update_fields=Placement.ENDING_FIELDS)
    planned = placement.planned_end_on
    following = Placement(
        individual=placement.individual,
        case=placement.case,
        site=site,
        bed=bed,
        starts_on=on,
        planned_end_on=planned if planned and planned > on else None,
        checked_in_at=timezone.now() if was_here and happened else None,
        placed_by=by,
        previous=placement,
    )
    _write(following, by=by)
    record("placement.moved", by=by, about=following, details=_summary(following))
    return following


@transaction.atomic
def move_family(
    placements: Mapping[Placement, Bed], *, site: Site, on: datetime.date, by: User
) -> list[Placement]:
    """Everybody into their new beds, or nobody."""
    by_stay = sorted(placements.items(), key=lambda pair: pair[1].pk)
    return [move(stay, site=site, bed=bed, on=on, by=by) for stay, bed in by_stay]


@transaction.atomic
def cancel(placement: Placement, *, reason: CancelReason | str, by: User) -> Placement:
    """The stay never began; its bed is free again."""
    placement = locked(placement, MAY_CHANGE, by=by)
    _refuse_unless(placement.status_on(by.today()), TO_COME, placement)
    placement.cancelled_at = timezone.now()
    placement.cancel_reason = reason
    fields, said = ("cancelled_at", "cancel_reason"), {"reason": str(reason)}
    return changed(placement, *fields, verb="placement.cancelled", by=by, details=said)


def _open_case_of(individual: Individual, on: datetime.date) -> Case:
    member = FamilyMember.objects.on(on).filter(individual=individual).first()
    case = Case.objects.lock(member.case) if member else None
    if case is None or not case.is_open:
        raise NoCaseOpen(_("This person is in no open case. Open or reopen one first."))
    return cast(Case, case)


def _write(placement: Placement, *, by: User) -> None:
    refuse_a_taken_bed(placement, by=by)
    insert_stay(placement, by=by)
    # After the insert: its foreign keys wait for whoever is closing this bed or site.
    refuse_unless_in_service(placement)


def _refuse_unless(
    status: StayStatus, allowed: frozenset[StayStatus] | set[StayStatus], placement: Placement
) -> None:
    if status not in allowed:
        raise StayNotOpen(
            _("This is not possible for this stay: %(status)s.") % {"status": status.label}
        )


def _in_lock_order(chosen: Mapping[Individual, Bed]) -> list[tuple[Individual, Bed]]:
    """Two families who want the same beds ask for them in one order, so that neither waits for the other forever."""
    return sorted(chosen.items(), key=lambda pair: pair[1].pk)


def _summary(placement: Placement) -> dict[str, str | None]:
    planned = placement.planned_end_on
    return {
        "site": str(placement.site_id),
        "bed": str(placement.bed_id) if placement.bed_id else None,
        "starts_on": placement.starts_on.isoformat(),
        "planned_end_on": planned.isoformat() if planned else None,
    }
