"""Asylum applications with their deadlines, permits, and renunciations of military activity."""

from asylum.models.application import ApplicationStatusChange, AsylumApplication, LegalDeadline
from asylum.models.flight import FlightAccount
from asylum.models.permit import Permit
from asylum.models.renunciation import Renunciation, RenunciationDemand, RenunciationStatusChange

__all__ = [
    "ApplicationStatusChange",
    "AsylumApplication",
    "FlightAccount",
    "LegalDeadline",
    "Permit",
    "Renunciation",
    "RenunciationDemand",
    "RenunciationStatusChange",
]
