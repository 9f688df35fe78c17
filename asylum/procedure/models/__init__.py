"""Tables of claims."""
