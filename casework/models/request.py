"""What was asked of whom, and what answer came; unrest around the people who are supported."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Office, User
from casework.choices.partners import (
    REQUEST_TONE,
    TENSION_TONE,
    RequestKind,
    RequestOutcome,
    TensionKind,
    TensionLevel,
)
from casework.models.organisation import Organisation
from casework.models.places import Municipality
from casework.querysets.partner import OfOfficeQuerySet
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class PartnerRequest(SealedRow):
    """What one organisation asked of another. Empty stands for our own; it stays open until answered."""

    office = models.ForeignKey(Office, models.PROTECT, related_name="+")
    kind = models.CharField(_("asked for"), max_length=10, choices=RequestKind.choices)
    asked_by = models.ForeignKey(
        Organisation,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("asked by"),
    )
    asked_of = models.ForeignKey(
        Organisation,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("asked of"),
    )
    on = models.DateField(_("asked on"))
    words = EncryptedTextField(_("what exactly"), blank=True)
    outcome = models.CharField(
        _("answer"), max_length=10, choices=RequestOutcome.choices, default=RequestOutcome.OPEN
    )
    answered_on = models.DateField(_("answered on"), null=True, blank=True)
    reason = EncryptedTextField(_("reason given"), blank=True)
    recorded_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    recorded_at = models.DateTimeField(auto_now_add=True)

    objects = OfOfficeQuerySet.as_manager()

    class Privacy:
        open = {
            "id",
            "key_id",
            "office",
            "kind",
            "asked_by",
            "asked_of",
            "on",
            "outcome",
            "answered_on",
            "recorded_by",
            "recorded_at",
        }
        sealed = {"words", "reason"}

    class Meta:
        ordering = ["-on", "-recorded_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(asked_by__isnull=False) | Q(asked_of__isnull=False),
                name="request_names_a_partner",
                violation_error_message=_("Name who asked, or who was asked."),
            ),
            models.CheckConstraint(
                condition=Q(asked_by=None) | Q(asked_of=None) | ~Q(asked_by=F("asked_of")),
                name="request_goes_to_somebody_else",
                violation_error_message=_("Nobody asks this of themselves."),
            ),
            models.CheckConstraint(
                condition=Q(outcome=RequestOutcome.OPEN, answered_on=None)
                | (
                    ~Q(outcome=RequestOutcome.OPEN)
                    & Q(answered_on__isnull=False, answered_on__gte=F("on"))
                ),
                name="answered_request_has_a_day",
                violation_error_message=_("The answer is before the request."),
            ),
        ]

    @property
    def outcome_tag(self) -> tuple[str, str]:
        return str(self.get_outcome_display()), REQUEST_TONE[self.outcome]

    @property
    def is_open(self) -> bool:
        return self.outcome == RequestOutcome.OPEN


class TensionEvent(SealedRow):
    """Something that strained the peace between residents, neighbours and authorities. No persons."""

    office = models.ForeignKey(Office, models.PROTECT, related_name="+")
    on = models.DateField(_("date"))
    municipality = models.ForeignKey(Municipality, models.PROTECT, verbose_name=_("municipality"))
    kind = models.CharField(_("what happened"), max_length=10, choices=TensionKind.choices)
    level = models.PositiveSmallIntegerField(_("level"), choices=TensionLevel.choices)
    source = EncryptedTextField(_("who told it"), blank=True)
    account = EncryptedTextField(_("account"), blank=True)
    recorded_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    recorded_at = models.DateTimeField(auto_now_add=True)

    objects = OfOfficeQuerySet.as_manager()

    class Privacy:
        open = {"id", "key_id", "office", "recorded_by", "recorded_at"}
        counted = {"on", "municipality", "kind", "level"}
        sealed = {"source", "account"}

    class Meta:
        ordering = ["-on", "-recorded_at"]

    @property
    def level_tag(self) -> tuple[str, str]:
        return str(self.get_level_display()), TENSION_TONE[self.level]
