"""What every act about a person asks first."""

import datetime

from django.utils.translation import gettext as _

from accounts.access import require
from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused


def reach(individual: Individual, *, by: User, permission: Permission) -> tuple[Individual, Case]:
    """The person, locked, and the case in which they are today. Raises NotAllowed or ActionRefused."""
    individual = Individual.objects.lock(individual)
    require(by, permission, about=individual)
    membership = (
        FamilyMember.objects.filter(individual=individual)
        .on(by.today())
        .select_related("case")
        .first()
    )
    if membership is None:
        raise ActionRefused(_("This person is in no case today."))
    return individual, membership.case


def refuse_future(on: datetime.date, *, by: User, field: str = "on") -> None:
    """Raises ActionRefused for a day after today in the office of `by`."""
    if on > by.today():
        raise ActionRefused(_("This date lies in the future."), field=field)
