"""Models of reference lists, rules of law, and texts that are read to people."""

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
