"""Documents of a file: uploaded, disarmed, sealed, shown again."""
