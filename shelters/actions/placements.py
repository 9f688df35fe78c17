"""Give a place, extend, move. `protecting` checks every place that is given."""

import datetime
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.access import require, require_each
from accounts.audit import record, to_record
from accounts.models import AuditEvent, User
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.questions import PLACEHOLDER, cached_rows
from shelters.actions.cases import open_cases_of
from shelters.actions.clashes import (
    MAY_CHANGE,
    by_key,
    locked_stay,
    refuse_a_taken_bed,
    refuse_before_arrival,
    refuse_taken_beds,
    refuse_unless,
    refuse_unless_all_in_service,
    refuse_unless_in_service,
    refuse_who_left,
    take_nights_really_slept,
    write_new_stays,
    write_stay,
)
from shelters.actions.locks import lock_in_order
from shelters.actions.protecting import protect, uncleaned, unpaid_when_given
from shelters.beds_for_family import assign
from shelters.choices import HERE, TO_COME, BedRule
from shelters.models import Bed, Placement, Site
from shelters.querysets.moment import ANY_NIGHT
from shelters.refusals import StayNotOpen


@transaction.atomic
def place(
    individual: Individual,
    *,
    site: Site,
    bed: Bed | None = None,
    starts_on: datetime.date,
    planned_end_on: datetime.date | None = None,
    reason: str = "",
    by: User,
) -> Placement:
    """Creates a stay from `starts_on`. It holds the bed until `planned_end_on`, or until somebody ends it.

    Raises BedTaken, PersonHasPlace, BedNotInService, NoCaseOpen, Endangers or ReasonNeeded. If two users ask for one bed at
    the same time, the database accepts one, and the other user gets a BedTaken that names free beds.
    """
    [stay] = _place_all(
        [(individual, bed)], site=site, starts_on=starts_on, planned_end_on=planned_end_on, by=by
    )
    protect([stay], unpaid=_unpaid([stay]), reason=reason, by=by)
    return stay


@transaction.atomic
def place_family(
    case: Case,
    *,
    site: Site,
    assignments: Mapping[Individual, Bed] | None = None,
    starts_on: datetime.date,
    planned_end_on: datetime.date | None = None,
    reason: str = "",
    by: User,
) -> list[Placement]:
    """Places everybody in `assignments`, or nobody.

    People at a site without a bed move from there, until the same day as the others.

    Without `assignments`, all members without a bed that night get the best free beds at the site; raises NotEnoughBeds if
    there are too few. Otherwise as `place`.
    """
    Case.objects.lock(case)
    chosen = assignments or assign(
        case, site=site, night=starts_on, until=planned_end_on, reader=by
    )
    keys = {PLACEHOLDER: [person.pk for person in chosen], ANY_NIGHT: starts_on}
    bedless = {stay.individual_id: stay for stay in cached_rows(_stays_without_bed, values=keys)}
    stays, left = list[Placement](), list[Placement]()
    for is_at_a_site, pairs in groupby(_by_bed(chosen), lambda pair: pair[0].pk in bedless):
        if not is_at_a_site:
            stays += _place_all(
                list(pairs), site=site, starts_on=starts_on, planned_end_on=planned_end_on, by=by
            )
            continue
        for individual, bed in pairs:
            stay, planned = bedless[individual.pk], (planned_end_on,)
            left.append(stay)
            stays.append(_move(stay, site=site, bed=bed, on=starts_on, planned=planned, by=by))
    protect(stays, left=left, unpaid=_unpaid(stays), reason=reason, by=by)
    return stays


@transaction.atomic
def place_at_site(
    case: Case,
    *,
    people: Sequence[Individual],
    site: Site,
    starts_on: datetime.date,
    planned_end_on: datetime.date | None = None,
    reason: str = "",
    by: User,
) -> list[Placement]:
    """These members of the family stay at the site; their beds are assigned later."""
    Case.objects.lock(case)
    stays = _place_all(
        [(person, None) for person in people],
        site=site,
        starts_on=starts_on,
        planned_end_on=planned_end_on,
        by=by,
    )
    protect(stays, unpaid=_unpaid(stays), reason=reason, by=by)
    return stays


@transaction.atomic
def extend_all(
    placements: Sequence[Placement],
    *,
    planned_end_on: datetime.date | None,
    reason: str = "",
    by: User,
) -> list[Placement]:
    """Changes the planned end of the stays; None for an open end.

    Skips stays that already have this end, and returns the others. Raises ReasonNeeded for new nights that are not paid or
    not under contract, BedTaken if somebody else has the bed by then, and StayNotOpen for somebody with a recorded exit or
    if no end changes.
    """
    locked = [locked_stay(placement, by) for placement in by_key(placements)]
    refuse_who_left(locked, today=by.today())
    for stay in locked:
        refuse_unless(stay.status_on(by.today()), HERE | TO_COME)
    stays = [stay for stay in locked if stay.planned_end_on != planned_end_on]
    if not stays:
        raise StayNotOpen(
            _("The day of leaving is already recorded like this."), field="planned_end_on"
        )
    unpaid: dict[Placement, list[BedRule]] = {}
    for stay in stays:
        if planned_end_on and planned_end_on <= stay.starts_on:
            raise StayNotOpen(
                _("The day of leaving is not after the first night."), field="planned_end_on"
            )
        # A later end can add unpaid nights. If the old or the new end is open, the new one counts as later.
        was = stay.planned_end_on
        is_later = was is None or planned_end_on is None or planned_end_on > was
        take_nights_really_slept(stay, until=by.today(), by=by)
        stay.planned_end_on, stay.allowed_until = planned_end_on, None
        write_stay(stay, "planned_end_on", "allowed_until", by=by)
        if is_later:
            since = max(by.today(), was or stay.starts_on)
            rules = unpaid_when_given(stay, since=since) + uncleaned(stay, until=planned_end_on)
            if rules:
                unpaid[stay] = rules
        record("placement.extended", by=by, about=stay, details=_summary(stay))
    protect(stays, left=stays, unpaid=unpaid, reason=reason, by=by)
    return stays


def extend(
    placement: Placement, *, planned_end_on: datetime.date | None, reason: str = "", by: User
) -> Placement:
    """Changes the planned end of the stay; None for an open end."""
    return extend_all([placement], planned_end_on=planned_end_on, reason=reason, by=by)[0]


@transaction.atomic
def move(
    placement: Placement,
    *,
    site: Site | None = None,
    bed: Bed | None = None,
    on: datetime.date,
    reason: str = "",
    by: User,
) -> Placement:
    """Starts the next stay on that night, in another bed or at another site, and ends this one.

    People who are checked in stay so. If the day is still to come, it becomes the planned end of this stay, which ends
    when somebody checks the person in at the new place, or out of the old. Raises what `place` raises; then nothing has changed.
    """
    moved = _move(placement, site=site or placement.site, bed=bed, on=on, by=by)
    protect([moved], left=[placement], unpaid=_unpaid([moved]), reason=reason, by=by)
    return moved


@transaction.atomic
def move_all(
    beds: Mapping[Placement, Bed | None], *, on: datetime.date, reason: str = "", by: User
) -> list[Placement]:
    """Moves people of one or several families into their new beds, or nobody. They may take each other's beds.

    Whose stay begins after that day moves on its first night. Who gets no bed is parked: a stay without a bed at the same
    site, with the same planned end. Everybody is protected as they sleep afterwards. Raises what `move` raises.
    """
    lock_in_order(Case, (stay.case_id for stay in beds))
    # All beds are freed before one is taken, so that people can take each other's.
    following = [
        _leave(
            stay,
            site=bed.room.site if bed else stay.site,
            bed=bed,
            on=max(on, stay.starts_on),
            by=by,
        )
        for stay, bed in sorted(beds.items(), key=lambda pair: pair[0].pk)
    ]
    following.sort(key=lambda stay: str(stay.bed_id))
    stays = [_enter(stay, by=by) for stay in following]
    protect(stays, left=list(beds), unpaid=_unpaid(stays), reason=reason, by=by)
    return stays


def _place_all(
    wanted: Sequence[tuple[Individual, Bed | None]],
    *,
    site: Site,
    starts_on: datetime.date,
    planned_end_on: datetime.date | None,
    by: User,
) -> list[Placement]:
    """New stays of the same nights at one site: checked and written together."""
    people = [individual for individual, _bed in wanted]
    require_each(by, MAY_CHANGE, people)
    require(by, MAY_CHANGE, about=site)
    prefetch_related_objects(people, "arrival")
    for individual in people:
        refuse_before_arrival(individual, starts_on)
    cases = open_cases_of(people, by.today())
    stays = [
        Placement(
            individual=individual,
            case=cases[individual.pk],
            site=site,
            bed=bed,
            starts_on=starts_on,
            planned_end_on=planned_end_on,
            placed_by=by,
        )
        for individual, bed in wanted
    ]
    refuse_taken_beds(stays, by=by)
    write_new_stays(stays, by=by)
    # After the insert, because its foreign keys wait for a concurrent closing of these beds or the site.
    refuse_unless_all_in_service(stays)
    AuditEvent.objects.bulk_create(
        to_record("placement.placed", by=by, about=stay, details=_summary(stay)) for stay in stays
    )
    return stays


def _move(
    placement: Placement,
    *,
    site: Site,
    bed: Bed | None,
    on: datetime.date,
    planned: tuple[datetime.date | None] | None = None,
    by: User,
) -> Placement:
    """Ends the stay and starts the next one, as `_leave` says."""
    return _enter(_leave(placement, site=site, bed=bed, on=on, planned=planned, by=by), by=by)


def _leave(
    placement: Placement,
    *,
    site: Site,
    bed: Bed | None,
    on: datetime.date,
    planned: tuple[datetime.date | None] | None = None,
    by: User,
) -> Placement:
    """Ends the stay. Returns the next one, unsaved: it keeps the planned end unless `planned` contains another.
    A person allowed past the plan keeps that day: an open end would hold the bed for good, and no page would ask.
    A stay with nights before a day to come is only planned to end on it.

    `planned` is a tuple, because the new end may be None, for an open end.
    """
    placement = locked_stay(placement, by)
    require(by, MAY_CHANGE, about=site)
    today = by.today()
    refuse_unless(placement.status_on(today), HERE | TO_COME)
    if on < placement.starts_on:
        raise StayNotOpen(_("The stay had not begun on that day."), field="on")
    if (site, bed) == (placement.site, placement.bed):
        raise StayNotOpen(
            _("%(who)s has this place already.") % {"who": placement.individual}, field="bed"
        )
    was_checked_in, has_begun = placement.checked_in_at is not None, on <= today
    take_nights_really_slept(placement, until=min(on, today), by=by)
    [planned_end_on] = planned or (placement.allowed_until or placement.planned_end_on,)
    if has_begun or on == placement.starts_on:
        placement.ends_on = on
    else:
        placement.planned_end_on, placement.allowed_until = on, None
    if was_checked_in and has_begun:
        placement.checked_out_at = timezone.now()
    write_stay(placement, *Placement.ENDING_FIELDS, by=by)
    return Placement(
        individual=placement.individual,
        case=placement.case,
        site=site,
        bed=bed,
        starts_on=on,
        planned_end_on=planned_end_on if planned_end_on and planned_end_on > on else None,
        checked_in_at=timezone.now() if was_checked_in and has_begun else None,
        provisional_until=None if was_checked_in else placement.provisional_until,
        placed_by=by,
        previous=placement,
    )


def _enter(following: Placement, *, by: User) -> Placement:
    """Saves the stay that `_leave` returned."""
    _insert(following, by=by)
    record("placement.moved", by=by, about=following, details=_summary(following))
    return following


def _unpaid(stays: Sequence[Placement]) -> dict[Placement, list[BedRule]]:
    broken = {}
    for stay in stays:
        rules = unpaid_when_given(stay)
        rules += uncleaned(stay, since=stay.starts_on, until=stay.planned_end_on)
        if rules:
            broken[stay] = rules
    return broken


def _stays_without_bed() -> Any:
    return Placement.objects.sleeping_on(ANY_NIGHT).filter(individual__in=[PLACEHOLDER], bed=None)


def _insert(placement: Placement, *, by: User) -> None:
    refuse_a_taken_bed(placement, by=by)
    write_stay(placement, by=by)
    # After the insert, because its foreign keys wait for a concurrent closing of this bed or site.
    refuse_unless_in_service(placement)


def _by_bed(chosen: Mapping[Individual, Bed]) -> list[tuple[Individual, Bed]]:
    """Sorted by bed: two transactions that lock the same beds in one order cannot deadlock."""
    return sorted(chosen.items(), key=lambda pair: pair[1].pk)


def _summary(placement: Placement) -> dict[str, str | None]:
    planned = placement.planned_end_on
    return {
        "site": str(placement.site_id),
        "bed": str(placement.bed_id) if placement.bed_id else None,
        "starts_on": placement.starts_on.isoformat(),
        "planned_end_on": planned.isoformat() if planned else None,
    }
