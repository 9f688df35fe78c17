"""The kinds of acts on stays that can be taken back."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

TAKE_BACK = gettext_lazy("Take back")


@dataclass(frozen=True)
class StayAct:
    """A kind of act on stays. The columns in `changed` identify it in the history of a stay."""

    verb: str
    done_label: str | Promise
    undone_label: str | Promise
    changed: frozenset[str]
    to_undo: str | Promise = TAKE_BACK
    # Explains what undoing does to the stays, for acts where "as before" is not enough.
    explanation: str | Promise = ""


CHECKED_IN = StayAct(
    "checked_in",
    gettext_lazy("Checked in"),
    gettext_lazy("Check-in taken back"),
    # A late check-in also moves the first night, and may end the stay on the planned day.
    frozenset({"checked_in_at", "starts_on", "ends_on", "checked_out_at"}),
)
CHECKED_OUT = StayAct(
    "checked_out",
    gettext_lazy("Checked out"),
    gettext_lazy("Check-out taken back"),
    frozenset({"ends_on", "checked_out_at", "left_to", "left_because"}),
)
EXTENDED = StayAct(
    "extended",
    gettext_lazy("Planned end changed"),
    gettext_lazy("Change of the day of leaving taken back"),
    frozenset({"planned_end_on", "allowed_until"}),
)
MOVED = StayAct(
    "moved",
    gettext_lazy("Moved"),
    gettext_lazy("Move taken back"),
    frozenset(),
    to_undo=gettext_lazy("Take back the move"),
    explanation=gettext_lazy(
        "The earlier stay of each runs on as if nobody had moved. The new one falls: it stays readable and counts nowhere."
    ),
)
PLACED = StayAct(
    "placed",
    gettext_lazy("Place given"),
    gettext_lazy("Place taken back"),
    frozenset(),
    explanation=gettext_lazy(
        "The stay of each is cancelled as a mistake: it stays readable and counts nowhere. Who was at a site without a "
        "bed is there again."
    ),
)
CANCELLED = StayAct(
    "cancelled",
    gettext_lazy("Stay cancelled"),
    gettext_lazy("Cancelling taken back"),
    frozenset({"cancelled_at", "cancel_reason"}),
    explanation=gettext_lazy("Each is expected again, in the same bed and for the same nights."),
)
PROVISIONAL = StayAct(
    "made_provisional",
    gettext_lazy("Place made provisional"),
    gettext_lazy("Provisional place taken back"),
    frozenset({"provisional_until"}),
)
CONFIRMED = StayAct(
    "confirmed",
    gettext_lazy("Place confirmed"),
    gettext_lazy("Confirmation of the place taken back"),
    frozenset({"provisional_until"}),
)
ALLOWED = StayAct(
    "allowed",
    gettext_lazy("Allowed to stay past the plan"),
    gettext_lazy("Permission to stay past the plan taken back"),
    frozenset({"allowed_until"}),
)
ACTS = {
    act.verb: act
    for act in (
        CHECKED_IN,
        CHECKED_OUT,
        EXTENDED,
        MOVED,
        PLACED,
        CANCELLED,
        PROVISIONAL,
        CONFIRMED,
        ALLOWED,
    )
}
