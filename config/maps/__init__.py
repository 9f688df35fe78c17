"""Maps of the house, drawn from its code: who imports whom, which tables point at which."""
