"""Agreements with payers, commitments based on them, and the resulting cover."""

from aid.models.agreement import Agreement
from aid.models.commitment import Commitment
from aid.models.cover import Cover
from aid.models.distribution import ItemDistribution
from aid.models.gap import OpenGap
from aid.models.pledge import Pledge, PledgeMove, StatedNeed

__all__ = [
    "Agreement",
    "Commitment",
    "Cover",
    "ItemDistribution",
    "OpenGap",
    "Pledge",
    "PledgeMove",
    "StatedNeed",
]
