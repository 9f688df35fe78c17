"""Extensions of terms, and handovers of terms between colleagues."""

import uuid
from typing import Any
from uuid import UUID

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import visible_keys
from asylum.procedure.models.deadline import LegalDeadline
from casework.register.models.individual import Individual
from vault.fields import EncryptedTextField
from vault.models import SealedRow
from vault.querysets import SealedQuerySet


class ExtensionQuerySet(SealedQuerySet):
    def visible_to(
        self, user: User, permission: Permission = Permission.APPLICATION_READ
    ) -> "ExtensionQuerySet":
        people = visible_keys(Individual.objects, user, permission)
        return self.filter(deadline__application__individual__in=people)

    def standing(self) -> "ExtensionQuerySet":
        return self.filter(mistaken_on=None)


class TermExtension(SealedRow):
    """The authority's act `paper` moves the last day of a term from `was_on` to `is_on`."""

    deadline = models.ForeignKey(LegalDeadline, models.PROTECT, related_name="extensions")
    was_on = models.DateField(_("last day before"))
    is_on = models.DateField(_("new last day"))
    granted_on = models.DateField(_("granted on"))
    paper = EncryptedTextField(_("paper of the authority"), max_length=200)
    mistaken_on = models.DateField(_("taken back as a mistake on"), null=True, blank=True)
    mistaken_because = EncryptedTextField(_("why it was a mistake"), blank=True)
    recorded_at = models.DateTimeField(auto_now_add=True)
    recorded_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    objects = ExtensionQuerySet.as_manager()

    class Privacy:
        open = {"id", "key_id", "deadline", "recorded_at", "recorded_by"}
        counted = {"was_on", "is_on", "granted_on", "mistaken_on"}
        personal = {"paper"}
        sealed = {"mistaken_because"}

    class Meta:
        verbose_name = _("extension of a term")
        verbose_name_plural = _("extensions of terms")
        ordering = ["recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(is_on__gt=F("was_on")),
                name="extension_gives_days",
                violation_error_message=_("The new day is not later than the one before."),
            )
        ]

    def get_absolute_url(self) -> str:
        return reverse("extension-retract", args=[self.pk])


class PassedQuerySet(models.QuerySet[Any]):
    def visible_to(
        self, user: User, permission: Permission = Permission.APPLICATION_READ
    ) -> "PassedQuerySet":
        people = visible_keys(Individual.objects, user, permission)
        return self.filter(deadline__application__individual__in=people)


class TermPassed(models.Model):
    """A handover of one term to the colleague `taking`, with the owner and deputy before.

    All terms of one handover have the same `together`. If a single term was assigned, `leaving` and `together` are empty.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    deadline = models.ForeignKey(LegalDeadline, models.PROTECT, related_name="passed")
    leaving = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    taking = models.ForeignKey(User, models.PROTECT, related_name="+")
    was_owner = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    was_deputy = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    on = models.DateField()
    at = models.DateTimeField(auto_now_add=True)
    # None for terms that moved automatically, because the colleague no longer sees the case.
    by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    together = models.UUIDField(
        null=True, db_index=True, help_text="What was handed over in one go."
    )
    taken_back_at = models.DateTimeField(null=True, blank=True)

    objects = PassedQuerySet.as_manager()

    class Privacy:
        open = {"id", "deadline", "leaving", "taking", "was_owner", "was_deputy", "on", "at", "by"}
        open |= {"together", "taken_back_at"}

    class Meta:
        ordering = ["-at"]

    def get_absolute_url(self) -> str:
        return self.deadline.get_absolute_url()

    @property
    def went_to(self) -> tuple[UUID | None, UUID | None]:
        """Owner and deputy after the handover: `taking` replaces `leaving` as owner or deputy, but is never both."""
        owner, deputy = (
            self.taking_id if each == self.leaving_id else each
            for each in (self.was_owner_id, self.was_deputy_id)
        )
        return owner, None if deputy == owner else deputy
