"""The least age for work. Needs no database."""

YOUNGEST_AT_WORK = 15


def too_young_to_work(age: int | None) -> bool:
    """Returns whether the age is below the least age for work (Ley 1098 de 2006, art. 35); False for an unknown age."""
    return age is not None and age < YOUNGEST_AT_WORK
