"""Which documents of a case somebody opens."""

from typing import Any, Self

from django.db.models import Max

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import other_end
from casework.register.querysets.case import OfCaseQuerySet
from vault.querysets import SealedQuerySet


class CaseDocumentQuerySet(OfCaseQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.DOCUMENT_READ) -> Self:
        """Documents of the cases that `user` reaches; they stay with the case where they were filed."""
        return super().visible_to(user, permission)

    def standing(self) -> Self:
        """Those that nobody withdrew."""
        return self.filter(withdrawn_on=None)

    def next_number(self, case: Any) -> int:
        """The number of the next document of the case; the caller holds the case's lock."""
        last: int | None = self.filter(case=case).aggregate(last=Max("number"))["last"]
        return (last or 0) + 1


class DocumentVersionQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.DOCUMENT_READ) -> Self:
        """Files somebody may open: a withdrawn one only who may add documents, to look what it was."""
        documents = other_end(self, "document")
        standing = documents.visible_to(user, permission).standing()
        own = documents.visible_to(user, Permission.DOCUMENT_CHANGE)
        return self.filter(document__in=standing) | self.filter(document__in=own)
