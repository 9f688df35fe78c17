"""Sites, rooms, beds, stays with their reasons, and which coordinator runs which site."""

from shelters.models.bed import Bed, BedClosure
from shelters.models.placement import Placement
from shelters.models.posting import Posting
from shelters.models.reason import StayReason
from shelters.models.room import Room
from shelters.models.site import Site

__all__ = ["Bed", "BedClosure", "Placement", "Posting", "Room", "Site", "StayReason"]
