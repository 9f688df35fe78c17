"""The projection of due dates and of families that lose aid: computed for a day, and updated after each change."""
