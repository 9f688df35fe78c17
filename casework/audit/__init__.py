"""The audit log: what was done about a case or a person, found by their number, in words and as a file."""
