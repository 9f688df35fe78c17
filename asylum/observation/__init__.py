"""The time in which an authority watches whether somebody gave up military activity for good."""
