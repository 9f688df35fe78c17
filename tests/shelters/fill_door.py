"""What the door of the family's site knows: a rule, the roll-call of tonight, an outing, meals and an incident."""

from accounts.models import User
from shelters.door.actions import set_door_rule, take_roll
from shelters.door.choices import RollPresence
from shelters.incidents.actions import decide_site_incident, record_site_incident
from shelters.incidents.choices import OwnStatement, SiteDecision, SiteIncidentKind
from shelters.meals.actions import record_meals
from shelters.meals.choices import Meal
from shelters.models import Placement
from shelters.outings.actions import go_out
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    """The first of the family is absent for a night, and out; one meal was served; one incident was decided about."""
    stay = Placement.objects.get(individual=family.people[0], ends_on=None)
    set_door_rule(family.site, absence_nights=1, by=cast.sonia)
    take_roll(
        family.site,
        night=by.today(),
        answers={stay.pk: (RollPresence.ABSENT, f"No durmió aquí. {family.named}")},
        by=cast.sonia,
    )
    go_out(stay, by=cast.sonia)
    record_meals(family.site, day=by.today(), meals={Meal.LUNCH: (2, 1)}, by=cast.sonia)
    incident = record_site_incident(
        stay,
        on=by.today(),
        kind=SiteIncidentKind.FIGHT,
        account=f"Discutió en la puerta. {family.named}",
        statement_state=OwnStatement.GIVEN,
        statement=f"Me empujaron primero. {family.named}",
        by=cast.sonia,
    )
    decide_site_incident(
        incident, decision=SiteDecision.TALK, because=f"Se habló. {family.named}", by=cast.sonia
    )
