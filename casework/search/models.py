"""Typed texts of searches."""

import datetime

from django.db import models

from accounts.models import User
from casework.search.querysets import NameSearchQuerySet
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class NameSearch(SealedRow):
    """The typed text of a search, stored for an hour so that it never appears in a URL."""

    LIFETIME = datetime.timedelta(hours=1)

    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    typed = EncryptedTextField()
    created_at = models.DateTimeField(auto_now_add=True)

    objects = NameSearchQuerySet.as_manager()

    class Privacy:
        open = {"user", "created_at"}
        personal = {"typed"}
