"""Evidence for and against a renunciation: each piece with its source and the person's reply; reviews by hand."""
