"""Which bonds between two persons contradict each other."""

import uuid
from collections.abc import Collection, Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casework.families.choices import BLOOD_OR_MARRIAGE, DESCENT

KnownBond = tuple[str, uuid.UUID, uuid.UUID]


def contradiction(
    kind: str,
    first: uuid.UUID,
    second: uuid.UUID,
    *,
    known: Iterable[KnownBond],
    ancestors_of_first: Collection[uuid.UUID],
) -> str | Promise | None:
    """Why this bond cannot hold beside what is known of the two, or None.

    `known` holds the bonds in force between them, in either direction.
    """
    if first == second:
        return _("Nobody is related to themselves.")
    for other_kind, one, two in known:
        if {one, two} != {first, second}:
            continue
        if other_kind == kind and (one == first or kind not in DESCENT):
            return _("This is on file already.")
        if {other_kind, kind} <= BLOOD_OR_MARRIAGE:
            return _("They are on file as something else to each other: end that first.")
    if kind in DESCENT and second in ancestors_of_first:
        return _("Nobody is the parent of their own parent or grandparent.")
    return None
