"""Why somebody sleeps where a rule asked for a reason."""

from accounts.models import User
from shelters.choices import BedRule
from shelters.models import Placement, StayReason
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    """One reason for the stay of the first of the family."""
    person = family.people[0]
    StayReason.objects.create(
        key_id=person.key_id,
        individual=person,
        placement=Placement.objects.get(individual=person, ends_on=None),
        rules=[BedRule.NOT_PAID],
        reason=f"No hay otro lugar. {family.named}",
        recorded_by=cast.sonia,
    )
