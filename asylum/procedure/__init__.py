"""Claims, their steps, terms and interviews: what is on file, and who may see it."""
