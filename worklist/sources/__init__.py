"""What falls due, from the sources of every app: their kinds, their words, and who reads which kind."""
