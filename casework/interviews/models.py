"""Interviews that people gave to organisations, journalists and researchers."""

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Office, User
from casework.interviews.choices import Visitor
from casework.interviews.querysets import InterviewedPersonQuerySet, OutsideInterviewQuerySet
from casework.register.models.individual import Individual
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class OutsideInterview(SealedRow):
    """One interview: visitor, day and purpose. The row has a key of its own, because it may concern several cases."""

    office = models.ForeignKey(Office, models.PROTECT, related_name="+")
    visitor = models.CharField(_("who asked"), max_length=12, choices=Visitor.choices)
    visitor_name = EncryptedTextField(_("name of who asked"), max_length=200)
    purpose = EncryptedTextField(_("what for"))
    on = models.DateField(_("day"))
    is_mistake = models.BooleanField(_("recorded by mistake"), default=False)
    logged_at = models.DateTimeField(auto_now_add=True)
    logged_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    objects = OutsideInterviewQuerySet.as_manager()

    class Privacy:
        open = {"office", "logged_at", "logged_by"}
        counted = {"visitor", "on", "is_mistake"}
        sealed = {"visitor_name", "purpose"}

    class Meta:
        ordering = ["-on", "-logged_at"]

    def get_absolute_url(self) -> str:
        return reverse("interview-detail", args=[self.pk])


class InterviewedPerson(models.Model):
    """A participant of an interview, and whether the visitor got their contact.

    A contact that was passed on stays recorded, also if the part was a mistake.
    """

    interview = models.ForeignKey(OutsideInterview, models.PROTECT, related_name="people")
    individual = models.ForeignKey(Individual, models.PROTECT, related_name="outside_interviews")
    contact_shared_on = models.DateField(_("contact shared on"), null=True, blank=True)
    contact_shared_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    is_mistake = models.BooleanField(_("recorded by mistake"), default=False)

    objects = InterviewedPersonQuerySet.as_manager()

    class Privacy:
        open = {"interview", "individual", "contact_shared_by"}
        counted = {"contact_shared_on", "is_mistake"}

    class Meta:
        verbose_name = _("part in an interview")
        verbose_name_plural = _("parts in interviews")
        ordering = ["individual__number"]
        constraints = [
            models.UniqueConstraint(
                fields=["interview", "individual"],
                name="interviewed_once_per_interview",
                violation_error_message=_("This person took part in that interview already."),
            ),
            models.CheckConstraint(
                condition=Q(contact_shared_on=None, contact_shared_by=None)
                | Q(contact_shared_on__isnull=False, contact_shared_by__isnull=False),
                name="shared_contact_says_when_and_who",
            ),
        ]
