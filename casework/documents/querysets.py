"""Querysets of documents and of their versions."""

from collections.abc import Callable
from typing import Any, Self

from django.db.models import Max, Q

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import related_manager
from casework.register.querysets.case import OfCaseQuerySet
from pages.slots import Slot
from vault.querysets import SealedQuerySet

document_conditions: Slot[Callable[[User], Q]] = Slot(
    "conditions that a document must meet to be visible, besides its case"
)

# Documents that only some users read have numbers from here on, so that they leave no gap in the other numbers.
RESERVED_FROM = 5001


class CaseDocumentQuerySet(OfCaseQuerySet):
    read_with = Permission.DOCUMENT_READ

    def visible_to(self, user: User, permission: Permission | None = None) -> Self:
        """Returns documents of the cases that `user` reaches; they stay with the case where they were filed.

        A document that shows a paper of restricted readers is visible to those readers only, whatever the permission.
        """
        return super().visible_to(user, permission).readable_by(user)

    def readable_by(self, user: User) -> Self:
        """Returns documents without those that show a paper which the user may not read."""
        return self.filter(*(condition(user) for condition in document_conditions))

    def standing(self) -> Self:
        """Returns documents that nobody withdrew."""
        return self.filter(withdrawn_on=None)

    def next_number(self, case: Any, *, is_reserved: bool = False) -> int:
        """Returns the number of the next document of the case; the caller holds the case's lock."""
        sequence = Q(number__gte=RESERVED_FROM) if is_reserved else Q(number__lt=RESERVED_FROM)
        last: int | None = self.filter(sequence, case=case).aggregate(last=Max("number"))["last"]
        return last + 1 if last else RESERVED_FROM if is_reserved else 1


class DocumentVersionQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.DOCUMENT_READ) -> Self:
        """Returns versions that the user may open; those of withdrawn documents only with the permission to add documents."""
        documents = related_manager(self, "document")
        standing = documents.visible_to(user, permission).standing()
        changeable = documents.visible_to(user, Permission.DOCUMENT_CHANGE)
        return self.filter(document__in=standing) | self.filter(document__in=changeable)
