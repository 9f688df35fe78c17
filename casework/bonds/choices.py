"""Choices of bonds between two people."""

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Bond(models.TextChoices):
    """Kinds of bond, from the first person's side: the first is the … of the second."""

    PARENT = "parent", _("parent of")
    GRANDPARENT = "grandparent", _("grandparent of")
    SIBLING = "sibling", _("sibling of")
    PARTNER = "partner", _("partner of")
    GUARDIAN = "guardian", _("guardian of")
    APART = "apart", _("must not share a room with")


# The bond in words from the second person's side; other bonds are symmetric.
INVERSE: dict[str, str | Promise] = {
    Bond.PARENT: _("child of"),
    Bond.GRANDPARENT: _("grandchild of"),
    Bond.GUARDIAN: _("in the care of"),
}

# Two people can have at most one of these bonds.
BLOOD_OR_MARRIAGE = frozenset({Bond.PARENT, Bond.GRANDPARENT, Bond.SIBLING, Bond.PARTNER})

# Bonds from the older to the younger, which must not form a cycle.
DESCENT = frozenset({Bond.PARENT, Bond.GRANDPARENT})


def bond_in_words(kind: str, *, is_first: bool) -> str | Promise:
    """Returns the bond in words, from the side of the first or the second person."""
    words = Bond(kind).label
    return words if is_first else INVERSE.get(kind, words)
