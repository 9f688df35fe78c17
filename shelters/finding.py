"""Finding people by where they sleep tonight: "102 a", "cama 3 puente", "Hotel Bolívar 12"."""

import re
from uuid import UUID

from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.permissions import Permission
from shelters.models import Placement

# What people write before the number of a bed or room.
SPOKEN = {"cama", "bed", "hab", "habitacion", "habitación", "room", "cuarto", "salon", "salón"}
MOST_WORDS = 6


def by_bed(typed: str, user: User) -> QuerySet[Placement, UUID] | None:
    """Ids of who sleeps tonight in the bed or room that was typed, or None if nothing like one was.

    Every word must fit the stay: the bed's or room's name as a whole, or a part of the site's name.
    At least one word has a digit and names a bed or room.
    """
    words = [word for word in re.findall(r"\w+", typed.lower()) if word not in SPOKEN]
    numbered = [word for word in words if any(letter.isdigit() for letter in word)]
    if not numbered or len(words) > MOST_WORDS or not user.holds(Permission.PLACEMENT_READ):
        return None
    stays = Placement.objects.visible_to(user).sleeping_on(user.today())
    for word in words:
        stays = stays.filter(_names(word) | Q(site__name__icontains=word))
    named = Q()
    for word in numbered:
        named |= _names(word)
    return stays.filter(named).values_list("individual", flat=True)


def _names(word: str) -> Q:
    """That the word is the name of the bed or its room, with or without what is spoken before it."""
    exactly = rf"^(\D+ )?{re.escape(word)}$"
    return Q(bed__name__iregex=exactly) | Q(bed__room__name__iregex=exactly)
