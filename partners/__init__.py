"""Partner organisations: contacts, requests, tensions, and figures reported by others."""
