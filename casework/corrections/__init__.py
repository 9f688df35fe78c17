"""What was put right in a row: what stood there, what stands now, and why."""
