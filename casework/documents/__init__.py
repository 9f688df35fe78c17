"""Documents of a file: filed, shown again, replaced, withdrawn."""
