"""Pure rules about papers: the bare number in a typed text, and comparing papers."""
