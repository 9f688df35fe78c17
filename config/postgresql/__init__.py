"""Django's PostgreSQL backend, with the database planning a statement once for a connection and not each time it is asked."""
