"""Starts what Amparo needs on a bare machine: its parts, PostgreSQL, a broker, and its own processes.

Everything it keeps stands in one folder, `var/`. Nothing here is used where the environment already
names servers."""
