"""Recording and renewing permits."""
