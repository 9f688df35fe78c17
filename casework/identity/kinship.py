"""Relations of a family's members when the principal changes. Pure, without a database."""

from collections.abc import Iterable

from casework.identity.rules import (
    CHILDREN,
    CHILDREN_IN_LAW,
    PARENTS,
    PARENTS_IN_LAW,
    PARENTS_SIBLINGS,
    PARTNERS,
    SIBLINGS,
    SIBLINGS_CHILDREN,
    SIBLINGS_IN_LAW,
    Pair,
    word_for,
)
from casework.register.choices import Relation

R = Relation


def _alike(*relations: Relation) -> dict[Relation, Pair]:
    return {each: (each, each) for each in relations}


def _all(group: Iterable[Relation], pair: Pair) -> dict[Relation, Pair]:
    return dict.fromkeys(group, pair)


# The new principal's relation to the former one -> the former one's relation to the new.
_FORMER: dict[Relation, Pair] = {
    **_alike(*PARTNERS, R.IN_LAW, R.COUSIN, R.OTHER, R.UNRELATED),
    **_all(CHILDREN, PARENTS),
    **_all(PARENTS, CHILDREN),
    **_all(SIBLINGS, SIBLINGS),
    **_all(PARENTS_SIBLINGS, SIBLINGS_CHILDREN),
    **_all(SIBLINGS_CHILDREN, PARENTS_SIBLINGS),
    **_all(PARENTS_IN_LAW, CHILDREN_IN_LAW),
    **_all(CHILDREN_IN_LAW, PARENTS_IN_LAW),
    **_all(SIBLINGS_IN_LAW, SIBLINGS_IN_LAW),
    R.GRANDPARENT: (R.GRANDCHILD, R.GRANDCHILD),
    R.GRANDCHILD: (R.GRANDPARENT, R.GRANDPARENT),
}

# A member's relation to the former principal -> to the new one. Each table is named for what the new one was to the former.
_TO_PARTNER: dict[Relation, Pair] = {
    **_alike(*CHILDREN, R.GRANDCHILD, *CHILDREN_IN_LAW),
    **_all(PARENTS, PARENTS_IN_LAW),
    **_all(SIBLINGS, SIBLINGS_IN_LAW),
    **_all(PARENTS_IN_LAW, PARENTS),
    R.STEPCHILD: CHILDREN,
}

_TO_CHILD: dict[Relation, Pair] = {
    **_all(PARTNERS, PARENTS),
    **_all(CHILDREN, SIBLINGS),
    **_all(PARENTS, (R.GRANDPARENT, R.GRANDPARENT)),
    **_all(PARENTS_IN_LAW, (R.GRANDPARENT, R.GRANDPARENT)),
    **_all(SIBLINGS, PARENTS_SIBLINGS),
    **_all(SIBLINGS_CHILDREN, (R.COUSIN, R.COUSIN)),
}

_TO_PARENT: dict[Relation, Pair] = {
    **_all(PARTNERS, CHILDREN_IN_LAW),
    **_all(CHILDREN, (R.GRANDCHILD, R.GRANDCHILD)),
    **_all(PARENTS, (R.SPOUSE, R.SPOUSE)),
    **_all(SIBLINGS, CHILDREN),
}

_TO_SIBLING: dict[Relation, Pair] = {
    **_all(PARTNERS, SIBLINGS_IN_LAW),
    **_all(CHILDREN, SIBLINGS_CHILDREN),
    **_alike(*PARENTS, *SIBLINGS, R.GRANDPARENT, *PARENTS_SIBLINGS, R.COUSIN),
}

_OTHERS = {
    relation: table
    for group, table in (
        (PARTNERS, _TO_PARTNER),
        (CHILDREN, _TO_CHILD),
        (PARENTS, _TO_PARENT),
        (SIBLINGS, _TO_SIBLING),
    )
    for relation in group
}


def relation_of_former(chosen: str, sex: str) -> Relation | None:
    """The former principal's relation to the new principal; None if unknown.

    `chosen` is the relation that the new principal had to the former one.
    """
    return word_for(_FORMER.get(Relation(chosen)), sex)


def relation_of_other(chosen: str, other: str, sex: str) -> Relation | None:
    """The relation to the new principal of a member who was `other` to the former; a guess, to be checked."""
    if Relation(other) == R.UNRELATED:
        return R.UNRELATED
    return word_for(_OTHERS.get(Relation(chosen), {}).get(Relation(other)), sex)
