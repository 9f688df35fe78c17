"""Lists that administrators maintain, and the law."""

from reference.models.law import (
    DeadlineRule,
    PublicHoliday,
    TermDay,
    TermSuspension,
    WorkRule,
)
from reference.models.lists import (
    CrossingPoint,
    Department,
    Force,
    Municipality,
    NeedCode,
    Rank,
    RegionalDirectorate,
    SanctionInstrument,
    State,
)
from reference.models.texts import HouseText

__all__ = [
    "CrossingPoint",
    "DeadlineRule",
    "Department",
    "Force",
    "HouseText",
    "Municipality",
    "NeedCode",
    "PublicHoliday",
    "Rank",
    "RegionalDirectorate",
    "SanctionInstrument",
    "State",
    "TermDay",
    "TermSuspension",
    "WorkRule",
]
