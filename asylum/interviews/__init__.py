"""Interviews of claims with the authority: summonses, interpreters, and whether the person attended."""
