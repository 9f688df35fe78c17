"""Pages that combine subjects: the case, the person, the timeline, the history, the API."""
