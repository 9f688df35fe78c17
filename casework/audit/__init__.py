"""The audit log: events about a case or a person, found by number, in words and as a file."""
