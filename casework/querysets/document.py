"""Which documents of a case somebody opens."""

from typing import Self

from django.apps import apps

from accounts.models import User
from accounts.permissions import Permission
from casework.querysets.case import OfCaseQuerySet
from vault.querysets import SealedQuerySet


class CaseDocumentQuerySet(OfCaseQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.DOCUMENT_READ) -> Self:
        """Documents of the cases that `user` reaches; they stay with the case where they were filed."""
        return super().visible_to(user, permission)

    def standing(self) -> Self:
        """Those that nobody withdrew."""
        return self.filter(withdrawn_on=None)


class DocumentVersionQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.DOCUMENT_READ) -> Self:
        """Files somebody may open: a withdrawn one only who may add documents, to look what it was."""
        documents = apps.get_model("casework.CaseDocument").objects
        standing = documents.visible_to(user, permission).standing()
        own = documents.visible_to(user, Permission.DOCUMENT_CHANGE)
        return self.filter(document__in=standing) | self.filter(document__in=own)
