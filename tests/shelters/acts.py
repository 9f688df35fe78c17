"""What the product does for the stays of a family, done for one."""

import datetime

from accounts.models import User
from shelters.actions import corrections, placements
from shelters.models import Placement


def check_in(stay: Placement, *, reason: str = "", by: User) -> Placement:
    return placements.check_in_all([stay], reason=reason, by=by)[0]


def check_out(stay: Placement, *, on: datetime.date, reason: str = "", by: User) -> Placement:
    return placements.check_out_all([stay], on=on, reason=reason, by=by)[0]


def correct_stay(
    stay: Placement,
    *,
    starts_on: datetime.date | None = None,
    ends_on: datetime.date | None = None,
    reason: str = "",
    by: User,
) -> Placement:
    days = {"starts_on": starts_on, "ends_on": ends_on}
    return corrections.correct_stays([stay], **days, reason=reason, by=by)[0]
