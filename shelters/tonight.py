"""Who sleeps tonight against a rule that protects. What is on file may have changed since they got their beds."""

import datetime
import uuid

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import Permission
from shelters.choices import NOT_MET, BedRule
from shelters.models import Placement, StayReason
from shelters.neighbours import Neighbours, Place

# Which of the rules are about the others in the room.
BESIDE_OTHERS = frozenset(
    {
        BedRule.CHILD_AMONG_STRANGERS,
        BedRule.AGE_NOT_KNOWN,
        BedRule.KEPT_APART,
        BedRule.MAN_BESIDE_CHILDREN,
        BedRule.BOTH_SEXES,
        BedRule.NEEDS_SINGLE_ROOM,
        BedRule.JOINS_SINGLE_ROOM,
    }
)


def against_rules(reader: User, night: datetime.date) -> dict[uuid.UUID, list[str]]:
    """By stay, of those whom the reader places: which rules are not kept, beside whom. What was answered is left out.

    Others are named only where the reader may place them, too.
    """
    mine = Placement.objects.visible_to(reader, Permission.PLACEMENT_CHANGE).asleep_on(night)
    seen = {stay.pk: stay for stay in mine.select_related("individual", "bed")}
    if not seen:
        return {}
    around = Neighbours(
        [],
        cases={stay.case_id for stay in seen.values()},
        rooms={stay.bed.room_id for stay in seen.values() if stay.bed},
        first=night,
        today=night,
    )
    reasons = StayReason.objects.standing().filter(placement__in=seen)
    answered = {
        (stay, rule) for stay, rules in reasons.values_list("placement", "rules") for rule in rules
    }
    found: dict[uuid.UUID, list[str]] = {}
    for place, rule in around.broken_on(night):
        stay_id = place.stay_id
        if stay_id is None or stay_id not in seen or (stay_id, rule) in answered:
            continue
        said = str(NOT_MET[rule])
        if rule in BESIDE_OTHERS and (names := _beside(place, rule, around, night, seen)):
            said = _("%(what)s: beside %(who)s") % {"what": said, "who": ", ".join(names)}
        if said not in found.setdefault(stay_id, []):
            found[stay_id].append(said)
    return found


def _beside(
    place: Place,
    rule: BedRule,
    around: Neighbours,
    night: datetime.date,
    seen: dict[uuid.UUID, Placement],
) -> list[str]:
    """Who of others sleeps in the room; of whom the reader does not see, only that there is somebody."""
    others = [
        each
        for each in around.places
        if each.room_id == place.room_id
        and each.stay_id != place.stay_id
        and each.is_on(night)
        and around.is_about(rule, place, each)
    ]
    names = sorted(
        seen[each.stay_id].individual.display_name for each in others if each.stay_id in seen
    )
    return names if len(names) == len(others) else [*names, _("somebody else")]
