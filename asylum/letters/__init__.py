"""Letters that people take along: filled in from the file, stored as printed, and verifiable by anybody with the
code."""
