"""What shelters gives to a person's extract."""

from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission as P
from casework.slots.extract import Held, of_person
from shelters.models.placement import Placement

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
