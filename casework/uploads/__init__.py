"""Files as they come: taken in by a page, looked into and made anew by a worker, kept until they are described."""
