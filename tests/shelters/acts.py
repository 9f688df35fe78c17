"""What the product does for the stays of a family, done for one."""

import datetime

from accounts.models import User
from shelters.actions import corrections, presence
from shelters.models import Placement

# What a form of check-out sends of somebody who was asked nothing.
NOT_ASKED = {"left_to": "not_asked", "left_because": "not_asked"}


def check_in(
    stay: Placement,
    *,
    first_night: datetime.date | None = None,
    reason: str = "",
    by: User,
) -> Placement:
    """By default they came on the planned night."""
    first_night = first_night or stay.starts_on
    return presence.check_in_all([stay], first_night=first_night, reason=reason, by=by)[0]


def check_out(
    stay: Placement, *, on: datetime.date, reason: str = "", by: User, **told: str
) -> Placement:
    return presence.check_out_all([stay], on=on, reason=reason, by=by, **told)[0]


def correct_stay(
    stay: Placement,
    *,
    starts_on: datetime.date | None = None,
    ends_on: datetime.date | None = None,
    reason: str = "",
    by: User,
    **told: str,
) -> Placement:
    days = {"starts_on": starts_on, "ends_on": ends_on}
    return corrections.correct_stays([stay], **days, **told, reason=reason, by=by)[0]


def correct_move(stay: Placement, *, on: datetime.date, reason: str = "", by: User) -> Placement:
    return corrections.correct_move([stay], on=on, reason=reason, by=by)[0]
