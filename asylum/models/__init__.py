"""Asylum applications with their deadlines, permits, renunciations of military activity; screenings for exclusion."""

from asylum.checklists.models import ChecklistMark
from asylum.contradictions.models import DismissedContradiction
from asylum.evidence.models import Evidence, EvidenceReply, StandingReview
from asylum.exclusion.models import Screening, ScreeningLook, ScreeningPaper, ScreeningStep
from asylum.identification.models import IdentificationContest
from asylum.individual_reviews.models import IndividualReview
from asylum.interviews.models import ClaimInterview, Interpreter
from asylum.letters.models import Letter
from asylum.models.application import ApplicationStatusChange, AsylumApplication
from asylum.models.deadline import LegalDeadline
from asylum.models.flight import FlightAccount
from asylum.models.permit import Permit
from asylum.models.renunciation import Renunciation, RenunciationDemand, RenunciationStatusChange
from asylum.models.scan import PaperScan
from asylum.models.term_move import TermMove
from asylum.pathways.models import PathwayPaper, PathwayStage, PermitKind, PermitPair
from asylum.reported.models import GroupReport, RecruitmentApproach
from asylum.reviewed.models import Measure, MeasureReview, Observation, ObservationReview
from asylum.terms.models import TermExtension, TermPassed

__all__ = [
    "ApplicationStatusChange",
    "AsylumApplication",
    "ChecklistMark",
    "ClaimInterview",
    "DismissedContradiction",
    "Evidence",
    "EvidenceReply",
    "FlightAccount",
    "GroupReport",
    "IdentificationContest",
    "IndividualReview",
    "Interpreter",
    "LegalDeadline",
    "Letter",
    "Measure",
    "MeasureReview",
    "Observation",
    "ObservationReview",
    "PaperScan",
    "PathwayPaper",
    "PathwayStage",
    "Permit",
    "PermitKind",
    "PermitPair",
    "RecruitmentApproach",
    "Renunciation",
    "RenunciationDemand",
    "RenunciationStatusChange",
    "Screening",
    "ScreeningLook",
    "ScreeningPaper",
    "ScreeningStep",
    "StandingReview",
    "TermExtension",
    "TermMove",
    "TermPassed",
]
