"""Who pays for what until when: agreements, commitments, coverage, forecast."""
