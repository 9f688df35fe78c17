"""Decisions about due dates: postponing one, settling one, handing one over, and undoing each of these."""
