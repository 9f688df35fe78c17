"""From request to response: today, what falls due, the inbox."""
