"""What somebody does: lock, require, ask the rule, change, record. One noun per file."""
