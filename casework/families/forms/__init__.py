"""Forms about families: who belongs to one, and what people are to each other."""
