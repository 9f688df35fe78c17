"""What is secret at rest: keys, encrypted fields, name search, files."""
