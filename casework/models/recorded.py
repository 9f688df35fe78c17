"""What every row about a person carries: who wrote it and when."""

from django.db import models

from accounts.models import User
from casework.querysets.individual import OfIndividualQuerySet
from vault.models import SealedRow


class Recorded(SealedRow):
    """A row about one person. It is never deleted: it ends, or a newer one takes its place."""

    recorded_at = models.DateTimeField(auto_now_add=True)
    recorded_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    objects = OfIndividualQuerySet.as_manager()

    RECORDED = frozenset({"id", "key_id", "individual", "recorded_at", "recorded_by"})

    class Meta:
        abstract = True
