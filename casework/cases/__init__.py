"""Opening, closing, reopening, moving, restricting and referring a case."""
