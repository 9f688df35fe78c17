"""Pure rules about papers: the number in a writing, and the paper behind it."""
