"""Reports about groups, which name nobody, and attempts to recruit a person again."""

from typing import Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Office, User
from accounts.permissions import Permission
from asylum.evidence.choices import Reliability
from asylum.people.querysets import LegalQuerySet
from asylum.people.triggers import WITHDRAWAL_COLUMNS, facts_never_change_except
from asylum.reported.choices import STAGE_TONE, GroupKind, Stage
from casework.register.models.individual import Individual
from casework.register.models.recorded import Signed, Withdrawable
from reference.models import Municipality
from vault.fields import EncryptedTextField
from vault.querysets import SealedQuerySet


class GroupReportQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.EVIDENCE_READ) -> Self:
        return self.filter(office__in=user.office_ids(permission))

    def standing(self) -> Self:
        return self.filter(withdrawn_on=None)


class GroupReport(Signed):
    """Something that a group did or planned, or a warning about a group.

    A report has no relation to a person, because what a group did is no evidence about a member.
    """

    never_deleted = True

    never_changes = True

    office = models.ForeignKey(Office, models.PROTECT, related_name="+")
    kind = models.CharField(_("what"), max_length=10, choices=GroupKind.choices)
    stage = models.CharField(_("how far it came"), max_length=10, choices=Stage.choices)
    on = models.DateField(_("date"))
    headcount = models.PositiveIntegerField(_("how many people"), null=True, blank=True)
    municipality = models.ForeignKey(
        Municipality,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("place"),
    )
    reliability = models.CharField(_("reliability"), max_length=10, choices=Reliability.choices)
    source = EncryptedTextField(_("source"))
    what = EncryptedTextField(_("what was reported"))
    withdrawn_on = models.DateField(_("taken back on"), null=True, blank=True)
    withdrawn_because = EncryptedTextField(_("why it was a mistake"), blank=True)

    objects = GroupReportQuerySet.as_manager()

    class Privacy:
        open = {"office"}
        counted = {
            "kind",
            "stage",
            "on",
            "headcount",
            "municipality",
            "reliability",
            "withdrawn_on",
        }
        sealed = {"source", "what", "withdrawn_because"}

    class Meta:
        verbose_name = _("report about a group")
        verbose_name_plural = _("reports about groups")
        ordering = ["-on", "-recorded_at"]
        triggers = [facts_never_change_except("withdrawn_on", "withdrawn_because")]
        constraints = [
            models.CheckConstraint(
                condition=Q(withdrawn_on=None) | Q(withdrawn_because__isnull=False),
                name="report_is_taken_back_with_a_reason",
            )
        ]

    @property
    def stage_tag(self) -> tuple[str, str]:
        return str(self.get_stage_display()), STAGE_TONE[self.stage]


class RecruitmentApproach(Withdrawable):
    """An attempt to recruit the person again, as told, so that the person can be protected.

    An attempt is no evidence about the person and opens no review.
    """

    never_deleted = True

    never_changes = True

    individual = models.ForeignKey(
        Individual, models.PROTECT, related_name="recruitment_approaches", verbose_name=_("person")
    )
    on = models.DateField(_("date"))
    reliability = models.CharField(_("reliability"), max_length=10, choices=Reliability.choices)
    by_whom = EncryptedTextField(_("by whom"), blank=True)
    what = EncryptedTextField(_("what happened"))
    protection = EncryptedTextField(_("what was agreed to protect the person"), blank=True)

    objects = LegalQuerySet.as_manager()

    class Privacy:
        counted = {"on", "reliability"}
        sealed = {"by_whom", "what", "protection"}

    class Meta:
        verbose_name = _("approach to recruit again")
        verbose_name_plural = _("approaches to recruit again")
        ordering = ["-on", "-recorded_at"]
        triggers = [facts_never_change_except(*WITHDRAWAL_COLUMNS)]
