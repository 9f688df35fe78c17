"""The words of casework: enums with their labels, groups of states, and the tone each is shown in.

One noun per file; what older rooms import from here stands here, newer rooms import from the file.
"""

from casework.choices.arrivals import EntryMode
from casework.choices.cases import CASE_MOVES, STATUS_TONE, CaseStatus, EndReason, Service
from casework.choices.forces import ForceKind, RankBand
from casework.choices.law import Confidence, Unit
from casework.choices.organisations import OrganisationKind
from casework.choices.people import (
    BirthPrecision,
    Category,
    DocumentType,
    Population,
    Relation,
    Sex,
)

__all__ = [
    "CASE_MOVES",
    "STATUS_TONE",
    "BirthPrecision",
    "CaseStatus",
    "Category",
    "Confidence",
    "DocumentType",
    "EndReason",
    "EntryMode",
    "ForceKind",
    "OrganisationKind",
    "Population",
    "RankBand",
    "Relation",
    "Service",
    "Sex",
    "Unit",
]
