"""Words about who cares for a child."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from casework.register.choices import Relation


class CareKind(models.TextChoices):
    RELATIVE = "relative", _("An adult relative")
    HOST = "host", _("A host or foster family")
    HOME = "home", _("A home of the child-protection authority")
    OTHER = "other", _("Another adult")


class MaySign(models.TextChoices):
    """Whether whoever cares for the child may sign for it; care alone is no such right."""

    YES = "yes", _("Yes, by an act of the authority or the law")
    NO = "no", _("No, they care for the child and do not sign")


# What somebody is to the principal says nothing of care: a stranger, or the partner of a child.
PARTNERS = frozenset({Relation.SPOUSE, Relation.PARTNER})
NO_CARE = PARTNERS | {Relation.UNRELATED}

# Whoever has one of them on file is a parent, or stands in a parent's place.
OFFSPRING = frozenset(
    {
        Relation.SON,
        Relation.DAUGHTER,
        Relation.STEPCHILD,
        Relation.FOSTER_CHILD,
        Relation.GRANDCHILD,
    }
)
PARENTS = frozenset({Relation.FATHER, Relation.MOTHER, Relation.GRANDPARENT})
