"""The renunciation file of one adult: all its stages in order, as known today or on an earlier day."""
