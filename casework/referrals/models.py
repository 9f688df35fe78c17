"""Referrals of a person to an outside service.

A referral to our own legal officers is a `LegalReferral`: it lets them see the case.
"""

import datetime

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.asking.sharing import last_answer, may_share
from casework.consents.choices import SAYS_NO, ConsentStatus, Purpose
from casework.consents.representation import given_for_adult
from casework.referrals.choices import (
    OPEN_REFERRAL,
    REFERRAL_MOVES,
    REFERRAL_TONE,
    OutsideService,
    ReferralStatus,
    Urgency,
)
from casework.referrals.querysets import ReferralQuerySet, ReferralStepQuerySet
from casework.referrals.rules import purposes_of
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.dates import short_date
from pages.tags import Tag
from partners.models import Organisation
from vault.fields import EncryptedTextField
from vault.models import SealedRow


class Referral(SealedRow):
    """The referral of one person to one service of one organisation.

    People who are referred together have a row each, because the answers may differ.
    """

    case = models.ForeignKey(Case, models.PROTECT, related_name="referrals")
    individual = models.ForeignKey(
        Individual, models.PROTECT, related_name="referrals", verbose_name=_("person")
    )
    service = models.CharField(_("service"), max_length=16, choices=OutsideService.choices)
    organisation = models.ForeignKey(
        Organisation, models.PROTECT, related_name="+", verbose_name=_("organisation")
    )
    urgency = models.CharField(
        _("urgency"), max_length=8, choices=Urgency.choices, default=Urgency.NORMAL
    )
    reason = EncryptedTextField(_("reason"))
    status = models.CharField(
        _("state"), max_length=10, choices=ReferralStatus.choices, default=ReferralStatus.DRAFT
    )
    status_on = models.DateField(_("since"))
    sent_on = models.DateField(_("sent on"), null=True, blank=True)
    due_on = models.DateField(_("due"), null=True, blank=True)
    is_consent_overridden = models.BooleanField(_("sent without consent"), default=False)
    override_reason = EncryptedTextField(_("why without consent"), blank=True)
    written_at = models.DateTimeField(auto_now_add=True)
    written_by = models.ForeignKey(User, models.PROTECT, related_name="+")

    objects = ReferralQuerySet.as_manager()

    class Privacy:
        open = {"case", "individual", "written_at", "written_by"}
        counted = {"service", "organisation", "urgency", "status", "status_on"}
        counted |= {"sent_on", "due_on", "is_consent_overridden"}
        sealed = {"reason", "override_reason"}

    class Meta:
        verbose_name = _("referral")
        verbose_name_plural = _("referrals")
        ordering = ["-written_at"]
        indexes = [models.Index(fields=["status", "due_on"], name="referrals_by_state_and_day")]
        constraints = [
            models.UniqueConstraint(
                fields=["individual", "service"],
                condition=Q(status__in=sorted(OPEN_REFERRAL)),
                name="one_open_referral_per_person_and_service",
                violation_error_message=_("This person is referred to that service already."),
            ),
            models.CheckConstraint(
                condition=Q(status=ReferralStatus.DRAFT, sent_on=None, due_on=None)
                | Q(status=ReferralStatus.REVOKED)
                | (
                    ~Q(status=ReferralStatus.DRAFT) & Q(sent_on__isnull=False, due_on__isnull=False)
                ),
                name="sent_referral_has_its_days",
            ),
            models.CheckConstraint(
                condition=Q(is_consent_overridden=False) | Q(override_reason__isnull=False),
                name="referral_without_consent_says_why",
                violation_error_message=_("Say why it is sent without consent."),
            ),
        ]

    def get_absolute_url(self) -> str:
        return reverse("referral-detail", args=[self.pk])

    @property
    def purposes(self) -> tuple[Purpose, ...]:
        """The purposes to which the person must consent."""
        return purposes_of(self.service, self.organisation.kind)

    @property
    def purposes_in_words(self) -> str:
        return "; ".join(str(each.label) for each in self.purposes)

    def missing_consents(self, on: datetime.date) -> str:
        """Returns the consents missing on that day, in words; empty if all were given."""
        return "; ".join(
            self._missing_consent(each, on)
            for each in self.purposes
            if not may_share(self.individual, each, on)
        )

    def _missing_consent(self, purpose: Purpose, on: datetime.date) -> str:
        step = last_answer(self.individual, purpose, on)
        consent = step if step and step.status == ConsentStatus.GIVEN else None
        if consent and given_for_adult(self.individual, consent.basis, consent.day):
            sentence = _(
                "%(purpose)s (on %(day)s somebody else gave it, as if for a child: ask this person)"
            )
            return sentence % {"purpose": purpose.label, "day": short_date(consent.day)}
        return str(purpose.label)

    def refused_consents(self, on: datetime.date) -> str:
        """Returns the purposes that the person refused or withdrew, with the day, of `purposes` and of storing the file.

        Empty if no consent is missing. A purpose that nobody asked about was not refused."""
        if not self.missing_consents(on):
            return ""
        purposes = (*self.purposes, Purpose.STORING)
        answers = [(each, last_answer(self.individual, each, on)) for each in purposes]
        return "; ".join(
            f"{purpose.label}: {step.get_status_display()}, {short_date(step.day)}"
            for purpose, step in answers
            if step and step.status in SAYS_NO
        )

    @property
    def lawful_moves(self) -> frozenset[str]:
        return REFERRAL_MOVES[self.status]

    @property
    def is_open(self) -> bool:
        return self.status in OPEN_REFERRAL

    def is_overdue(self, today: datetime.date) -> bool:
        return self.is_open and self.due_on is not None and self.due_on < today

    @property
    def status_tag(self) -> Tag:
        return Tag(self.get_status_display(), REFERRAL_TONE[self.status])


class ReferralStep(SealedRow):
    """One step of a referral; never changed or deleted."""

    append_only = True

    referral = models.ForeignKey(Referral, models.PROTECT, related_name="steps")
    status = models.CharField(max_length=10, choices=ReferralStatus.choices)
    on = models.DateField()
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, models.PROTECT, related_name="+")
    remark = EncryptedTextField(_("remark"), blank=True)

    objects = ReferralStepQuerySet.as_manager()

    class Privacy:
        open = {"referral", "at", "by"}
        counted = {"status", "on"}
        sealed = {"remark"}

    class Meta:
        ordering = ["-at"]

    @property
    def tone(self) -> str:
        return REFERRAL_TONE[self.status]
