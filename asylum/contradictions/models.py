"""Contradictions that somebody dismissed."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from asylum.contradictions.choices import Mismatch
from asylum.people.querysets import LegalQuerySet
from asylum.people.triggers import WITHDRAWAL_COLUMNS, facts_never_change_except
from casework.register.models.individual import Individual
from casework.register.models.recorded import Withdrawable
from vault.fields import EncryptedTextField


class DismissedContradiction(Withdrawable):
    """A pair of days that somebody judged to fit, with the reason.

    `said` identifies the pair by its days: if one of the days changes, the pair is proposed again.
    """

    never_deleted = True

    never_changes = True

    individual = models.ForeignKey(
        Individual,
        models.PROTECT,
        related_name="dismissed_contradictions",
        verbose_name=_("person"),
    )
    code = models.CharField(_("what does not fit"), max_length=16, choices=Mismatch.choices)
    said = EncryptedTextField(_("the two days"))
    because = EncryptedTextField(_("why it fits"))

    objects = LegalQuerySet.as_manager()

    class Privacy:
        counted = {"code"}
        sealed = {"said", "because"}

    class Meta:
        verbose_name = _("contradiction that is none")
        verbose_name_plural = _("contradictions that are none")
        ordering = ["-recorded_at"]
        triggers = [facts_never_change_except(*WITHDRAWAL_COLUMNS)]
