"""What shelters gives to a person's extract."""

from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission as P
from casework.slots.extract import Held, of_person
from shelters.models.placement import Placement
from shelters.models.reason import StayReason

placement_held = Held(
    Placement,
    _("Stays"),
    of_person(Placement),
    [
        "site",
        "bed",
        "starts_on",
        "ends_on",
        "planned_end_on",
        "checked_in_at",
        "checked_out_at",
        "cancelled_at",
        "cancel_reason",
    ],
    permission=P.PLACEMENT_READ,
    author="placed_by",
)

stay_reason_held = Held(
    StayReason,
    _("Reasons for a place"),
    of_person(StayReason),
    ["rules", "taken_back_at"],
    {
        "placement": _("The stay itself stands among the stays."),
        "reason": _("Why a room was given: it may tell of others who sleep there."),
    },
    permission=P.PLACEMENT_READ,
    author="recorded_by",
)
