"""Taking the roll-call of a night, and setting the rules of a door."""

import datetime
import uuid
from collections import Counter
from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import lock_for
from accounts.audit import add_and_record, record, to_record
from accounts.models import AuditEvent, User
from accounts.permissions import Permission
from pages.refusals import ActionRefused
from shelters.door.choices import RollPresence
from shelters.door.models import DoorRule, RollAnswer
from shelters.door.people import PersonAtDoor, people_at_door
from shelters.models import Site

Answers = Mapping[uuid.UUID, tuple[str, str]]


@transaction.atomic
def take_roll(site: Site, *, night: datetime.date, answers: Answers, by: User) -> list[RollAnswer]:
    """Records who is there that night. `answers` gives presence and remark by the key of the stay.

    Who is not among `answers` keeps the earlier answer, or has none. A changed answer replaces the earlier one, which stays
    readable. No place is lost by an answer. Raises ActionRefused for a night that has not begun, or for a stay that is not
    of this night.
    """
    site = lock_for(site, Permission.PLACEMENT_CHANGE, by=by)
    here = _called(site, night, by)
    if gone := answers.keys() - here.keys():
        raise ActionRefused(
            _("Somebody is no longer on the list of this night (%(n)d): look at it again.")
            % {"n": len(gone)}
        )
    earlier = {
        answer.individual_id: answer
        for answer in RollAnswer.objects.of_night(site, night).order_by("recorded_at")
    }
    rows = [
        RollAnswer(
            key_id=stay.individual.key_id,
            individual=stay.individual,
            placement=stay,
            night=night,
            presence=RollPresence(presence),
            remark=remark.strip(),
            recorded_by=by,
            replaces=before,
        )
        for key, (presence, remark) in answers.items()
        for stay in [here[key].stay]
        for before in [earlier.get(stay.individual_id)]
        if before is None or (before.presence, before.remark) != (presence, remark.strip())
    ]
    if rows:
        RollAnswer.objects.bulk_create(rows)
        _tell(site, night, rows, by)
    return rows


@transaction.atomic
def call_others_present(site: Site, *, night: datetime.date, by: User) -> list[RollAnswer]:
    """Records as present everybody on the list who has no answer yet: an act of its own, never a default."""
    site = lock_for(site, Permission.PLACEMENT_CHANGE, by=by)
    answered = set(RollAnswer.objects.of_night(site, night).values_list("individual_id", flat=True))
    others = {
        key: (str(RollPresence.PRESENT), "")
        for key, person in _called(site, night, by).items()
        if person.stay.individual_id not in answered
    }
    return take_roll(site, night=night, answers=others, by=by)


@transaction.atomic
def settle_roll(
    site: Site,
    *,
    night: datetime.date,
    answers: Answers,
    others_are_present: bool = False,
    by: User,
) -> list[RollAnswer]:
    """The second step of a roll-call: what is known about the exceptions, and perhaps that all others are there."""
    rows = take_roll(site, night=night, answers=answers, by=by)
    if others_are_present:
        rows += call_others_present(site, night=night, by=by)
    return rows


@transaction.atomic
def set_door_rule(
    site: Site,
    *,
    absence_nights: int | None = None,
    longest_out_minutes: int | None = None,
    by: User,
) -> DoorRule:
    """Sets after how many nights of absence somebody is told, and how long people may be out. The earlier rule stays."""
    site = lock_for(site, Permission.BED_CHANGE, by=by)
    limits = {"absence_nights": absence_nights, "longest_out_minutes": longest_out_minutes}
    rule = DoorRule(site=site, set_by=by, **limits)
    return add_and_record(rule, "door_rule.set", by=by, details=limits)


def _called(site: Site, night: datetime.date, by: User) -> dict[uuid.UUID, PersonAtDoor]:
    """By the key of their stay, the people whose presence can be asked that night. Raises ActionRefused for a later night."""
    if night > by.today():
        raise ActionRefused(_("This night has not begun."))
    return {each.stay.pk: each for each in people_at_door(site, night, reader=by).here}


def _tell(site: Site, night: datetime.date, rows: list[RollAnswer], by: User) -> None:
    """One event for the roll-call, and one in the history of each case whose answer was corrected."""
    counts = Counter(str(row.presence) for row in rows)
    record("roll.taken", by=by, about=site, details={"on": night.isoformat(), **counts})
    AuditEvent.objects.bulk_create(
        to_record(
            "roll.corrected",
            by=by,
            about=row,
            case=row.placement.case,
            details={"on": night.isoformat(), "individual": row.individual.number},
        )
        for row in rows
        if row.replaces
    )
