"""Finds people by where they sleep tonight, such as "102 a" or "cama 3 puente", and counts those without a bed."""

import re
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import Permission
from casework.register.choices import CaseStatus
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.dates import short_date
from pages.questions import PLACEHOLDER, cached_rows
from shelters.models import Placement
from shelters.querysets.families import members_without_bed
from shelters.querysets.placement import HAS_ARRIVED

# Words that people write before the number of a bed or room; the search ignores them.
IGNORED_WORDS = {
    "cama",
    "bed",
    "hab",
    "habitacion",
    "habitación",
    "room",
    "cuarto",
    "salon",
    "salón",
}
MOST_WORDS = 6


def by_bed(typed: str, user: User) -> QuerySet[Placement, UUID] | None:
    """The keys of people who sleep tonight in the typed bed or room; None if the text names none.

    Every word must match: the name of the bed or room as a whole, or a part of the site's name. At least one word has a
    digit and names a bed or room.
    """
    words = [word for word in re.findall(r"\w+", typed.lower()) if word not in IGNORED_WORDS]
    numbered = [word for word in words if any(letter.isdigit() for letter in word)]
    if not numbered or len(words) > MOST_WORDS or not user.holds(Permission.PLACEMENT_READ):
        return None
    stays = Placement.objects.visible_to(user).sleeping_on(user.today())
    for word in words:
        stays = stays.filter(_is_named(word) | Q(site__name__icontains=word))
    names_a_bed = Q()
    for word in numbered:
        names_a_bed |= _is_named(word)
    return stays.filter(names_a_bed).values_list("individual", flat=True)


def _is_named(word: str) -> Q:
    """Condition on stays: the word names the bed or its room, perhaps after another word, as in `cama 3`."""
    pattern = rf"^(\D+ )?{re.escape(word)}$"
    return Q(bed__name__iregex=pattern) | Q(bed__room__name__iregex=pattern)


def last_beds(people: Sequence[Individual], user: User) -> dict[UUID, str]:
    """Where each of these people sleeps tonight or slept last, from stays that the user sees."""
    if not user.holds(Permission.PLACEMENT_READ):
        return {}
    stays = cached_rows(_last_stays, user, values={PLACEHOLDER: [person.pk for person in people]})
    return {
        stay.individual_id: _place_in_words(stay, is_here=stay.ends_on is None) for stay in stays
    }


def _last_stays(user: User) -> Any:
    return (
        Placement.objects.visible_to(user)
        .standing()
        .filter(Q(starts_on=user.today()) | HAS_ARRIVED, individual__in=[PLACEHOLDER])
        .select_related("site", "bed__room")
        .only("individual_id", "starts_on", "ends_on", "site__name", "bed__name", "bed__room__name")
        .order_by("individual_id", "-starts_on", "-placed_at")
        .distinct("individual_id")
    )


def _place_in_words(stay: Placement, *, is_here: bool) -> str:
    place = (
        f"{stay.site.name}, {stay.bed.room.name}-{stay.bed.name}" if stay.bed else stay.site.name
    )
    if is_here or stay.ends_on is None:
        return place
    return _("%(place)s until %(day)s") % {"place": place, "day": short_date(stay.ends_on)}


def number_without_bed(cases: Sequence[Case], people: Any, user: User) -> int:
    """The number of these people without a bed tonight in these cases, among cases whose stays the user sees."""
    visible = Case.objects.visible_to(user, Permission.PLACEMENT_READ)
    waiting = members_without_bed(user.today()).filter(case__in=[case.pk for case in cases])
    waiting = waiting.filter(individual__in=people)
    number: int = waiting.filter(case__status=CaseStatus.OPEN, case__in=visible).count()
    return number
