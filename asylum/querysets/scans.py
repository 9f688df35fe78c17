"""Images of papers visible to a user."""

from typing import Any, Self

from django.db.models import QuerySet

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import other_end


class PaperScanQuerySet(QuerySet[Any]):
    def visible_to(self, user: User, permission: Permission = Permission.DOCUMENT_READ) -> Self:
        """Those whose document the user may open."""
        documents = other_end(self, "document")
        return self.filter(document__in=documents.visible_to(user, permission))

    def standing(self) -> Self:
        """Not withdrawn."""
        return self.filter(document__withdrawn_on=None)
