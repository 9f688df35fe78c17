"""Tasks that rules add about a person."""
