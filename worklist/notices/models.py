"""Notices to users about acts of colleagues and about dates that come near."""

import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Office, User
from casework.register.models.case import Case
from worklist.notices.querysets import DAILY_LINE, NoticeQuerySet


class Notice(models.Model):
    """One notice to one user: its subject, its day, and how many days before that day it warns.

    The unique constraint keeps a second tick, or a second scheduler, from writing it again. A notice is withdrawn when its
    date moved, and is written again if the date comes back. The sentence is made when the
    user reads the notice, so that the table stores no fact of a case.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, models.CASCADE, related_name="notices")
    # The colleague who is away. The user reads the notice as their deputy, or for the supervision.
    instead_of = models.ForeignKey(User, models.CASCADE, null=True, related_name="+")
    kind = models.CharField(max_length=40)
    about_type = models.CharField(max_length=60)
    about_id = models.CharField(max_length=40)
    case = models.ForeignKey(Case, models.PROTECT, null=True, related_name="+")
    office = models.ForeignKey(Office, models.PROTECT, null=True, related_name="+")
    due_on = models.DateField(_("due on"))
    warning_days = models.SmallIntegerField()
    created_at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True)
    mailed_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    objects = NoticeQuerySet.as_manager()

    class Privacy:
        open = {
            "user",
            "instead_of",
            "kind",
            "about_type",
            "about_id",
            "case",
            "office",
            "due_on",
            "warning_days",
            "created_at",
            "read_at",
            "mailed_at",
            "withdrawn_at",
        }

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["-created_at", "due_on", "id"]
        indexes = [
            models.Index(
                fields=["user"],
                condition=models.Q(mailed_at=None),
                name="notices_to_mail",
            ),
            # The bell counts unread notices on every page, and mostly there are none.
            models.Index(fields=["user"], condition=models.Q(read_at=None), name="notices_unread"),
            models.Index(fields=["user", "-created_at"], name="notices_of_somebody"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "kind", "about_type", "about_id", "due_on", "warning_days"],
                condition=models.Q(withdrawn_at=None),
                name="one_notice_per_warning",
            )
        ]

    @property
    def waits(self) -> bool:
        """Whether a mail will announce it, as `NoticeQuerySet.to_mail` says."""
        return self.mailed_at is None and (self.read_at is None or self.kind == DAILY_LINE)
