"""A list that somebody looks at often."""

from typing import Any, Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.user import User
from vault.fields import EncryptedTextField
from vault.models import SealedRow
from vault.querysets import SealedQuerySet


class SavedViewQuerySet(SealedQuerySet):
    def of(self, user: Any, page: str) -> Self:
        """The user's own views of one list, the oldest first."""
        return self.filter(user=user, page=page)


class SavedView(SealedRow):
    """The filters of one list under a name of the user's own. The name is sealed: people write names."""

    user = models.ForeignKey(User, models.CASCADE, related_name="saved_views")
    page = models.CharField(max_length=40, help_text="Name of the list's address.")
    name = EncryptedTextField(_("name of the view"))
    query = models.CharField(max_length=500, help_text="The filters, as in the address.")
    saved_at = models.DateTimeField(auto_now_add=True)

    objects = SavedViewQuerySet.as_manager()

    class Privacy:
        open = {"user", "page", "query", "saved_at"}
        personal = {"name"}

    class Meta:
        ordering = ["saved_at"]
        constraints = [
            models.UniqueConstraint(fields=["user", "page", "query"], name="one_view_per_query")
        ]
