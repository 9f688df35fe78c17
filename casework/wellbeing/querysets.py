"""Querysets of activities, wellbeing notes and screenings."""

from accounts.permissions import Permission
from casework.corrections.querysets import MistakableQuerySet


class WellbeingQuerySet(MistakableQuerySet):
    read_with = Permission.WELLBEING_READ
