"""Actions of administrators, supervisors and account holders."""
