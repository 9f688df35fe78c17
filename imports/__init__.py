"""Imports of arrivals from spreadsheets: read, interpret, correct, put on file, undo."""
