"""Relations of a family's members when the principal changes. Needs no database."""

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
    word_for_sex,
)
from casework.register.choices import Relation

R = Relation


def _unchanged(*relations: Relation) -> dict[Relation, Pair]:
    return {each: (each, each) for each in relations}


def _each_to(group: Iterable[Relation], pair: Pair) -> dict[Relation, Pair]:
    return dict.fromkeys(group, pair)


# The new principal's relation to the former one -> the former one's relation to the new.
_RELATION_OF_FORMER: dict[Relation, Pair] = {
    **_unchanged(*PARTNERS, R.IN_LAW, R.COUSIN, R.OTHER, R.UNRELATED),
    **_each_to(CHILDREN, PARENTS),
    **_each_to(PARENTS, CHILDREN),
    **_each_to(SIBLINGS, SIBLINGS),
    **_each_to(PARENTS_SIBLINGS, SIBLINGS_CHILDREN),
    **_each_to(SIBLINGS_CHILDREN, PARENTS_SIBLINGS),
    **_each_to(PARENTS_IN_LAW, CHILDREN_IN_LAW),
    **_each_to(CHILDREN_IN_LAW, PARENTS_IN_LAW),
    **_each_to(SIBLINGS_IN_LAW, SIBLINGS_IN_LAW),
    R.GRANDPARENT: (R.GRANDCHILD, R.GRANDCHILD),
    R.GRANDCHILD: (R.GRANDPARENT, R.GRANDPARENT),
}

# A member's relation to the former principal -> the relation to the new one. Each table is named after what the new
# principal was to the former one.
_TO_PARTNER: dict[Relation, Pair] = {
    **_unchanged(*CHILDREN, R.GRANDCHILD, *CHILDREN_IN_LAW),
    **_each_to(PARENTS, PARENTS_IN_LAW),
    **_each_to(SIBLINGS, SIBLINGS_IN_LAW),
    **_each_to(PARENTS_IN_LAW, PARENTS),
    R.STEPCHILD: CHILDREN,
}

_TO_CHILD: dict[Relation, Pair] = {
    **_each_to(PARTNERS, PARENTS),
    **_each_to(CHILDREN, SIBLINGS),
    **_each_to(PARENTS, (R.GRANDPARENT, R.GRANDPARENT)),
    **_each_to(PARENTS_IN_LAW, (R.GRANDPARENT, R.GRANDPARENT)),
    **_each_to(SIBLINGS, PARENTS_SIBLINGS),
    **_each_to(SIBLINGS_CHILDREN, (R.COUSIN, R.COUSIN)),
}

_TO_PARENT: dict[Relation, Pair] = {
    **_each_to(PARTNERS, CHILDREN_IN_LAW),
    **_each_to(CHILDREN, (R.GRANDCHILD, R.GRANDCHILD)),
    **_each_to(PARENTS, (R.SPOUSE, R.SPOUSE)),
    **_each_to(SIBLINGS, CHILDREN),
}

_TO_SIBLING: dict[Relation, Pair] = {
    **_each_to(PARTNERS, SIBLINGS_IN_LAW),
    **_each_to(CHILDREN, SIBLINGS_CHILDREN),
    **_unchanged(*PARENTS, *SIBLINGS, R.GRANDPARENT, *PARENTS_SIBLINGS, R.COUSIN),
}

_TABLES = {
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
    """Returns the former principal's relation to the new principal; None if unknown.

    `chosen` is the relation that the new principal had to the former one.
    """
    return word_for_sex(_RELATION_OF_FORMER.get(Relation(chosen)), sex)


def relation_of_other(chosen: str, other: str, sex: str) -> Relation | None:
    """Returns the relation to the new principal of a member who was `other` to the former; a guess, to be checked."""
    if Relation(other) == R.UNRELATED:
        return R.UNRELATED
    return word_for_sex(_TABLES.get(Relation(chosen), {}).get(Relation(other)), sex)
