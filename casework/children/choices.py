"""Choices of caregivers, and relations that imply care."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from casework.register.choices import Relation


class CareKind(models.TextChoices):
    RELATIVE = "relative", _("An adult relative")
    HOST = "host", _("A host or foster family")
    HOME = "home", _("A home of the child-protection authority")
    OTHER = "other", _("Another adult")


class MaySign(models.TextChoices):
    """Whether the caregiver may sign for the child; care alone does not include it."""

    YES = "yes", _("Yes, by an act of the authority or the law")
    NO = "no", _("No, they care for the child and do not sign")


# Relations to the principal that imply no care: a stranger, or the partner of a child.
PARTNERS = frozenset({Relation.SPOUSE, Relation.PARTNER})
NO_CARE = PARTNERS | {Relation.UNRELATED}

# A principal with a member in one of these relations is a parent, or replaces a parent.
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
