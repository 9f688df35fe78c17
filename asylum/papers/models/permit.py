"""Permits and their renewals."""

import datetime
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from asylum.papers.choices import VALIDITY_TONE, Validity, WorkRight
from asylum.papers.querysets import PermitQuerySet
from asylum.papers.rules import validity_on
from asylum.pathways.choices import PermitType
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.addresses import fast_reverse
from reference.models import DeadlineRule
from vault.fields import EncryptedTextField
from vault.history import track_history
from vault.models import SealedRow


@track_history()
class Permit(SealedRow):
    """A paper that allows a person to stay. The printed date (`expires_on`) takes precedence over the computed one."""

    individual = models.ForeignKey(
        Individual, models.PROTECT, related_name="permits", verbose_name=_("person")
    )
    case = models.ForeignKey(Case, models.PROTECT, related_name="permits", verbose_name=_("case"))
    type = models.CharField(_("type"), max_length=6, choices=PermitType.choices)
    number = EncryptedTextField(_("number"), max_length=40, blank=True)
    number_token = models.BigIntegerField(null=True, db_index=True, editable=False)
    has_no_number = models.BooleanField(_("without a number"), default=False)
    authority = EncryptedTextField(_("authority, as printed"), max_length=120, blank=True)
    issued_on = models.DateField(_("issued on"))
    valid_from = models.DateField(_("valid from"), null=True, blank=True)
    expires_on = models.DateField(
        _("expires on (as printed)"),
        null=True,
        blank=True,
        help_text=_("The date on the paper counts, whatever the rule says."),
    )
    computed_expires_on = models.DateField(
        _("expires on (by the rule)"), null=True, blank=True, editable=False
    )
    rule = models.ForeignKey(
        DeadlineRule, models.PROTECT, null=True, blank=True, editable=False, related_name="+"
    )
    work_right = models.CharField(
        _("work"), max_length=7, choices=WorkRight.choices, default=WorkRight.UNKNOWN
    )
    previous = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="renewed_by"
    )
    cancelled_on = models.DateField(_("cancelled on"), null=True, blank=True)
    mistaken_on = models.DateField(_("taken back as a mistake on"), null=True, blank=True)
    mistaken_because = EncryptedTextField(_("why it was a mistake"), blank=True)
    recorded_at = models.DateTimeField(auto_now_add=True)
    recorded_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    objects = PermitQuerySet.as_manager()

    # Set by `asylum.file.of_case` or `asylum.people.querysets.of_the_dead`.
    is_of_the_dead: bool = False
    # Set by the panel of the case, with `asylum.work_right.answers.ended_claim`.
    ended_claim: Any = None
    # Set by `with_claim_ended`.
    claim_ended_on: datetime.date | None = None
    confirmed_on: datetime.date | None = None

    class Privacy:
        open = {
            "id",
            "key_id",
            "individual",
            "case",
            "rule",
            "previous",
            "recorded_at",
            "recorded_by",
        }
        counted = {
            "type",
            "has_no_number",
            "issued_on",
            "valid_from",
            "expires_on",
            "computed_expires_on",
            "work_right",
            "cancelled_on",
            "mistaken_on",
        }
        personal = {"authority", "number", "number_token"}
        sealed = {"mistaken_because"}

    class Meta:
        verbose_name = _("permit")
        verbose_name_plural = _("permits")
        ordering = ["-issued_on", "-recorded_at"]
        indexes = [
            models.Index(fields=["expires_on"], name="permits_by_expiry"),
            models.Index(
                Coalesce("expires_on", "computed_expires_on"), "id", name="permits_by_last_day"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(expires_on=None) | Q(expires_on__gte=F("issued_on")),
                name="permit_expires_after_issue",
                violation_error_message=_("The permit expires before it was issued."),
            ),
            models.CheckConstraint(
                condition=Q(has_no_number=False) | Q(number_token=None),
                name="permit_has_a_number_or_none",
                violation_error_message=_("It has a number, or it has none."),
            ),
            models.CheckConstraint(
                condition=Q(valid_from=None)
                | Q(expires_on=None)
                | Q(expires_on__gte=F("valid_from")),
                name="permit_expires_after_it_begins",
                violation_error_message=_("The permit expires before it holds."),
            ),
            models.CheckConstraint(
                condition=Q(previous=None) | ~Q(previous=F("id")),
                name="permit_renews_another_one",
            ),
        ]

    def get_absolute_url(self) -> str:
        return fast_reverse("permit-detail", self.pk)

    @property
    def valid_until(self) -> datetime.date | None:
        """The last day: the one printed on the paper, or the computed one."""
        return self.expires_on or self.computed_expires_on

    @property
    def is_computed(self) -> bool:
        """Whether the last day is computed, because the paper has none."""
        return self.expires_on is None and self.computed_expires_on is not None

    @property
    def doubt(self) -> str:
        """Says why the rule behind a computed last day is uncertain; empty for a certain rule or a printed day."""
        return "; ".join(self.rule.doubts) if self.rule and self.is_computed else ""

    @property
    def contradicts_the_rule(self) -> bool:
        return (
            self.expires_on is not None
            and self.computed_expires_on is not None
            and self.expires_on != self.computed_expires_on
        )

    @property
    def is_renewed(self) -> bool:
        return hasattr(self, "renewed_by")

    def validity_on(self, today: datetime.date) -> Validity:
        return validity_on(
            today,
            valid_until=self.valid_until,
            valid_from=self.valid_from,
            is_renewed=self.is_renewed,
            cancelled_on=self.cancelled_on,
            is_mistaken=self.mistaken_on is not None,
        )

    def is_held_on(self, day: datetime.date) -> bool:
        """Returns whether the permit was valid on that day: `Permit.objects.held_on` in Python."""
        if self.is_of_the_dead:
            return False
        is_renewed = self.is_renewed and self.renewed_by.issued_on <= day
        is_void = self.mistaken_on is not None or bool(
            self.cancelled_on and self.cancelled_on <= day
        )
        is_over = bool(self.valid_until and self.valid_until < day)
        is_to_come = max(self.issued_on, self.valid_from or self.issued_on) > day
        return not (is_renewed or is_void or is_over or is_to_come)

    @property
    def status_tag(self) -> tuple[str, str]:
        """The validity today, in the time zone of the person's office, and its tone."""
        if self.is_of_the_dead:
            return str(_("Of no use any more: the person died")), "quiet"
        validity = self.validity_on(self.individual.office.today())
        holds = validity in (Validity.VALID, Validity.EXPIRING, Validity.UNDATED)
        if holds and self.claim_ended_on:
            return str(_("Its claim has ended: ask whether it still holds")), "warn"
        return str(validity.label), VALIDITY_TONE[validity]

    @property
    def is_current(self) -> bool:
        return self.cancelled_on is None and self.mistaken_on is None and not self.is_renewed

    @property
    def number_tail(self) -> str:
        """The last four characters, enough to tell two papers apart."""
        return f"…{self.number[-4:]}" if self.number else ""
