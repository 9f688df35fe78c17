"""Case-by-case reviews of one person: the question and the authority, the outcome, and the next step."""
