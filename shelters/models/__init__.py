"""Sites, rooms, beds, holds, stays, their reasons, postings, contracts, the door, plans of moves, a night's projection."""

from shelters.contracts.models import SiteBill, SiteContract, SiteNotice, SitePayment
from shelters.door.models import DoorRule, RollAnswer
from shelters.holds.models import BedHold
from shelters.incidents.models import SiteIncident, SiteIncidentDecision
from shelters.meals.models import MealService
from shelters.models.bed import Bed, BedClosure
from shelters.models.kept import KeptOccupancy, KeptWaiting
from shelters.models.placement import Placement
from shelters.models.posting import Posting
from shelters.models.reason import StayReason
from shelters.models.room import Room
from shelters.models.site import Site, SiteAddress
from shelters.outings.models import Outing
from shelters.plan.models import MoveLine, MovePlan

__all__ = [
    "Bed",
    "BedClosure",
    "BedHold",
    "DoorRule",
    "KeptOccupancy",
    "KeptWaiting",
    "MealService",
    "MoveLine",
    "MovePlan",
    "Outing",
    "Placement",
    "Posting",
    "RollAnswer",
    "Room",
    "Site",
    "SiteAddress",
    "SiteBill",
    "SiteContract",
    "SiteIncident",
    "SiteIncidentDecision",
    "SiteNotice",
    "SitePayment",
    "StayReason",
]
