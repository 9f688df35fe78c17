"""Individuals, families, cases, arrivals, notes, and the places and organisations around them."""

from casework.models.alias import Alias
from casework.models.arrival import Arrival
from casework.models.assignment import CaseAssignment, WorkPassed
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
from casework.models.exposure import AnonymityWish, MediaRestriction
from casework.models.family_change import FamilyChange
from casework.models.force import Force, Rank
from casework.models.home import Detention, HomeIncident, RelativeAbroad, State
from casework.models.identity_document import IdentityDocument
from casework.models.importing import (
    ColumnMemory,
    ImportBatch,
    ImportChunk,
    ImportedFamily,
    WordMemory,
)
from casework.models.individual import Individual
from casework.models.interview import InterviewedPerson, OutsideInterview
from casework.models.law import DeadlineRule, PublicHoliday
from casework.models.livelihood import Livelihood
from casework.models.merge import Merge, MovedValue
from casework.models.need import NeedCode, SpecificNeed
from casework.models.note import Note, NoteVersion
from casework.models.onward import ContactAbroad, OnwardPlan
from casework.models.organisation import (
    Organisation,
    OrganisationRole,
    Participation,
    PartnerContact,
)
from casework.models.phone import Phone
from casework.models.places import CrossingPoint, Department, Municipality, RegionalDirectorate
from casework.models.plan import CasePlan, PlanGoal, PlanMove, PlanReview, PlanStep
from casework.models.referral import Referral, ReferralStep
from casework.models.relationship import Relationship
from casework.models.reported import ReportedFigure
from casework.models.request import PartnerRequest, TensionEvent
from casework.models.sanction import OriginSanction, SanctionInstrument
from casework.models.service_record import ServiceRecord
from casework.models.slip import ArrivalSlip
from casework.models.subject_request import Erasure, SubjectRequest
from casework.models.task import CaseTask, TaskMove
from casework.models.visit import HealthVisit
from casework.models.wellbeing import Activity, HealthScreening, WellbeingNote
from casework.models.work import InformalWork, InformationGiven, JobApplication, WorkAuthorisation

__all__ = [
    "Activity",
    "Alias",
    "AnonymityWish",
    "Arrival",
    "ArrivalDraft",
    "ArrivalSlip",
    "Case",
    "CaseAssignment",
    "CaseDocument",
    "CasePlan",
    "CaseReferral",
    "CaseStatusChange",
    "CaseTask",
    "CaseTeamChange",
    "ColumnMemory",
    "Consent",
    "ConsentStep",
    "ContactAbroad",
    "CrossingPoint",
    "DateRange",
    "DeadlineRule",
    "Department",
    "Detention",
    "Disarmament",
    "DocumentVersion",
    "DuplicatePair",
    "Erasure",
    "Exit",
    "FamilyChange",
    "FamilyMember",
    "Force",
    "HealthScreening",
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
    "Livelihood",
    "MediaRestriction",
    "Merge",
    "MovedValue",
    "Municipality",
    "NameSearch",
    "NamedAccess",
    "NeedCode",
    "Note",
    "NoteVersion",
    "NumberSeries",
    "OnwardPlan",
    "Organisation",
    "OrganisationRole",
    "OriginSanction",
    "OutsideInterview",
    "PairDecision",
    "Participation",
    "PartnerContact",
    "PartnerRequest",
    "Phone",
    "PlanGoal",
    "PlanMove",
    "PlanReview",
    "PlanStep",
    "PublicHoliday",
    "Rank",
    "Referral",
    "ReferralStep",
    "RegionalDirectorate",
    "Relationship",
    "RelativeAbroad",
    "ReportedFigure",
    "SanctionInstrument",
    "ServiceRecord",
    "SpecificNeed",
    "State",
    "SubjectRequest",
    "TaskMove",
    "TensionEvent",
    "WellbeingNote",
    "WordMemory",
    "WorkAuthorisation",
    "WorkPassed",
]
