"""Children without an adult of their family: detected, reported to the authority, cared for, represented."""
