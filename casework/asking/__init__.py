"""Missing privacy notices and consents, and one form to ask a family for all its consents."""
