"""Letters that people take along: filled in from the file, kept as they were printed, and checked by anybody by their code."""
