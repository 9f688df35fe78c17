"""Individuals, families, cases, arrivals, notes, and the places and organisations around them."""

from casework.models.arrival import Arrival
from casework.models.assignment import CaseAssignment
from casework.models.case import (
    Case,
    CaseReferral,
    CaseStatusChange,
    CaseTeamChange,
    DateRange,
    FamilyMember,
    NamedAccess,
    NameSearch,
    Note,
    NumberSeries,
)
from casework.models.force import Force, Rank
from casework.models.individual import IdentityDocument, Individual, ServiceRecord
from casework.models.law import DeadlineRule, PublicHoliday
from casework.models.organisation import Organisation
from casework.models.places import CrossingPoint, Department, Municipality, RegionalDirectorate

__all__ = [
    "Arrival",
    "Case",
    "CaseAssignment",
    "CaseReferral",
    "CaseStatusChange",
    "CaseTeamChange",
    "CrossingPoint",
    "DateRange",
    "DeadlineRule",
    "Department",
    "FamilyMember",
    "Force",
    "IdentityDocument",
    "Individual",
    "Municipality",
    "NameSearch",
    "NamedAccess",
    "Note",
    "NumberSeries",
    "Organisation",
    "PublicHoliday",
    "Rank",
    "RegionalDirectorate",
    "ServiceRecord",
]
