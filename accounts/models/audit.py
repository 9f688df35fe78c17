"""The model of the audit log: who did or read what, never the content."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.audit_words import verb_in_words
from accounts.models.office import Office
from accounts.models.user import User
from accounts.querysets import AuditEventQuerySet

LOOK, ACT = _("look"), _("act")


class AuditEvent(models.Model):
    """One action or one view. The application's database role may insert and select, nothing else."""

    append_only = True

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    at = models.DateTimeField(_("when"), auto_now_add=True)
    actor = models.ForeignKey(
        User, models.PROTECT, null=True, related_name="+", verbose_name=_("who")
    )
    office = models.ForeignKey(Office, models.PROTECT, null=True, related_name="+")
    verb = models.CharField(_("what"), max_length=60)
    is_read = models.BooleanField(LOOK, default=False)
    about_type = models.CharField(max_length=60, blank=True)
    about_id = models.CharField(max_length=40, blank=True)
    case_id = models.UUIDField(null=True)
    details = models.JSONField(default=dict)

    objects = AuditEventQuerySet.as_manager()

    class Privacy:
        open = {
            "at",
            "actor",
            "office",
            "verb",
            "is_read",
            "about_type",
            "about_id",
            "case_id",
            "details",
        }

    class Meta:
        verbose_name = _("audit event")
        verbose_name_plural = _("audit events")
        ordering = ["-at"]
        indexes = [
            models.Index(fields=["-at"], name="audit_newest"),
            models.Index(fields=["case_id", "-at"], name="audit_of_a_case"),
            models.Index(fields=["actor", "-at"], name="audit_of_an_actor"),
            models.Index(fields=["about_id", "-at"], name="audit_of_a_row"),
        ]

    @property
    def in_words(self) -> str:
        """What was done, as a sentence without subject."""
        return str(verb_in_words(self.verb))

    @property
    def kind_in_words(self) -> str:
        """The label of `is_read`: a look, or an act."""
        return str(LOOK if self.is_read else ACT)
