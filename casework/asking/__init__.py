"""People not yet told or asked; and one grid to ask a family for all its consents."""
