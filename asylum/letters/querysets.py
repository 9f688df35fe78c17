"""Which letters: for who may read what they tell; and those that are valid."""

import datetime
from typing import Self

from django.db.models import Q

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import keys_seen
from asylum.letters.choices import TELLS
from asylum.querysets.rows import OfPersonQuerySet
from casework.register.models.individual import Individual


class LetterQuerySet(OfPersonQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.LETTER_READ) -> Self:
        """Letters of the people whom the user reaches with `permission` and with that of what each letter tells."""
        told = Q()
        for permission_to_read in set(TELLS.values()):
            kinds = [kind for kind, needed in TELLS.items() if needed == permission_to_read]
            people = keys_seen(Individual.objects, user, permission_to_read)
            told |= Q(kind__in=kinds, individual__in=people)
        return self._of_people_visible_to(user, permission).filter(told)

    def is_valid(self, code_hash: str, today: datetime.date) -> bool:
        """Whether a letter with that code was issued, was not revoked, has not run out, and is of nobody erased."""
        lasting = Q(valid_until=None) | Q(valid_until__gte=today)
        rows = self.filter(lasting, code_hash=code_hash, revoked_on=None)
        return rows.filter(individual__erased_on=None).exists()
