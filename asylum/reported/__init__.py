"""What was reported of groups, never of a person; and approaches to recruit somebody again, which ask for protection."""
