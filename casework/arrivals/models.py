"""Drafts of arrivals."""

import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.arrivals.querysets import ArrivalDraftQuerySet
from vault.fields import EncryptedJSONField
from vault.models import SealedRow


class ArrivalDraft(SealedRow):
    """The content of one open quick-log, visible to its author alone. It ends when saved, discarded or a week old.

    A draft has its own key, because its people have none before the arrival is saved.
    """

    LIFETIME = datetime.timedelta(days=7)

    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    submission = models.UUIDField(help_text="Token of the form that is being filled in.")
    typed = EncryptedJSONField()
    people = models.PositiveSmallIntegerField(_("people"), default=0)
    is_group = models.BooleanField(_("several families"), default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    saved_at = models.DateTimeField(auto_now=True, db_index=True)

    objects = ArrivalDraftQuerySet.as_manager()

    class Privacy:
        open = {"user", "submission", "people", "is_group", "created_at", "saved_at"}
        personal = {"typed"}

    class Meta:
        ordering = ["-saved_at"]
        constraints = [
            models.UniqueConstraint(fields=["user", "submission"], name="one_draft_per_open_form")
        ]
