"""Contests of an identification, and their results."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from asylum.identification.choices import ContestResult
from asylum.papers.models.renunciation import RenunciationDemand
from asylum.people.querysets import LegalQuerySet
from asylum.people.triggers import WITHDRAWAL_COLUMNS, facts_never_change_except
from casework.register.models.individual import Individual
from casework.register.models.recorded import Withdrawable
from vault.fields import EncryptedTextField

RESULT_COLUMNS = ("result", "result_on", "result_reference", "settled_at")


class IdentificationContest(Withdrawable):
    """An objection to an identification by the authority (IDDRS 5.40 section 7.3.7), and the authority's answer.

    The contested statement stays unchanged.
    """

    never_deleted = True

    never_changes = True

    individual = models.ForeignKey(
        Individual, models.PROTECT, related_name="contests", verbose_name=_("person")
    )
    demand = models.ForeignKey(RenunciationDemand, models.PROTECT, related_name="contests")
    on = models.DateField(_("contested on"))
    grounds = EncryptedTextField(_("why it is wrong"))
    result = models.CharField(_("result"), max_length=8, choices=ContestResult.choices, blank=True)
    result_on = models.DateField(_("decided on"), null=True, blank=True)
    result_reference = EncryptedTextField(_("reference of the authority's act"), blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    objects = LegalQuerySet.as_manager()

    class Privacy:
        open = {"demand", "settled_at"}
        counted = {"on", "result", "result_on"}
        sealed = {"grounds", "result_reference"}

    class Meta:
        verbose_name = _("contested identification")
        verbose_name_plural = _("contested identifications")
        ordering = ["-recorded_at"]
        triggers = [facts_never_change_except(*WITHDRAWAL_COLUMNS, *RESULT_COLUMNS)]
        constraints = [
            models.UniqueConstraint(
                fields=["demand"],
                condition=Q(settled_at=None, withdrawn_at=None),
                name="one_open_contest_of_a_word",
                violation_error_message=_("This is contested already."),
            ),
            models.CheckConstraint(
                condition=Q(result="", result_on=None, settled_at=None)
                | (
                    Q(result_on__isnull=False, result_reference__isnull=False)
                    & Q(settled_at__isnull=False)
                    & ~Q(result="")
                ),
                name="contest_is_settled_by_an_act",
            ),
        ]
