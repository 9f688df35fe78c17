"""Owners and deputies of terms, and the days by which an authority extended them."""
