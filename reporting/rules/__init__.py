"""Disclosure control: turns counts into protected counts, without database queries."""
