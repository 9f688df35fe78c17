"""Django's PostgreSQL backend, which keeps more prepared statements per connection than psycopg does by default."""
