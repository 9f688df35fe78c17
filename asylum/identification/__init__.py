"""How the authority told fighters from civilians, and what followed if somebody contested it."""
