"""Forms of consents, notices and bases."""
