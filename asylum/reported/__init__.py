"""Reports about groups, never about a person; and attempts to recruit a person again, which call for protection."""
