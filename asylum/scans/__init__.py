"""Images of papers."""
