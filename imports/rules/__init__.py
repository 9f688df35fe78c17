"""Pure rules for imports: read, interpret, correct, put on file, undo."""
