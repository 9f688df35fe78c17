"""Which bonds contradict each other, and which relations to a principal correspond to a bond."""

import uuid
from collections.abc import Collection, Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casework.bonds.choices import BLOOD_OR_MARRIAGE, DESCENT, Bond
from casework.identity.rules import CHILDREN, PARENTS, SIBLINGS, Pair, word_for_sex
from casework.register.choices import Relation

# The kind of a bond, and the keys of its first and second person.
KnownBond = tuple[str, uuid.UUID, uuid.UUID]


def contradiction(
    kind: str,
    first: uuid.UUID,
    second: uuid.UUID,
    *,
    known: Iterable[KnownBond],
    ancestors_of_first: Collection[uuid.UUID],
) -> str | Promise | None:
    """Returns why this bond cannot exist beside the known ones, or None.

    `known` holds the current bonds between the two, in either direction.
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


# The relations to a principal that correspond to a bond: first those of the first person, then those of the second.
RELATIONS_BY_BOND: dict[str, tuple[Pair, Pair]] = {
    Bond.PARENT: (PARENTS, CHILDREN),
    Bond.GRANDPARENT: (
        (Relation.GRANDPARENT, Relation.GRANDPARENT),
        (Relation.GRANDCHILD, Relation.GRANDCHILD),
    ),
    Bond.SIBLING: (SIBLINGS, SIBLINGS),
    Bond.PARTNER: ((Relation.PARTNER, Relation.PARTNER), (Relation.PARTNER, Relation.PARTNER)),
}


def bond_by_relation(relation: str) -> tuple[str, bool] | None:
    """Returns the bond for a relation to the principal, and whether its first person is the one with the relation."""
    partner_or_relation = Relation.PARTNER if relation == Relation.SPOUSE else relation
    for kind, (of_first, of_second) in RELATIONS_BY_BOND.items():
        if partner_or_relation in of_first or partner_or_relation in of_second:
            return kind, partner_or_relation in of_first
    return None


def relation_by_bond(kind: str, *, is_first: bool, sex: str) -> str:
    """Returns the relation for a bond on file; empty if there is none, or none without a known sex."""
    pairs = RELATIONS_BY_BOND.get(kind)
    return word_for_sex(pairs[0 if is_first else 1], sex) or "" if pairs else ""
