"""Where the family's site is, and whom to call there."""

from accounts.models import User
from shelters.actions.sites import set_address
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    """An address that only those who give places at the site may read."""
    set_address(
        family.site,
        address=f"Calle 4 {family.named}",
        contact=f"Recepción {family.named}",
        phone="3001234567",
        by=cast.sonia,
    )
