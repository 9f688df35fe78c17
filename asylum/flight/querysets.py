"""Accounts of flight visible to a user."""

from accounts.permissions import Permission
from asylum.people.querysets import OfPersonQuerySet


class FlightQuerySet(OfPersonQuerySet):
    read_with = Permission.FLIGHT_READ
