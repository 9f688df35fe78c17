"""Describes who already sleeps in a room by number, sex and age, without names."""

import uuid
from collections import Counter
from collections.abc import Collection, Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from casework.register.choices import Sex
from casework.register.rules import unhcr_band
from shelters.neighbours import SleepingPlace

BANDS = {"0_4": "0–4", "5_11": "5–11", "12_17": "12–17", "18_59": "18–59", "60_plus": "60+"}


def companions_in_words(
    places: Iterable[SleepingPlace], *, seen: Collection[uuid.UUID]
) -> list[str]:
    """ "2 women (18–59)", "1 boy (5–11)"; people whose stay is not in `seen` are only counted."""
    counts: Counter[tuple[str, bool, str]] = Counter()
    unseen = 0
    for place in places:
        if place.stay_id in seen:
            counts[(place.who.sex, place.who.is_child, unhcr_band(place.who.least_age))] += 1
        else:
            unseen += 1
    words = [
        _("%(people)s (%(ages)s)")
        % {
            "people": _people(sex, is_child=is_child, count=count),
            "ages": BANDS.get(band, _("age not known")),
        }
        for (sex, is_child, band), count in sorted(counts.items())
    ]
    if unseen:
        more = ngettext("%(count)s person more", "%(count)s people more", unseen)
        words.append(more % {"count": unseen})
    return words


def _people(sex: str, *, is_child: bool, count: int) -> str:
    match sex, is_child:
        case Sex.FEMALE, True:
            words = ngettext("%(count)s girl", "%(count)s girls", count)
        case Sex.MALE, True:
            words = ngettext("%(count)s boy", "%(count)s boys", count)
        case _other, True:
            words = ngettext("%(count)s child", "%(count)s children", count)
        case Sex.FEMALE, False:
            words = ngettext("%(count)s woman", "%(count)s women", count)
        case Sex.MALE, False:
            words = ngettext("%(count)s man", "%(count)s men", count)
        case _other:
            words = ngettext("%(count)s person", "%(count)s people", count)
    return words % {"count": count}
