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
    NumberSeries,
)
from casework.models.consent import Consent, ConsentStep
from casework.models.disarmament import Disarmament
from casework.models.document import CaseDocument, DocumentVersion
from casework.models.draft import ArrivalDraft
from casework.models.duplicate import DuplicatePair, PairDecision
from casework.models.exit import Exit
from casework.models.family_change import FamilyChange
from casework.models.force import Force, Rank
from casework.models.home import Detention, HomeIncident, RelativeAbroad, State
from casework.models.importing import (
    ColumnMemory,
    ImportBatch,
    ImportChunk,
    ImportedFamily,
    WordMemory,
)
from casework.models.individual import IdentityDocument, Individual, ServiceRecord
from casework.models.interview import InterviewedPerson, OutsideInterview
from casework.models.law import DeadlineRule, PublicHoliday
from casework.models.merge import Merge, MovedValue
from casework.models.note import Note, NoteVersion
from casework.models.organisation import (
    Organisation,
    OrganisationRole,
    Participation,
    PartnerContact,
)
from casework.models.places import CrossingPoint, Department, Municipality, RegionalDirectorate
from casework.models.referral import Referral, ReferralStep
from casework.models.relationship import Relationship
from casework.models.reported import ReportedFigure
from casework.models.request import PartnerRequest, TensionEvent
from casework.models.slip import ArrivalSlip
from casework.models.task import CaseTask, TaskMove
from casework.models.visit import HealthVisit
from casework.models.work import InformalWork, InformationGiven, JobApplication, WorkAuthorisation

__all__ = [
    "Arrival",
    "ArrivalDraft",
    "ArrivalSlip",
    "Case",
    "CaseAssignment",
    "CaseDocument",
    "CaseReferral",
    "CaseStatusChange",
    "CaseTask",
    "CaseTeamChange",
    "ColumnMemory",
    "Consent",
    "ConsentStep",
    "CrossingPoint",
    "DateRange",
    "DeadlineRule",
    "Department",
    "Detention",
    "Disarmament",
    "DocumentVersion",
    "DuplicatePair",
    "Exit",
    "FamilyChange",
    "FamilyMember",
    "Force",
    "HealthVisit",
    "HomeIncident",
    "IdentityDocument",
    "ImportBatch",
    "ImportChunk",
    "ImportedFamily",
    "Individual",
    "InformalWork",
    "InformationGiven",
    "InterviewedPerson",
    "JobApplication",
    "Merge",
    "MovedValue",
    "Municipality",
    "NameSearch",
    "NamedAccess",
    "Note",
    "NoteVersion",
    "NumberSeries",
    "Organisation",
    "OrganisationRole",
    "OutsideInterview",
    "PairDecision",
    "Participation",
    "PartnerContact",
    "PartnerRequest",
    "PublicHoliday",
    "Rank",
    "Referral",
    "ReferralStep",
    "RegionalDirectorate",
    "Relationship",
    "RelativeAbroad",
    "ReportedFigure",
    "ServiceRecord",
    "State",
    "TaskMove",
    "TensionEvent",
    "WordMemory",
    "WorkAuthorisation",
]
