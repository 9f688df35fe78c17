"""Django's PostgreSQL backend, with statements planned once per connection instead of on each execution."""
