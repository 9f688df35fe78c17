"""What somebody does about aid: one noun per file, verbs inside."""
