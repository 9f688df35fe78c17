"""What the door of the family's site knows: a rule, and the roll-call of tonight."""

from accounts.models import User
from shelters.door.actions import set_door_rule, take_roll
from shelters.door.choices import RollPresence
from shelters.models import Placement
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    """The first of the family is absent, with what is known about it; one such night is told."""
    stay = Placement.objects.get(individual=family.people[0], ends_on=None)
    set_door_rule(family.site, absence_nights=1, by=cast.sonia)
    take_roll(
        family.site,
        night=by.today(),
        answers={stay.pk: (RollPresence.ABSENT, f"No durmió aquí. {family.named}")},
        by=cast.sonia,
    )
