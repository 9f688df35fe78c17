"""Maps drawn from the code: who imports whom, which tables point at which."""
