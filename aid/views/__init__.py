"""From request to response: agreements, commitments, the forecast."""
