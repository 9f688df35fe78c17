"""Partner organisations: contacts, requests, participation, tensions with neighbours, and figures of other sources."""
