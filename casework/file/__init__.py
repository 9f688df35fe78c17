"""Pages that gather: the case, the person, the timeline, the history, the API."""
