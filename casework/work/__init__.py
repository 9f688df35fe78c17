"""The right to work, information about it, job applications, visits of care."""
