"""Sites, rooms, beds, holds, stays with their reasons, postings, contracts with sites, the door, the projection of a night."""

from shelters.contracts.models import SiteBill, SiteContract, SiteNotice, SitePayment
from shelters.door.models import DoorRule, RollAnswer
from shelters.holds.models import BedHold
from shelters.models.bed import Bed, BedClosure
from shelters.models.kept import KeptOccupancy, KeptWaiting
from shelters.models.placement import Placement
from shelters.models.posting import Posting
from shelters.models.reason import StayReason
from shelters.models.room import Room
from shelters.models.site import Site

__all__ = [
    "Bed",
    "BedClosure",
    "BedHold",
    "DoorRule",
    "KeptOccupancy",
    "KeptWaiting",
    "Placement",
    "Posting",
    "RollAnswer",
    "Room",
    "Site",
    "SiteBill",
    "SiteContract",
    "SiteNotice",
    "SitePayment",
    "StayReason",
]
