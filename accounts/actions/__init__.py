"""What administrators, supervisors and account holders do."""
