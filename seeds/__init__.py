"""The demonstration world: invented people, reported figures."""
