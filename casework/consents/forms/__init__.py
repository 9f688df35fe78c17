"""What people agreed to, and what may be shared."""
