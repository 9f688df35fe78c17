"""What every act about a person asks first."""

from django.utils.translation import gettext as _

from accounts.access import lock_for
from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused


def reach(individual: Individual, *, by: User, permission: Permission) -> tuple[Individual, Case]:
    """The person, locked, and the case in which they are today. Raises NotAllowed or ActionRefused."""
    individual = lock_for(individual, permission, by=by)
    membership = (
        FamilyMember.objects.filter(individual=individual)
        .on(by.today())
        .select_related("case")
        .first()
    )
    if membership is None:
        raise ActionRefused(_("This person is in no case today."))
    return individual, membership.case
