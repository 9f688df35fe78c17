"""Asylum applications with their deadlines, permits, and renunciations of military activity."""

from asylum.letters.models import Letter
from asylum.models.application import ApplicationStatusChange, AsylumApplication, LegalDeadline
from asylum.models.flight import FlightAccount
from asylum.models.permit import Permit
from asylum.models.renunciation import Renunciation, RenunciationDemand, RenunciationStatusChange
from asylum.models.scan import PaperScan
from asylum.models.term_move import TermMove
from asylum.pathways.models import PathwayPaper, PathwayStage

__all__ = [
    "ApplicationStatusChange",
    "AsylumApplication",
    "FlightAccount",
    "LegalDeadline",
    "Letter",
    "PaperScan",
    "PathwayPaper",
    "PathwayStage",
    "Permit",
    "Renunciation",
    "RenunciationDemand",
    "RenunciationStatusChange",
    "TermMove",
]
