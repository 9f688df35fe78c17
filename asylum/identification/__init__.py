"""How the authority told a fighter from a civilian, and what became of it where somebody contested it."""
