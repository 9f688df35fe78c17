"""The least age for work: pure, without a database."""

YOUNGEST_AT_WORK = 15


def too_young_to_work(age: int | None) -> bool:
    """Below the least age for work (Ley 1098 de 2006, art. 35); an unknown age is not too young."""
    return age is not None and age < YOUNGEST_AT_WORK
