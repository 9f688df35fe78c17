"""Actions of imports: read, interpret, correct, put on file, undo."""
