"""The sources of due dates of all apps: special kinds, words, days of warning, and who reads which kind."""
