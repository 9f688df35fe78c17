"""Referrals to organisations outside."""
