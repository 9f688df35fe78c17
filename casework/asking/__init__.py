"""Who is still to be told and asked; asking a family for all its consents at once: one grid of people and purposes."""
