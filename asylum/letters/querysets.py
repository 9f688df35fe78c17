"""Querysets of letters, which are visible to users who may read their content in the file."""

import datetime
from typing import Self

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import related_manager, visible_keys
from asylum.letters.choices import CONTENT_PERMISSION, NOT_FOR_THE_DEAD, LetterKind
from asylum.people.querysets import OfPersonQuerySet
from casework.register.choices import ExitType
from casework.register.models.individual import Individual


class LetterQuerySet(OfPersonQuerySet):
    read_with = Permission.LETTER_READ

    def visible_to(self, user: User, permission: Permission | None = None) -> Self:
        """Returns letters of people whom the user sees with `permission` and with the permission for the letter's content."""
        readable = Q()
        for permission_to_read in set(CONTENT_PERMISSION.values()):
            kinds = [
                kind for kind, needed in CONTENT_PERMISSION.items() if needed == permission_to_read
            ]
            people = visible_keys(Individual.objects, user, permission_to_read)
            readable |= Q(kind__in=kinds, individual__in=people)
        return super().visible_to(user, permission).filter(readable)

    def fallen(self, today: datetime.date) -> Self:
        """Returns letters that lost their ground, as far as SQL can tell (`asylum.letters.grounds`)."""
        of_person = {"individual": OuterRef("individual")}
        claims = related_manager(self, "individual__applications").filter(**of_person)
        permits = related_manager(self, "individual__permits").filter(**of_person).held_on(today)
        papers = (
            related_manager(self, "individual__identity_documents")
            .filter(**of_person)
            .in_use(today)
        )
        exits = related_manager(self, "individual__exits").standing().filter(**of_person)
        return self.filter(
            Q(kind=LetterKind.CERTIFICATE) & ~Exists(claims.pending_on(today))
            | Q(kind=LetterKind.EMPLOYER) & ~Exists(permits) & ~Exists(papers)
            | Q(kind=LetterKind.APPEAL) & ~Exists(claims.made())
            | Q(kind__in=NOT_FOR_THE_DEAD) & Exists(exits.filter(type=ExitType.DIED))
        )

    def standing(self, today: datetime.date) -> Self:
        """Returns letters that are neither revoked nor expired, of people who were not erased."""
        not_expired = Q(valid_until=None) | Q(valid_until__gte=today)
        return self.filter(not_expired, revoked_on=None, individual__erased_on=None)
