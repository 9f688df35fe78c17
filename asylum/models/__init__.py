"""Asylum applications with their deadlines, permits, and renunciations of military activity."""

from asylum.models.application import ApplicationStatusChange, AsylumApplication, LegalDeadline
from asylum.models.permit import Permit
from asylum.models.renunciation import Renunciation, RenunciationStatusChange

__all__ = [
    "ApplicationStatusChange",
    "AsylumApplication",
    "LegalDeadline",
    "Permit",
    "Renunciation",
    "RenunciationStatusChange",
]
