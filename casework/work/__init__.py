"""The right to work, what was told about it, applications, visits of care."""
