"""Facts about one person that cannot both be true: pure, without a database."""

from casework.register.choices import Relation

# Nobody younger served in a force; older children may have been with one, and are never handled as fighters.
YOUNGEST_WHO_SERVED = 12
YOUNGEST_PARTNER = 14


def too_young_to_have_served(age: int | None, *, has_served: bool) -> bool:
    """Whether an age that is known and a service cannot both be true."""
    return has_served and age is not None and age < YOUNGEST_WHO_SERVED


def too_young_to_be_a_partner(age: int | None, relation: str) -> bool:
    """Whether an age that is known and a spouse or partner cannot both be true."""
    is_partner = relation in (Relation.SPOUSE, Relation.PARTNER)
    return is_partner and age is not None and age < YOUNGEST_PARTNER
