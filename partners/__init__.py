"""Organisations, whom to call there, what was asked of them, tensions, what others reported."""
