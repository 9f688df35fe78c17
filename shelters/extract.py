"""What a person's extract says of shelters: stays, their reasons, and what the door recorded."""

from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission as P
from casework.slots.extract import ExtractPart, LeftOut
from shelters.door.slots import roll_answer_extract
from shelters.incidents.slots import incident_held
from shelters.models.placement import Placement
from shelters.models.reason import StayReason
from shelters.outings.slots import outing_extract
from shelters.plan.models import MoveLine

placement_extract = ExtractPart(
    Placement, _("Stays"), permission=P.PLACEMENT_READ, author="placed_by"
)

stay_reason_extract = ExtractPart(
    StayReason,
    _("Reasons for a place"),
    left_out={
        "placement": _("The stay itself stands among the stays."),
        "reason": _("Why a room was given: it may tell of others who sleep there."),
    },
    first=["rules", "taken_back_at"],
    permission=P.PLACEMENT_READ,
)

move_line_left_out = LeftOut(
    MoveLine, _("A bed that a plan of moves proposes: what was applied stands among the stays.")
)

extracts = (
    placement_extract,
    stay_reason_extract,
    roll_answer_extract,
    outing_extract,
    *incident_held,
    move_line_left_out,
)
