"""What an age and a service cannot both be. Pure, without a database."""

from django.utils.translation import gettext_lazy as _

# Nobody younger served in a force; older children may have been with one, and are never handled as fighters.
YOUNGEST_WHO_SERVED = 12
NOBODY_SERVED_SO_YOUNG = _("So young nobody served in a force: check the age or the force.")
RANK_OF_OTHERS = _("This force has no such rank: put the force or the rank right.")


def too_young_to_have_served(age: int | None, *, has_served: bool) -> bool:
    """Whether an age that is known and a service cannot both be true."""
    return has_served and age is not None and age < YOUNGEST_WHO_SERVED
