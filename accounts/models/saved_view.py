"""The model of saved filters of a list."""

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
    """Filters of a list that a user saved under a name. Both are encrypted, because they may contain names of people.

    `save_view` locks the user to prevent duplicates: no constraint can compare sealed values.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="saved_views")
    page = models.CharField(max_length=40, help_text="Name of the list's address.")
    name = EncryptedTextField(_("name of the view"))
    query = EncryptedTextField(help_text="The filters, as in the address.")
    saved_at = models.DateTimeField(auto_now_add=True)

    objects = SavedViewQuerySet.as_manager()

    class Privacy:
        open = {"user", "page", "saved_at"}
        personal = {"name", "query"}

    class Meta:
        ordering = ["saved_at"]
