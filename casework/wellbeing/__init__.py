"""Activities, how people feel, first looks at health."""
