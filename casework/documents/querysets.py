"""Which documents of a case somebody opens."""

from collections.abc import Callable
from typing import Any, Self

from django.db.models import Max, Q

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import other_end
from casework.register.querysets.case import OfCaseQuerySet
from pages.slots import Slot
from vault.querysets import SealedQuerySet

in_sight_besides: Slot[Callable[[User], Q]] = Slot(
    "what a document must fulfil for somebody besides its case, such as to show no paper that only others read"
)

# Documents that only some read are counted apart: those that all read have no gap between their numbers.
RESERVED_FROM = 5001


class CaseDocumentQuerySet(OfCaseQuerySet):
    read_with = Permission.DOCUMENT_READ

    def visible_to(self, user: User, permission: Permission | None = None) -> Self:
        """Documents of the cases that `user` reaches; they stay with the case where they were filed.

        One that shows what only some read is there for them alone, whatever the permission.
        """
        return super().visible_to(user, permission).told_to(user)

    def told_to(self, user: User) -> Self:
        """Without those that show what only others read."""
        return self.filter(*(condition(user) for condition in in_sight_besides))

    def standing(self) -> Self:
        """Those that nobody withdrew."""
        return self.filter(withdrawn_on=None)

    def next_number(self, case: Any, *, is_reserved: bool = False) -> int:
        """The number of the next document of the case; the caller holds the case's lock."""
        alike = Q(number__gte=RESERVED_FROM) if is_reserved else Q(number__lt=RESERVED_FROM)
        last: int | None = self.filter(alike, case=case).aggregate(last=Max("number"))["last"]
        return last + 1 if last else RESERVED_FROM if is_reserved else 1


class DocumentVersionQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.DOCUMENT_READ) -> Self:
        """Files somebody may open: a withdrawn one only who may add documents, to look what it was."""
        documents = other_end(self, "document")
        standing = documents.visible_to(user, permission).standing()
        own = documents.visible_to(user, Permission.DOCUMENT_CHANGE)
        return self.filter(document__in=standing) | self.filter(document__in=own)
