"""Organisations, what they do, whether they take part, and whom to call there."""

import uuid

from django.db import models
from django.db.models import F, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Office, User
from casework.choices import OrganisationKind
from casework.choices.partners import PARTICIPATION_TONE, ParticipationStatus, PartnerRole
from casework.querysets.partner import (
    DatedOfOfficeQuerySet,
    OfOfficeQuerySet,
    OrganisationQuerySet,
)
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class Organisation(models.Model):
    """Whoever gives, pays or decides: authority, agency, NGO, church, volunteers, hotel.

    A circle of volunteers without legal form is one, too.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=120, unique=True)
    short_name = models.CharField(_("short name"), max_length=30, blank=True)
    kind = models.CharField(_("kind"), max_length=20, choices=OrganisationKind.choices)
    is_named_in_exports = models.BooleanField(
        _("may be named in exports"),
        default=True,
        help_text=_("Some partners take part only if they are not named."),
    )

    objects = OrganisationQuerySet.as_manager()

    class Privacy:
        open = {"id", "name", "short_name", "kind", "is_named_in_exports"}

    class Meta:
        ordering = ["name"]

    # Filled by `Organisation.objects.with_standing(user)`.
    roles_today: "list[OrganisationRole]"
    participation_today: str | None

    def __str__(self) -> str:
        return self.short_name or self.name

    @property
    def name_outside(self) -> str | Promise:
        """How whatever leaves the house calls it."""
        return self.name if self.is_named_in_exports else _("A partner that is not named")

    @property
    def participation_tag(self) -> tuple[str, str] | None:
        """Whether it takes part, in a word and its tone; None if nothing was recorded."""
        status = self.participation_today
        if not status:
            return None
        return str(ParticipationStatus(status).label), PARTICIPATION_TONE[status]


class OrganisationRole(models.Model):
    """That an organisation gives or does something around an office, from a day until a day."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    office = models.ForeignKey(Office, models.PROTECT, related_name="+")
    organisation = models.ForeignKey(Organisation, models.PROTECT, related_name="roles")
    role = models.CharField(_("what it does"), max_length=10, choices=PartnerRole.choices)
    starts_on = models.DateField(_("since"))
    ends_on = models.DateField(_("first day without"), null=True, blank=True)
    recorded_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    objects = DatedOfOfficeQuerySet.as_manager()

    class Privacy:
        open = {"id", "office", "organisation", "role", "starts_on", "ends_on", "recorded_by"}

    class Meta:
        ordering = ["role", "-starts_on"]
        constraints = [
            models.UniqueConstraint(
                fields=["office", "organisation", "role"],
                condition=Q(ends_on=None),
                name="one_running_role_of_a_kind",
                violation_error_message=_("This is recorded already and still runs."),
            ),
            models.CheckConstraint(
                condition=Q(ends_on=None) | Q(ends_on__gte=F("starts_on")),
                name="role_ends_after_it_starts",
                violation_error_message=_("The end is before the start."),
            ),
        ]


class Participation(SealedRow):
    """What an organisation said about taking part, and why; the newest counts, all are kept."""

    append_only = True

    office = models.ForeignKey(Office, models.PROTECT, related_name="+")
    organisation = models.ForeignKey(Organisation, models.PROTECT, related_name="participations")
    status = models.CharField(_("takes part"), max_length=10, choices=ParticipationStatus.choices)
    on = models.DateField(_("said on"))
    reason = EncryptedTextField(_("reason"), blank=True)
    recorded_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    recorded_at = models.DateTimeField(auto_now_add=True)

    objects = OfOfficeQuerySet.as_manager()

    class Privacy:
        open = {
            "id",
            "key_id",
            "office",
            "organisation",
            "status",
            "on",
            "recorded_by",
            "recorded_at",
        }
        sealed = {"reason"}

    class Meta:
        ordering = ["-on", "-recorded_at"]

    @property
    def status_tag(self) -> tuple[str, str]:
        return str(self.get_status_display()), PARTICIPATION_TONE[self.status]


class PartnerContact(SealedRow):
    """Whom to call at an organisation, and what they are there. Sometimes only the post is known."""

    office = models.ForeignKey(Office, models.PROTECT, related_name="+")
    organisation = models.ForeignKey(Organisation, models.PROTECT, related_name="contacts")
    post = EncryptedTextField(_("position"), max_length=120, blank=True)
    name = EncryptedTextField(_("name"), max_length=150, blank=True)
    phone = EncryptedTextField(_("phone"), max_length=40, blank=True)
    email = EncryptedTextField(_("e-mail"), max_length=254, blank=True)
    ended_on = models.DateField(_("no longer since"), null=True, blank=True)
    changed_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    changed_at = models.DateTimeField(auto_now=True)

    objects = OfOfficeQuerySet.as_manager()

    class Privacy:
        open = {
            "id",
            "key_id",
            "office",
            "organisation",
            "ended_on",
            "changed_by",
            "changed_at",
        }
        personal = {"post", "name", "phone", "email"}

    class Meta:
        ordering = ["organisation__name", "changed_at"]
