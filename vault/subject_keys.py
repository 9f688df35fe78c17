"""The table of data keys. It is in a database schema of its own, which the nightly dump leaves out."""

import uuid

from django.db import models
from django.db.models import Q


class SubjectKey(models.Model):
    """The wrapped data key of one subject. No foreign key refers to it, so that a dump without it can be restored.

    The row of a destroyed key stays, to tell an erased subject from a lost key."""

    never_deleted = True

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    wrapped = models.BinaryField(null=True)
    wrapped_with = models.CharField(max_length=16)
    created_at = models.DateTimeField(auto_now_add=True)
    destroyed_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "vault"
        db_table = '"vault"."subject_key"'
        constraints = [
            models.CheckConstraint(
                name="subject_key_is_there_or_destroyed",
                condition=Q(wrapped__isnull=True, destroyed_at__isnull=False)
                | Q(wrapped__isnull=False, destroyed_at__isnull=True),
            )
        ]

    class Privacy:
        open = {"id", "wrapped", "wrapped_with", "created_at", "destroyed_at"}
        counted: set[str] = set()
        personal: set[str] = set()
        sealed: set[str] = set()

    def __repr__(self) -> str:
        return f"<SubjectKey {self.pk}>"
