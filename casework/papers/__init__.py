"""What the number of a paper says, and whether two papers are one."""
