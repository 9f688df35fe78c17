"""What each world holds of activity, wellbeing and health."""

from accounts.models import User
from casework.register.choices import YesNo
from casework.wellbeing.actions import record_activity, record_screening, write_wellbeing_note
from casework.wellbeing.choices import ActivityKind, Feeling, SupportOffer
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    person, today = family.people[0], by.today()
    record_activity(
        person, kind=ActivityKind.TRAINING, on=today, remarks=f"Curso de {family.named}", by=by
    )
    write_wellbeing_note(
        person,
        on=today,
        feeling=Feeling.BAD,
        support=SupportOffer.ACCEPTED,
        text=f"Duerme mal. {family.sealed}",
        by=by,
    )
    record_screening(
        person,
        on=today,
        was_underfed=YesNo.YES,
        has_lost_weight=YesNo.YES,
        findings=f"Bajó de peso. {family.sealed}",
        by=by,
    )
