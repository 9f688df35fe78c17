"""Refuses stays that clash over a bed or a person. Says who has the bed, if the user may know, and which beds are free."""

import datetime
import uuid
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from django.db import IntegrityError, OperationalError, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.access import lock_for
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from pages.dates import short_date
from pages.questions import PLACEHOLDER, kept_count, kept_exists
from pages.refusals import ActionRefused
from shelters.choices import CancelReason, StayStatus
from shelters.models import Bed, BedClosure, Placement
from shelters.querysets.moment import ANY_END, ANY_NIGHT
from shelters.querysets.placement import PlacementQuerySet
from shelters.refusals import BedNotInService, BedTaken, PersonHasPlace, StayNotOpen

MAY_CHANGE = Permission.PLACEMENT_CHANGE
MOST_ALTERNATIVES = 3
ANNULLED_FIELDS = ("checked_in_at", "checked_out_at", "cancelled_at", "cancel_reason")


def refuse_a_taken_bed(placement: Placement, *, by: User) -> None:
    """Raises BedTaken, which names free beds.

    A database constraint checks the same, but not for people who are still here after their planned end.
    """
    if placement.bed and _clashing(placement).exists():
        raise bed_taken(placement, by=by)


def refuse_taken_beds(stays: Sequence[Placement], *, by: User) -> None:
    """The same for stays of the same nights, in one query; looks at each stay only if some bed is taken."""
    beds = [stay.bed_id for stay in stays if stay.bed_id]
    first, last = stays[0].starts_on, stays[0].leaves_on
    values = {PLACEHOLDER: beds, ANY_NIGHT: first, ANY_END: last}
    if beds and kept_exists(_in_beds, ANY_END if last else None, values=values):
        for stay in stays:
            refuse_a_taken_bed(stay, by=by)


def _in_beds(last: datetime.date | None) -> Any:
    return Placement.objects.overlapping(ANY_NIGHT, last).filter(bed__in=[PLACEHOLDER]).order_by()


def locked_stay(placement: Placement, by: User) -> Placement:
    """The stay, locked until commit. Raises NotAllowed."""
    return lock_for(placement, MAY_CHANGE, by=by)


def by_key(placements: Sequence[Placement]) -> list[Placement]:
    """Sorted by key: two transactions that lock the same stays in one order cannot deadlock."""
    return sorted(placements, key=lambda each: each.pk)


def refuse_unless(status: StayStatus, allowed: frozenset[StayStatus] | set[StayStatus]) -> None:
    """Raises StayNotOpen, which names the status, if it is none of those allowed."""
    if status not in allowed:
        raise StayNotOpen(
            _("This is not possible for this stay: %(status)s.") % {"status": status.label}
        )


def write_new_stays(stays: Sequence[Placement], *, by: User) -> None:
    """Inserts all stays at once. If the database refuses, inserts them one by one, to say which one is refused and why."""
    if len(stays) > 1:
        with suppress(IntegrityError, OperationalError), transaction.atomic():
            Placement.objects.bulk_create(stays)
            return
    for stay in stays:
        write_stay(stay, by=by)


def write_stay(placement: Placement, *fields: str, by: User) -> None:
    """Inserts the stay, or saves these fields. Turns a database error into the refusal with its sentence."""
    try:
        with transaction.atomic():
            if fields:
                placement.save(update_fields=fields)
            else:
                placement.save(force_insert=True)
    except IntegrityError as error:
        match _constraint(error):
            case "one_stay_per_bed_and_night" | "one_checked_in_stay_per_bed":
                raise bed_taken(placement, by=by) from error
            case (
                "one_stay_per_individual_and_night"
                | "one_checked_in_stay_per_individual"
                | "one_standing_stay_after_a_move"
            ):
                raise person_has_place(placement, by=by) from error
            case "bed_of_the_same_site":
                raise BedNotInService(_("This bed is not at this site."), field="bed") from error
            case "stay_is_planned_to_end_after_it_starts":
                raise BedNotInService(
                    _("The day of leaving is not after the first night."), field="planned_end_on"
                ) from error
        raise
    except OperationalError as error:
        if not _is_deadlock(error):
            raise
        if placement.bed:
            raise bed_taken(placement, by=by) from error
        raise person_has_place(placement, by=by) from error


def annul_as_mistake(stay: Placement, *, by: User) -> None:
    """Annuls the stay as a mistake: it counts nowhere, and its bed is free."""
    stay.checked_in_at = stay.checked_out_at = None
    stay.cancelled_at, stay.cancel_reason = timezone.now(), CancelReason.MISTAKE
    write_stay(stay, *ANNULLED_FIELDS, by=by)


def refuse_before_arrival(individual: Individual, starts_on: datetime.date) -> None:
    """Raises ActionRefused if the first night is before the day of arrival in the country, if that is known."""
    arrival = individual.arrival
    if arrival and starts_on < arrival.on:
        raise ActionRefused(
            _("%(who)s arrived on %(day)s: the first night is not before that.")
            % {"who": individual.display_name, "day": short_date(arrival.on)},
            field="starts_on",
        )


def refuse_who_left(stays: Sequence[Placement], *, today: datetime.date) -> None:
    """Raises StayNotOpen for people with a recorded exit: their beds should be freed, not planned for."""
    days = exits_by_now(stays, today)
    sentences = [
        _("%(who)s left on %(day)s and stays no longer. End that stay instead.")
        % {"who": stay.individual.display_name, "day": short_date(days[stay.individual_id])}
        for stay in stays
        if stay.individual_id in days
    ]
    if sentences:
        raise StayNotOpen(*sentences, field="stays")


def exits_by_now(
    stays: Sequence[Placement], today: datetime.date
) -> dict[uuid.UUID, datetime.date]:
    """For each person in these stays who has left, the day since they are away."""
    exits = Exit.objects.away_on(today).filter(
        individual__in=[stay.individual_id for stay in stays]
    )
    return dict(exits.order_by("on").values_list("individual_id", "on"))


def take_nights_really_slept(placement: Placement, *, until: datetime.date, by: User) -> None:
    """Postpones expected stays while a person who stayed beyond the plan had the bed until that day.

    An expected stay that would be over by then is cancelled.
    """
    planned = placement.planned_end_on
    if not (placement.checked_in_at and planned and planned < until):
        return
    same_person_or_bed = Q(individual=placement.individual)
    if placement.bed:
        same_person_or_bed |= Q(bed=placement.bed)
    expected = Placement.objects.standing().filter(
        same_person_or_bed, checked_in_at=None, starts_on__lt=until
    )
    overlapped = expected.exclude(pk=placement.pk).select_for_update(of=("self",))
    for other in overlapped.order_by("pk"):
        if other.leaves_on and other.leaves_on <= planned:
            continue
        if other.leaves_on and other.leaves_on <= until:
            other.cancelled_at, other.cancel_reason = timezone.now(), CancelReason.BED_TAKEN
            other.save(update_fields=["cancelled_at", "cancel_reason"])
            record("placement.cancelled", by=by, about=other, details={"reason": "bed_taken"})
            continue
        other.starts_on = until
        other.save(update_fields=["starts_on"])
        record("placement.postponed", by=by, about=other, details={"until": until.isoformat()})


def others_slept_since(
    stay: Placement, planned: datetime.date | None, *, until: datetime.date
) -> bool:
    """Whether on a night between the planned end and `until` this bed had somebody else, or the person another place."""
    if not planned or planned >= until:
        return False
    same = Q(individual=stay.individual_id)
    if stay.bed_id:
        same |= Q(bed=stay.bed_id)
    slept = Placement.objects.overlapping(planned, until).filter(same, checked_in_at__isnull=False)
    return slept.exclude(pk=stay.pk).exists()


def refuse_unless_in_service(placement: Placement, *, since: datetime.date | None = None) -> None:
    """Raises BedNotInService. Call it after the insert, when any concurrent closing of the bed or the site has finished.

    `since` is the first night to check, for a stay that began earlier.
    """
    site, first = placement.site, since or placement.starts_on
    if not type(site).objects.open_on(first).filter(pk=site.pk).exists():
        raise BedNotInService(
            _("%(site)s is not open on %(day)s.") % {"site": site, "day": short_date(first)},
            field="site",
        )
    last = _after_first_night(placement, first)
    bed = placement.bed
    if bed is None:
        return
    closures = bed.closures.overlapping(first, last)
    if closures.exists() or not Bed.objects.standing_on(first).filter(pk=bed.pk).exists():
        raise BedNotInService(
            _("%(bed)s is out of service on one of these nights.") % {"bed": bed_in_words(bed)},
            *_free_instead(placement),
            field="bed",
        )


def refuse_unless_all_in_service(stays: Sequence[Placement]) -> None:
    """The same for stays of the same nights, in one query; looks at each stay only if some bed is out of service."""
    beds = {stay.bed_id for stay in stays}
    first, last = stays[0].starts_on, _after_first_night(stays[0], stays[0].starts_on)
    values = {PLACEHOLDER: beds, ANY_NIGHT: first, ANY_END: last}
    if None in beds or kept_count(_in_service, values=values) < len(beds):
        for stay in stays:
            refuse_unless_in_service(stay)


def _in_service() -> Any:
    closed = BedClosure.objects.overlapping(ANY_NIGHT, ANY_END).filter(bed=OuterRef("pk"))
    standing = Bed.objects.standing_on(ANY_NIGHT).filter(~Exists(closed), pk__in=[PLACEHOLDER])
    return standing.order_by().values("pk")


def _after_first_night(placement: Placement, first: datetime.date) -> datetime.date:
    """The day of leaving, at least the day after `first`; that day if the day of leaving is unknown."""
    return max(placement.leaves_on or first, first + datetime.timedelta(days=1))


def bed_taken(placement: Placement, *, by: User) -> BedTaken:
    bed = placement.bed
    assert bed is not None  # noqa: S101 - only a stay with a bed can clash over it
    clash = _clashing(placement)
    visible = clash.visible_to(by).with_people().first()
    values = {"bed": bed_in_words(bed), "first": short_date(placement.starts_on)}
    if visible:
        sentence = _("%(who)s has %(bed)s from %(day)s on.") % {
            "who": visible.individual.display_name,
            "bed": values["bed"],
            "day": short_date(visible.starts_on),
        }
    else:
        sentence = _("Somebody has %(bed)s on one of these nights.") % values
    return BedTaken(sentence, *_free_instead(placement), field="bed")


def person_has_place(placement: Placement, *, by: User) -> PersonHasPlace:
    who = placement.individual.display_name
    stays = Placement.objects.overlapping(placement.starts_on, placement.leaves_on)
    visible = (
        stays.exclude(pk=placement.pk)
        .filter(individual=placement.individual)
        .visible_to(by)
        .select_related("site")
        .order_by("starts_on")
        .first()
    )
    if visible is None:
        return PersonHasPlace(
            _("%(who)s has a place on one of these nights.") % {"who": who}, field="individual"
        )
    values = {"who": who, "site": visible.site, "day": short_date(visible.starts_on)}
    if not visible.has_arrived and visible.starts_on < by.today():
        return PersonHasPlace(
            _(
                "%(who)s was expected at %(site)s on %(day)s and has not arrived: check them in there, or cancel that stay."
            )
            % values,
            field="individual",
        )
    if visible.starts_on > placement.starts_on:
        return PersonHasPlace(
            _(
                "%(who)s has a place at %(site)s from %(day)s on: write that day as the day of leaving."
            )
            % values,
            field="planned_end_on",
        )
    return PersonHasPlace(
        _("%(who)s has a place at %(site)s from %(day)s on. Move them instead.") % values,
        field="individual",
    )


def bed_in_words(bed: Bed) -> str:
    return _("bed %(bed)s in %(room)s") % {"bed": bed.name, "room": bed.room.name}


def _free_instead(placement: Placement) -> list[str]:
    """One sentence: some free beds of the site, or that it has none."""
    free = (
        Bed.objects.free_from(placement.starts_on, placement.planned_end_on)
        .filter(room__site=placement.site)
        .select_related("room")
        .in_order()[:MOST_ALTERNATIVES]
    )
    beds = [bed_in_words(bed) for bed in free]
    if not beds:
        return [_("No other bed is free at %(site)s.") % {"site": placement.site}]
    return [_("Free instead: %(beds)s.") % {"beds": ", ".join(beds)}]


def _clashing(placement: Placement) -> PlacementQuerySet:
    """Other stays in its bed on one of its nights."""
    stays = Placement.objects.overlapping(placement.starts_on, placement.leaves_on)
    rows: PlacementQuerySet = (
        stays.filter(bed=placement.bed).exclude(pk=placement.pk).order_by("starts_on")
    )
    return rows


# The error when two transactions wait for each other: PostgreSQL aborts one and lets the other through.
DEADLOCK_DETECTED = "40P01"


def _is_deadlock(error: OperationalError) -> bool:
    return getattr(error.__cause__, "sqlstate", None) == DEADLOCK_DETECTED


def _constraint(error: IntegrityError) -> str:
    diagnosis = getattr(error.__cause__, "diag", None)
    return getattr(diagnosis, "constraint_name", None) or ""
