"""The API of reporting."""
