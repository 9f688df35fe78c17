"""Querysets of rows about a person's work and health, visible with the person and a permission of their own."""

from accounts.permissions import Permission
from casework.corrections.querysets import MistakableQuerySet


class WorkQuerySet(MistakableQuerySet):
    read_with = Permission.WORK_READ


class VisitQuerySet(MistakableQuerySet):
    read_with = Permission.WELLBEING_READ
