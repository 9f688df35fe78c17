"""What a subject may add to the pages, lists and acts of the whole file; config fills it."""
