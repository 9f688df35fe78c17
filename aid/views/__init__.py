"""Views of aid: agreements, commitments, the forecast."""
