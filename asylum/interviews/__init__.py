"""Interviews of a claim with the authority: the summons, the interpreter, and whether the person attended."""
