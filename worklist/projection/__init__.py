"""The projection of what falls due and of families that lose aid: computed for a day, and again for what changes."""
