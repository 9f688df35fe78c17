"""Pages that combine subjects: the case, the person, the timeline, the history of views, and the API of these."""
