"""Contradictions between age and service."""

from django.utils.translation import gettext_lazy as _

# Nobody younger served in a force. Older children may have been with a force, and are never treated as fighters.
YOUNGEST_WHO_SERVED = 12
NOBODY_SERVED_SO_YOUNG = _("So young nobody served in a force: check the age or the force.")
RANK_NOT_IN_FORCE = _("This force has no such rank: put the force or the rank right.")


def too_young_to_have_served(age: int | None, *, has_served: bool) -> bool:
    """Whether a known age and a service cannot both be true."""
    return has_served and age is not None and age < YOUNGEST_WHO_SERVED
