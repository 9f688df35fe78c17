"""Agreements with payers, the commitments that rest on them, and the cover that follows."""

from aid.models.agreement import Agreement
from aid.models.commitment import Commitment
from aid.models.cover import Cover

__all__ = ["Agreement", "Commitment", "Cover"]
