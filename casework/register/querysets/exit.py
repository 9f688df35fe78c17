"""Which exits somebody sees."""

from typing import Self

from accounts.models import User
from accounts.permissions import Permission
from casework.register.querysets.individual import OfIndividualQuerySet


class ExitQuerySet(OfIndividualQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.EXIT_RECORD) -> Self:
        """Exits of people whom `user` sees; they follow the person."""
        return super().visible_to(user, permission)

    def standing(self) -> Self:
        """Those that were not taken back: the person is away."""
        return self.filter(annulled_on=None)
