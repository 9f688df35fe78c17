"""Starts what Amparo needs on a bare machine: packages, PostgreSQL, a broker, and its own processes.

All data is in one folder, `var/`. Servers named in the environment are used instead."""
