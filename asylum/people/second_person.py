"""Names colleagues who may judge a record: its author may not."""

import uuid
from collections.abc import Collection

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import Permission
from casework.cases.querysets import users_with_permission
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of


def second_person(
    person: Individual, permission: Permission, recorded_by: Collection[uuid.UUID], reader: User
) -> str:
    """Returns a sentence that names colleagues with the permission, without the authors `recorded_by`.

    If there are none, the sentence says who can give a colleague the role.
    """
    case = case_of(person, reader.today())
    holders = users_with_permission(case, permission) if case else []
    if names := ", ".join(each.full_name for each in holders if each.pk not in recorded_by):
        return _("Who can: %(names)s.") % {"names": names}
    return _(
        "Nobody else of this office can. An administrator gives a colleague the role of legal officer, if need be for a "
        "few days; a supervisor approves it."
    )
