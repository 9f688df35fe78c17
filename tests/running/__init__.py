"""How the house is started, watched, backed up and restored."""
