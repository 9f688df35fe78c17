"""Evidence for and against a renunciation, with its source and the person's replies; and reviews by people."""
