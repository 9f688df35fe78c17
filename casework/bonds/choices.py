"""Words of how two persons belong together or must be kept apart."""

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Bond(models.TextChoices):
    """Said of the first person: the first is the … the second."""

    PARENT = "parent", _("parent of")
    GRANDPARENT = "grandparent", _("grandparent of")
    SIBLING = "sibling", _("sibling of")
    PARTNER = "partner", _("partner of")
    GUARDIAN = "guardian", _("guardian of")
    APART = "apart", _("must not share a room with")


# The same bond said of the second person; the others sound alike from both sides.
INVERSE: dict[str, str | Promise] = {
    Bond.PARENT: _("child of"),
    Bond.GRANDPARENT: _("grandchild of"),
    Bond.GUARDIAN: _("in the care of"),
}

# Two persons are one of these to each other, never two.
BLOOD_OR_MARRIAGE = frozenset({Bond.PARENT, Bond.GRANDPARENT, Bond.SIBLING, Bond.PARTNER})

# Bonds that point from the older to the younger and so can never lead back.
DESCENT = frozenset({Bond.PARENT, Bond.GRANDPARENT})


def said_of(kind: str, *, is_first: bool) -> str | Promise:
    """The bond in words, from the side of the first or of the second person."""
    words = Bond(kind).label
    return words if is_first else INVERSE.get(kind, words)
