"""An extension of the term to appeal of the family that is with legal aid."""

import datetime

from accounts.models import User
from asylum.pathways.choices import DeadlineKind
from asylum.procedure.models.application import AsylumApplication
from asylum.procedure.models.deadline import LegalDeadline
from asylum.terms.actions import extend_deadline
from tests.cast import Cast
from tests.world import Family

WEEK = datetime.timedelta(days=7)


def fill(family: Family, cast: Cast, by: User) -> None:
    if by != cast.ana or not family.case.legal_referrals.open().exists():
        return
    today = by.today()
    # Worlds are built without the tables of law, which would have begun the term.
    term, _is_new = LegalDeadline.objects.get_or_create(
        application=AsylumApplication.objects.get(individual=family.people[0]),
        kind=DeadlineKind.APPEAL,
        ended_on=None,
        defaults={"starts_on": today - WEEK, "due_on": today + WEEK, "owner": cast.lucia},
    )
    extend_deadline(
        term,
        is_on=term.due_on + WEEK,
        granted_on=today - datetime.timedelta(days=1),
        paper=f"Auto 31. {family.sealed}",
        by=cast.lucia,
    )
