"""The board: every bed of the reader's sites by nights, and where a picked family could sleep."""
