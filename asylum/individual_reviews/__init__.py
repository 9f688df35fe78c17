"""Case-by-case reviews of one person: what was asked of whom, the outcome, and the next step."""
