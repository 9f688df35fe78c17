"""Rows about a person's work and health: sight follows the person, with a permission of its own."""

from accounts.permissions import Permission
from casework.corrections.querysets import MistakableQuerySet


class WorkQuerySet(MistakableQuerySet):
    read_with = Permission.WORK_READ


class VisitQuerySet(MistakableQuerySet):
    read_with = Permission.WELLBEING_READ
