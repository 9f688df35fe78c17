"""Actions of aid: one noun per file."""
